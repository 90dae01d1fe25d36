// Which key means which action: the table's own keys, and what somebody has made of them, kept in the browser.
import { defaultKey } from "./action";
import { platform, typesText, written, type Platform } from "./keys";
import { ACTION_IDS, ACTIONS, type ActionId } from "./table";
import { t } from "../messages";

export type Keymap = Readonly<Record<ActionId, string>>;

const STORED = "synslator.shortcuts";

export const defaultKeymap = (on: Platform): Keymap =>
  Object.fromEntries(ACTION_IDS.map((id) => [id, defaultKey(ACTIONS[id], on)])) as Keymap;

export const DEFAULT_KEYMAP = defaultKeymap(platform);

export function actionOf(combo: string, keymap: Keymap): ActionId | null {
  return ACTION_IDS.find((id) => keymap[id] === combo) ?? null;
}

export interface Assigned {
  keymap: Keymap;
  /** What became of it, or why it was refused. */
  note: string;
}

/** Give an action another key. An action that had it before gets the old one in exchange, and that is said. */
export function assign(keymap: Keymap, id: ActionId, combo: string): Assigned {
  const title = ACTIONS[id].title();
  if (typesText(combo)) return { keymap, note: t("actions.types", { keys: written(combo) }) };
  const other = actionOf(combo, keymap);
  if (other === id) return { keymap, note: t("actions.alreadyHas", { title, keys: written(combo) }) };
  if (other && ACTIONS[other].fixed)
    return { keymap, note: t("actions.always", { title: ACTIONS[other].title(), keys: written(combo) }) };
  const swapped = other ? { [other]: keymap[id] } : {};
  const notes = [t("actions.nowHas", { title, keys: written(combo) })];
  if (other) notes.push(t("actions.nowHas", { title: ACTIONS[other].title(), keys: written(keymap[id]) }));
  return { keymap: { ...keymap, ...swapped, [id]: combo }, note: notes.join(" ") };
}

/** What was stored is taken key by key, so that no two actions can end up with the same one. */
export function storedKeymap(): Keymap {
  let keymap = DEFAULT_KEYMAP;
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, unknown>;
    for (const id of ACTION_IDS) {
      const combo = stored[id];
      if (typeof combo === "string" && !ACTIONS[id].fixed) keymap = assign(keymap, id, combo).keymap;
    }
  } catch {
    // Then the keys are as they come.
  }
  return keymap;
}

export function storeKeymap(keymap: Keymap): void {
  const changed = ACTION_IDS.filter((id) => keymap[id] !== DEFAULT_KEYMAP[id]).map((id) => [id, keymap[id]]);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(changed)));
  } catch {
    // Then they last as long as the page.
  }
}
