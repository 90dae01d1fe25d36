// Keys as they are pressed, stored and written. A combination is stored like "Mod+Shift+K": `Mod` is Ctrl on Windows
// and Linux, and Command on a Mac.

export type Platform = "windows" | "mac";

export const platform: Platform =
  typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform) ? "mac" : "windows";

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A pressed key as combinations are stored. */
export function comboOf(event: Pressed, on: Platform = platform): string {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  // With Alt, some layouts make another character of a letter, and some have digits only with Shift; the key
  // itself is what is meant.
  const letter = event.altKey ? /^Key(.)$/.exec(event.code)?.[1] : null;
  const digit = modified ? /^Digit(.)$/.exec(event.code)?.[1] : null;
  const key = letter ?? digit ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const modifiers = [
    (on === "mac" ? event.metaKey : event.ctrlKey) ? "Mod" : "",
    on === "mac" && event.ctrlKey ? "Ctrl" : "",
    on === "windows" && event.metaKey ? "Meta" : "",
    event.altKey ? "Alt" : "",
    // Shift belongs to a character that is typed, and is a key of its own beside another one.
    event.shiftKey && (event.key.length > 1 || modified) ? "Shift" : "",
  ];
  return [...modifiers, key].filter(Boolean).join("+");
}

export const isModifier = (key: string): boolean => ["Control", "Shift", "Alt", "Meta", "AltGraph"].includes(key);

/** Whether a combination types a character: given to an action, it could not be typed any more. */
export function typesText(combo: string): boolean {
  return combo === "Space" || combo === " " || [...combo.replace(/^Shift\+/, "")].length === 1;
}

const SIGNS: Record<string, string> = {
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Enter: "↵",
  Escape: "Esc",
};
const MODIFIERS: Record<Platform, Record<string, string>> = {
  windows: { Mod: "Ctrl" },
  mac: { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧" },
};

/** A combination as people write it. */
export function written(combo: string, on: Platform = platform): string {
  return combo
    .split("+")
    .map((part) => MODIFIERS[on][part] ?? SIGNS[part] ?? part)
    .join(" ");
}
