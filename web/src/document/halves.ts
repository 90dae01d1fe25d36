// Where a translation is cut when its source is cut in two.
import { findTags } from "../editor/tags";

const STRONG = "。！？；.!?;…";
const WEAK = "，、：,:";
const CLOSING = "\"'”’」』)）";
/** A full stop or a comma inside a number or a name ends nothing. */
const MARK = /(?:[。！？；…，、：]|[.!?;,:](?=\W|$))["'”’」』)）]*/gu;
/** How far from the source's share a mark may be, as a part of the translation. */
const FAR = 0.2;

type Kind = "strong" | "weak" | "";

function kindOf(text: string): Kind {
  let end = text.trimEnd().length;
  while (end > 0 && CLOSING.includes(text[end - 1] as string)) end -= 1;
  const last = text[end - 1] ?? " ";
  return STRONG.includes(last) ? "strong" : WEAK.includes(last) ? "weak" : "";
}

/** The ends of the marks inside a text, and what kind each is. */
function marksIn(text: string): { end: number; kind: Kind }[] {
  const marks = [...text.matchAll(MARK)].map((mark) => mark.index + mark[0].length);
  return marks.filter((end) => text.slice(end).trim()).map((end) => ({ end, kind: kindOf(text.slice(0, end)) }));
}

/** Closing tags belong to what precedes them. */
function behindTags(text: string, place: number): number {
  const closing = findTags(text).find((tag) => tag.from === place && tag.kind === "close");
  return closing ? behindTags(text, closing.to) : place;
}

/** Where `target` is cut when `source` is cut before `at`: behind the mark of the same kind and number, if both texts
 * have as many; else behind the mark that is about as far along. Its end, where that cannot be told. */
export function halfway(source: string, at: number, target: string): number {
  const kind = kindOf(source.slice(0, at));
  const ours = marksIn(source).filter((mark) => mark.kind === kind);
  const theirs = marksIn(target).filter((mark) => mark.kind === kind);
  const number = ours.findIndex((mark) => source.slice(mark.end, at).trim() === "" && mark.end <= at);
  const same = number >= 0 && ours.length === theirs.length ? theirs[number] : undefined;
  const share = (at / Math.max(1, source.length)) * target.length;
  const near = (end: number, by: number) => Math.abs(end - share) <= by * target.length;
  if (same && near(same.end, 2 * FAR)) return behindTags(target, same.end);
  const [nearest] = marksIn(target)
    .map((mark) => mark.end)
    .sort((a, b) => Math.abs(a - share) - Math.abs(b - share));
  return nearest !== undefined && near(nearest, FAR) ? behindTags(target, nearest) : target.length;
}
