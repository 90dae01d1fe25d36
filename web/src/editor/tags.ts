// Tags in a text: `⟦1⟧` opens, `⟦/1⟧` closes, `⟦2/⟧` stands alone.
import { t } from "../messages";

export interface TagPiece {
  kind: "open" | "close" | "alone";
  number: number;
  text: string;
}
type Piece = string | TagPiece;

const TAG = /⟦(\/?)(\d{1,9})(\/?)⟧/g;

interface FoundTag extends TagPiece {
  from: number;
  to: number;
}

/** The tags of a text and where they stand. */
export function findTags(text: string): FoundTag[] {
  const found: FoundTag[] = [];
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, digits, alone] = match;
    if (slash && alone) continue;
    const kind = slash ? "close" : alone ? "alone" : "open";
    found.push({ kind, number: Number(digits), text: whole, from: match.index, to: match.index + whole.length });
  }
  return found;
}

/** A text as plain stretches and tags, in order. */
export function splitTags(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const tag of findTags(text)) {
    if (tag.from > at) pieces.push(text.slice(at, tag.from));
    pieces.push(tag);
    at = tag.to;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** What a tag looks like in the page: its number, with the slash of a closing or lone one. */
export function tagLabel(tag: TagPiece): string {
  return tag.kind === "close" ? `/${tag.number}` : tag.kind === "alone" ? `${tag.number}/` : `${tag.number}`;
}

/** What a tag is, in words: `Tag 1: bold`, with what is done to it. */
export function tagTitle(tag: TagPiece, meanings: ReadonlyMap<number, string>): string {
  const meaning = meanings.get(tag.number);
  const { number } = tag;
  if (!meaning) return t(tag.kind === "close" ? "segment.tagEnd" : "segment.tag", { number });
  return t(tag.kind === "close" ? "segment.tagOfEnd" : "segment.tagOf", { number, meaning });
}

export const NO_MEANINGS: ReadonlyMap<number, string> = new Map();

/** What the tags of a segment stand for, by number. */
export function meaningsOf(
  tags: readonly { number: number; label: string; word: string }[],
): ReadonlyMap<number, string> {
  return new Map(tags.map((tag) => [tag.number, tag.word || tag.label]));
}

/** A text without its tags. */
export function withoutTags(text: string): string {
  return text.replace(TAG, "");
}

/** The first tag of the source that the target does not have yet, of those with a number if one is given; an opening
 * one together with its closing one. */
export function nextMissingTags(source: string, target: string, number?: number): readonly string[] {
  const there = findTags(target).map((tag) => tag.text);
  const missing = findTags(source).filter((tag) => {
    if (number !== undefined && tag.number !== number) return false;
    const at = there.indexOf(tag.text);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
  const first = missing[0];
  if (!first) return [];
  const closing = missing.find((tag) => tag.kind === "close" && tag.number === first.number);
  return first.kind === "open" && closing ? [first.text, closing.text] : [first.text];
}
