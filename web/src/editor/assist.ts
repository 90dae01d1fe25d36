// What the machine offers for the open segment, as pure state: which answers count, what is shown of them,
// and what each key takes. Nothing here knows of the editor, the network or time.
import type { CompletionMessage, LanguageModelMessage, WordView } from "../live/messages";
import { leftOf, type Left } from "./left";
import { toUnits } from "./points";
import { firstWord, isSpaceless, joins, wordEdges } from "./scripts";

/** How the machine would go on. `text` begins with exactly `prefix`; places are in UTF-16 units. */
interface Completion {
  seq: number;
  prefix: string;
  text: string;
  words: readonly Word[];
  sure: number;
  suggestions: readonly Suggestion[];
  /** Stretches of the source that `text` leaves out, in characters. */
  uncovered: readonly (readonly [number, number])[];
}
export interface Word {
  start: number;
  end: number;
  probability: number;
  causes: WordView["causes"];
}
interface Suggestion {
  text: string;
  probability: number;
}

export interface Assist {
  segment: number;
  /** The newest number that was sent for this segment; answers to later ones cannot exist. */
  asked: number;
  /** The first suggestion, for as long as what is written agrees with it. */
  draft: Draft | null;
  completion: Completion | null;
  languageModel: { seq: number; prefix: string; text: string } | null;
  /** Hidden with Esc, until the next change. */
  hidden: boolean;
  /** What is left of the last suggestion behind a text that departed from it, until the machine has answered. */
  left: Left | null;
}

/** Text after the end of what is written. Places count from the beginning of the ghost. */
export interface Ghost {
  text: string;
  sure: number;
  words: readonly Word[];
  /** Only shown, so that nothing flickers: the machine has not answered what was typed yet. */
  awaited: boolean;
}
/** Another continuation from the caret than the one that is written there. */
export interface Proposal {
  at: number;
  old: string;
  fresh: string;
}
/** A line of the suggestion box: `half` is already written, `text` is put in at the caret. */
export interface Offer {
  kind: "translation" | "language model" | "rephrasing";
  half: string;
  text: string;
  probability: number | null;
  /** What it takes the place of, where it is not put in at the caret. */
  span?: { start: number; end: number };
}

export interface Draft {
  text: string;
  /** Whether it is the memory's translation of this very source, and may be accepted whole. */
  exact: boolean;
}

/** A segment is opened. Its draft, if it has one, is offered at once; nothing waits for the machine. */
export function begin(segment: number, asked: number, draft: Draft | null): Assist {
  return { segment, asked, draft, completion: null, languageModel: null, hidden: false, left: null };
}

/** Something was sent that will be answered under this number. */
export function asking(assist: Assist, seq: number): Assist {
  return { ...assist, asked: Math.max(assist.asked, seq), hidden: false };
}

/** Something was written, which the machine will answer under this number. What was suggested before stays as far
 * as it agrees; `answers`: whether there is a machine to wait for. */
export function wrote(assist: Assist, before: string, after: string, seq: number, answers: boolean): Assist {
  const shown = answers ? shownOf(assist, before) : null;
  const rest = shown ? leftOf(shown.text, before, after) : "";
  return { ...asking(assist, seq), left: rest ? { text: after, rest } : null };
}

/** An answer arrives. Of another segment, or older than what is shown, it changes nothing. */
export function answered(assist: Assist, message: CompletionMessage): Assist {
  if (message.segment !== assist.segment || message.seq > assist.asked) return assist;
  if (assist.completion && message.seq < assist.completion.seq) return assist;
  if (!message.text.startsWith(message.prefix)) return assist;
  return { ...assist, completion: inUnits(message) };
}

export function languageModelAnswered(assist: Assist, message: LanguageModelMessage): Assist {
  const { seq, segment, prefix, text } = message;
  if (segment !== assist.segment || seq > assist.asked) return assist;
  if (assist.languageModel && seq < assist.languageModel.seq) return assist;
  return { ...assist, languageModel: { seq, prefix, text } };
}

export function hide(assist: Assist): Assist {
  return { ...assist, hidden: true };
}

function inUnits(message: CompletionMessage): Completion {
  const { seq, prefix, text, suggestions } = message;
  const words = message.words.map((word) => ({
    start: toUnits(text, word.start),
    end: toUnits(text, word.end),
    probability: word.probability,
    causes: word.causes,
  }));
  const { uncovered } = message;
  return { seq, prefix, text, words, sure: toUnits(text, message.sure), suggestions, uncovered };
}

/** The draft as a suggestion. The machine's own answer says how sure it is of the words that it has in common
 * with the draft, and where they come from; what it would say otherwise is not shown. */
