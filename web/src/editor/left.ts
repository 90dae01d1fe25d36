// What is left of a suggestion when what is typed departs from it. It is shown until the machine has answered, so
// that the suggestion does not vanish and come back; no key accepts it.

export interface Left {
  /** What is written. */
  text: string;
  /** What is shown behind it. */
  rest: string;
}

/** A word that is typed over goes as a whole; a mark, or a character of a script without spaces, alone. */
const FIRST_WORD = /^(?:\p{Script=Han}|[\p{L}\p{N}\p{M}'’-]+|\S)/u;
const TAGS = /^(?:⟦[^⟧]*⟧)+/;
const FIRST_SPACE = /^\S*\s*/;
/** Where the last word was typed over, it cannot be told what will follow. */
const UNKNOWN = "…";

/** What is left of `shown`, which stood behind `before`, when `after` is written. */
export function leftOf(shown: string, before: string, after: string): string {
  if (before.startsWith(after)) return before.slice(after.length) + shown;
  if (!after.startsWith(before)) return "";
  return (after.slice(before.length).match(/⟦[^⟧]*⟧|./gsu) ?? []).reduce(typedOver, shown);
}

/** What is left behind one more character, or tag. */
function typedOver(rest: string, character: string): string {
  if (rest.startsWith(character)) return rest.slice(character.length);
  if (rest === UNKNOWN || rest === "" || character.startsWith("⟦")) return rest;
  const tags = TAGS.exec(rest)?.[0] ?? "";
  if (tags) return tags + typedOver(rest.slice(tags.length), character);
  if (/\s/.test(character)) return rest.replace(FIRST_SPACE, "") || UNKNOWN;
  // A letter behind a finished word makes it longer; anywhere else it takes the place of a word.
  return /^\s/.test(rest) ? rest : rest.replace(FIRST_WORD, "") || UNKNOWN;
}
