// Words, in scripts with spaces between them and in those without.

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a character is of a script whose words are not separated by spaces. */
export const isSpaceless = (char: string | undefined): boolean => char !== undefined && SPACELESS.test(char);

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Whether two words would run into each other without a space between them. */
export const joins = (left: string | undefined, right: string | undefined): boolean =>
  isLetter(left) && isLetter(right) && !isSpaceless(left) && !isSpaceless(right);

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Where the words of a text begin and end, by the browser's dictionaries where there are no spaces. */
export function wordEdges(text: string): Set<number> {
  const edges = new Set<number>();
  for (const one of segmenter.segment(text)) {
    if (one.segment.trim()) edges.add(one.index).add(one.index + one.segment.length);
  }
  return edges;
}

/** The first word of a text, with the space before it and the marks at its end. */
export function firstWord(text: string): string {
  const stretch = /^\s*(?:⟦[^⟧]*⟧)*\S+/.exec(text)?.[0] ?? text;
  const space = stretch.length - stretch.trimStart().length;
  if (stretch.includes("⟦") || ![...stretch].some(isSpaceless)) return stretch;
  let end = space;
  for (const one of segmenter.segment(stretch.slice(space))) {
    if (end > space && one.isWordLike) break;
    end += one.segment.length;
  }
  return stretch.slice(0, end);
}