function drafted(draft: Draft, completion: Completion | null): Completion {
  const { text, exact } = draft;
  const common = completion ? commonLength(text, completion.text) : 0;
  const whole = (end: number) => end < common || (end === common && !joins("a", text[end]));
  const words = (completion?.words ?? []).filter((word) => whole(word.end));
  const sure = exact ? text.length : Math.min(completion?.sure ?? 0, words.at(-1)?.end ?? 0);
  return { seq: 0, prefix: "", text, words, sure, suggestions: [], uncovered: [] };
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** What is suggested for a text: the draft until the text departs from it, then what was last answered. */
function suggested(assist: Assist, text: string): Completion | null {
  const { draft, completion } = assist;
  const continues = (whole: string) => whole.length > text.length && whole.startsWith(text);
  if (draft && continues(draft.text)) return drafted(draft, completion);
  return completion && text.startsWith(completion.prefix) && continues(completion.text) ? completion : null;
}

/** The ghost text behind what is written: it counts for as long as what is typed agrees with it. */
export function ghostOf(assist: Assist, text: string): Ghost | null {
  const completion = assist.hidden ? null : suggested(assist, text);
  if (!completion) return null;
  const at = text.length;
  const words = completion.words
    .filter((word) => word.end > at)
    .map((word) => ({ ...word, start: Math.max(word.start, at) - at, end: word.end - at }));
  return { text: completion.text.slice(at), sure: Math.max(0, completion.sure - at), words, awaited: false };
}

/** Stretches of the source, in characters, that nothing covers in what is written and suggested. */
export function uncoveredOf(assist: Assist, text: string): Completion["uncovered"] {
  return (assist.hidden ? null : suggested(assist, text))?.uncovered ?? [];
}

/** What is shown behind what is written: the ghost text, or until there is one, what is left of the one before. */
export function shownOf(assist: Assist, text: string): Ghost | null {
  const ghost = ghostOf(assist, text);
  if (ghost || assist.hidden || assist.left?.text !== text) return ghost;
  const answered = (assist.completion?.seq ?? -1) >= assist.asked;
  return answered ? null : { text: assist.left.rest, sure: 0, words: [], awaited: true };
}

/** The most words of a change behind the caret: what is longer is another sentence, and not shown. */
const LONGEST_CHANGE = 6;

/** The first change that the machine would make behind the caret; it is shown, never made by itself.
 *
 * What both have in common at the end is no part of it. */
export function proposalOf(assist: Assist, text: string, caret: number): Proposal | null {
  const { completion } = assist;
  if (!completion || assist.hidden || caret >= text.length || caret === 0) return null;
  if (completion.prefix !== text.slice(0, caret) || completion.text.startsWith(text)) return null;
  const old = wordsOf(text.slice(caret));
  const fresh = wordsOf(completion.text.slice(caret));
  let start = 0;
  while (start < old.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const before = old.slice(0, start).join("");
  const change = {
    at: caret + before.length,
    old: old.slice(start, old.length - end).join(""),
    fresh: fresh.slice(start, fresh.length - end).join(""),
  };
  const long = (words: readonly string[]) => words.length - start - end > 2 * LONGEST_CHANGE;
  return long(old) || long(fresh) || !(change.old + change.fresh).trim() ? null : change;
}

/** A text as words, spaces, tags and marks; a character of a script without spaces is a word. */
const WORDS = /⟦[^⟧]*⟧|\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|\s+|./gsu;
export const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

/** What is less probable is hardly ever what somebody wants to write. */
const LEAST_PROBABILITY = 0.05;

/** The suggestions at the caret that are worth reading: probable, and each with a first word that is not there yet. */
export function offersOf(assist: Assist, text: string, caret: number): Offer[] {
  if (assist.hidden) return [];
  const before = text.slice(0, caret);
  const offers: Offer[] = [];
  const there = wordsThere(assist, text, caret);
  const add = (kind: Offer["kind"], prefix: string, whole: string, probability: number | null) => {
    const full = prefix + whole;
    // What was typed since may agree with a line; then the rest of it is still worth having.
    if (!before.startsWith(prefix) || !full.startsWith(before) || full.length === before.length) return;
    const rest = full.slice(before.length);
    const offer = { kind, half: halfWord(before, rest), text: rest, probability };
    const word = bareWord(offer.half + rest);
    if (kind === "translation" && there.has(word)) return;
    there.add(word);
    offers.push(offer);
  };
  for (const one of assist.completion?.suggestions ?? []) {
    if (one.probability < LEAST_PROBABILITY) continue;
    add("translation", assist.completion?.prefix ?? "", one.text, one.probability);
  }
  const { languageModel } = assist;
  if (languageModel?.text) add("language model", languageModel.prefix, languageModel.text, null);
  return offers;
}

const bareWord = (text: string): string =>
  firstWord(text)
    .trim()
    .replace(/[\p{P}]+$/u, "");

/** The words around the caret, that of the ghost text among them: to read one of them again helps nobody. */
function wordsThere(assist: Assist, text: string, caret: number): Set<string> {
  const before = text.slice(0, caret);
  const behind = caret < text.length ? text.slice(caret) : (ghostOf(assist, text)?.text ?? "");
  const last = /\s$/.test(before) ? (/(\S+)\s+$/.exec(before)?.[1] ?? "") : "";
  return new Set([bareWord(halfWord(before, behind) + behind), bareWord(last)].filter(Boolean));
}

function halfWord(before: string, rest: string): string {
  if (/^[\s⟦]/.test(rest)) return "";
  return /[^\s⟧]*$/.exec(before)?.[0] ?? "";
}

export type Take = "sure" | "word" | "rest";

/** What a key takes of the ghost text; nothing where there is nothing of that kind. */
export function taken(ghost: Ghost, what: Take): string {
  if (what === "rest") return ghost.text;
  if (what === "sure") return ghost.text.slice(0, ghost.sure);
  const next = ghost.words.find((word) => ghost.text.slice(0, word.end).trim() !== "");
  if (next) return ghost.text.slice(0, next.end);
  return firstWord(ghost.text);
}

/** The place in the ghost text that a click means: the nearer edge of the word that was hit. */
export function nearestEdge(ghost: Ghost, at: number): number {
  const edges = new Set([0, ghost.text.length]);
  for (const match of ghost.text.matchAll(/⟦[^⟧]*⟧|[^\s⟦]+/g)) {
    edges.add(match.index).add(match.index + match[0].length);
    if (isSpaceless(match[0][0])) for (const edge of wordEdges(match[0])) edges.add(match.index + edge);
  }
  return [...edges].reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best));
}
