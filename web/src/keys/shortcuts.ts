// Every key of the workbench in one table; each can be given another key, kept in the browser.

export const SHORTCUTS = {
  takeSure: ["Tab", "Take the highlighted words", "Completion"],
  takeWord: ["Ctrl+ArrowRight", "Take the next word", "Completion"],
  takeRest: ["End", "Take all that is shown", "Completion"],
  hide: ["Escape", "Hide what the machine offers", "Completion"],
  proposal: ["Alt+R", "Let the machine rewrite what follows the caret", "Completion"],
  lock: ["Ctrl+L", "Lock what precedes the caret, or unlock it", "Completion"],
  explain: ["Alt+W", "Show where the next word comes from", "Completion"],
  confidence: ["Alt+P", "Show how probable each word is", "Completion"],
  offer1: ["Alt+1", "Take suggestion 1", "Suggestions"],
  offer2: ["Alt+2", "Take suggestion 2", "Suggestions"],
  offer3: ["Alt+3", "Take suggestion 3", "Suggestions"],
  offer4: ["Alt+4", "Take suggestion 4, the language model's", "Suggestions"],
  offerNext: ["Alt+ArrowDown", "Go to the next suggestion; Enter takes it", "Suggestions"],
  offerPrevious: ["Alt+ArrowUp", "Go to the suggestion before", "Suggestions"],
  confirm: ["Ctrl+Enter", "Confirm what is shown and go on", "Segment"],
  next: ["Ctrl+ArrowDown", "Next segment", "Segment"],
  previous: ["Ctrl+ArrowUp", "Segment before", "Segment"],
  nextOpen: ["Ctrl+Shift+ArrowDown", "Next segment that is not confirmed", "Segment"],
  copySource: ["Alt+S", "Put the source in", "Segment"],
  nextTag: ["Alt+G", "Put the next missing tag in", "Segment"],
  fix: ["Alt+F", "Mend the first fault that can be mended", "Segment"],
  split: ["Alt+X", "Split the segment", "Segment"],
  merge: ["Alt+J", "Merge with the next segment", "Segment"],
  insert1: ["Ctrl+1", "Put match or term 1 in", "Matches and terms"],
  insert2: ["Ctrl+2", "Put match or term 2 in", "Matches and terms"],
  insert3: ["Ctrl+3", "Put match or term 3 in", "Matches and terms"],
  insert4: ["Ctrl+4", "Put match or term 4 in", "Matches and terms"],
  insert5: ["Ctrl+5", "Put match or term 5 in", "Matches and terms"],
  insert6: ["Ctrl+6", "Put match or term 6 in", "Matches and terms"],
  insert7: ["Ctrl+7", "Put match or term 7 in", "Matches and terms"],
  insert8: ["Ctrl+8", "Put match or term 8 in", "Matches and terms"],
  insert9: ["Ctrl+9", "Put match or term 9 in", "Matches and terms"],
  matches: ["Alt+M", "Matches and terms", "Panels"],
  concordance: ["Alt+C", "Concordance of the selection", "Panels"],
  history: ["Alt+H", "History of the segment", "Panels"],
  comments: ["Alt+N", "Comments", "Panels"],
  search: ["Ctrl+K", "Search, replace, go to a segment", "Document"],
  layout: ["Ctrl+B", "Source beside or above the target", "Document"],
  reading: ["Alt+V", "Reading view", "Document"],
  export: ["Ctrl+S", "Download the translation", "Document"],
  help: ["F1", "This list", "Document"],
} as const satisfies Record<string, readonly [string, string, string]>;

export type Action = keyof typeof SHORTCUTS;
export type Keys = Readonly<Record<Action, string>>;

export const ACTIONS = Object.keys(SHORTCUTS) as Action[];
const STORED = "synslator.keys";

export const DEFAULT_KEYS = Object.fromEntries(ACTIONS.map((id) => [id, SHORTCUTS[id][0]])) as Keys;

/** A pressed key as the table writes it. */
export function comboOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  // With Alt, some layouts make another character of a key; the key itself is what is meant.
  const plain = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  const key = event.altKey && plain ? plain : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // Shift belongs to a character that is typed, and is a key of its own beside another one.
  const shift = event.shiftKey && (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey);
  return [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", shift ? "Shift" : "", key]
    .filter(Boolean)
    .join("+");
}

export function actionOf(combo: string, keys: Keys): Action | null {
  return ACTIONS.find((id) => keys[id] === combo) ?? null;
}

/** Give an action another key; an action that had it before gets the old one in exchange. */
export function remap(keys: Keys, action: Action, combo: string): Keys {
  const other = actionOf(combo, keys);
  const swapped = other && other !== action ? { [other]: keys[action] } : {};
  return { ...keys, ...swapped, [action]: combo };
}

export function storedKeys(): Keys {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, unknown>;
    const known = ACTIONS.filter((id) => typeof stored[id] === "string").map((id) => [id, stored[id]]);
    return { ...DEFAULT_KEYS, ...(Object.fromEntries(known) as Partial<Keys>) };
  } catch {
    return DEFAULT_KEYS;
  }
}

export function storeKeys(keys: Keys): void {
  const changed = ACTIONS.filter((id) => keys[id] !== DEFAULT_KEYS[id]).map((id) => [id, keys[id]]);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(changed)));
  } catch {
    // Then they last as long as the page.
  }
}

const SIGNS: Record<string, string> = {
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Enter: "↵",
  Escape: "Esc",
};

/** A key as people write it. */
export function written(combo: string): string {
  return combo
    .split("+")
    .map((part) => SIGNS[part] ?? part)
    .join(" ");
}
