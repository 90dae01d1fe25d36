// What the machine offers for the open segment, as pure state: which answers count, what is shown of them,
// and what each key takes. Nothing here knows of the editor, the network or time.
import type { CompletionMessage, LanguageModelMessage, WordView } from "../live/messages";
import { toUnits } from "./points";

/** How the machine would go on. `text` begins with exactly `prefix`; places are in UTF-16 units. */
interface Completion {
  seq: number;
  prefix: string;
  text: string;
  words: readonly Word[];
  sure: number;
  suggestions: readonly Suggestion[];
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
  completion: Completion | null;
  line: { seq: number; prefix: string; text: string } | null;
  /** A draft that the machine's own first answer must not take the place of: the memory's. */
  steadfast: boolean;
  /** Hidden with Esc, until the next change. */
  hidden: boolean;
}

/** Text after the end of what is written. Places count from the beginning of the ghost. */
export interface Ghost {
  text: string;
  sure: number;
  words: readonly Word[];
}
/** Another continuation from the caret than the one that is written there. */
interface Proposal {
  at: number;
  old: string;
  fresh: string;
}
/** A line of the suggestion box: `half` is already written, `text` is put in at the caret. */
export interface Offer {
  kind: "translation" | "language model";
  half: string;
  text: string;
  probability: number | null;
}

export interface Draft {
  text: string;
  /** Whether it comes from the memory, and may be taken whole. */
  remembered: boolean;
  exact: boolean;
}

/** A segment is opened. Its draft, if it has one, is offered at once; nothing waits for the machine. */
export function begin(segment: number, asked: number, draft: Draft | null): Assist {
  const completion = draft && {
    seq: 0,
    prefix: "",
    text: draft.text,
    words: [],
    sure: draft.exact ? draft.text.length : 0,
    suggestions: [],
  };
  return { segment, asked, completion, line: null, steadfast: draft?.remembered ?? false, hidden: false };
}

/** Something was sent that will be answered under this number. */
export function asking(assist: Assist, seq: number): Assist {
  return { ...assist, asked: Math.max(assist.asked, seq), hidden: false };
}

/** An answer arrives. Of another segment, or older than what is shown, it changes nothing. */
export function answered(assist: Assist, message: CompletionMessage): Assist {
  if (message.segment !== assist.segment || message.seq > assist.asked) return assist;
  if (assist.completion && message.seq < assist.completion.seq) return assist;
  if (assist.steadfast && message.prefix === "") return assist;
  if (!message.text.startsWith(message.prefix)) return assist;
  return { ...assist, completion: inUnits(message) };
}

export function lineAnswered(assist: Assist, message: LanguageModelMessage): Assist {
  if (message.segment !== assist.segment || message.seq > assist.asked) return assist;
  if (assist.line && message.seq < assist.line.seq) return assist;
  return { ...assist, line: { seq: message.seq, prefix: message.prefix, text: message.text } };
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
  return { seq, prefix, text, words, sure: toUnits(text, message.sure), suggestions };
}

/** The ghost text behind what is written: an answer counts for as long as what is typed agrees with it. */
export function ghostOf(assist: Assist, text: string): Ghost | null {
  const { completion } = assist;
  if (!completion || assist.hidden) return null;
  if (!text.startsWith(completion.prefix) || !completion.text.startsWith(text)) return null;
  const at = text.length;
  if (completion.text.length === at) return null;
  const words = completion.words
    .filter((word) => word.end > at)
    .map((word) => ({ ...word, start: Math.max(word.start, at) - at, end: word.end - at }));
  return { text: completion.text.slice(at), sure: Math.max(0, completion.sure - at), words };
}

/** Where the machine would go on otherwise than what is written behind the caret; it is shown, never done. */
export function proposalOf(assist: Assist, text: string, caret: number): Proposal | null {
  const { completion } = assist;
  if (!completion || assist.hidden || caret >= text.length || caret === 0) return null;
  if (completion.prefix !== text.slice(0, caret) || completion.text.startsWith(text)) return null;
  const fresh = completion.text.slice(caret);
  return fresh.trim() ? { at: caret, old: text.slice(caret), fresh } : null;
}

/** The lines of the suggestion box at the caret. */
export function offersOf(assist: Assist, text: string, caret: number): Offer[] {
  if (assist.hidden) return [];
  const before = text.slice(0, caret);
  const offers: Offer[] = [];
  const add = (kind: Offer["kind"], prefix: string, whole: string, probability: number | null) => {
    const full = prefix + whole;
    // What was typed since may agree with a line; then the rest of it is still worth having.
    if (!before.startsWith(prefix) || !full.startsWith(before) || full.length === before.length) return;
    const rest = full.slice(before.length);
    offers.push({ kind, half: halfWord(before, rest), text: rest, probability });
  };
  for (const one of assist.completion?.suggestions ?? []) {
    add("translation", assist.completion?.prefix ?? "", one.text, one.probability);
  }
  if (assist.line?.text) add("language model", assist.line.prefix, assist.line.text, null);
  return offers;
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
  const word = /^\s*(⟦[^⟧]*⟧)*\S+/.exec(ghost.text);
  return word ? word[0] : ghost.text;
}

/** The place in the ghost text that a click means: the nearer edge of the word that was hit. */
export function nearestEdge(ghost: Ghost, at: number): number {
  const edges = new Set([0, ghost.text.length]);
  for (const match of ghost.text.matchAll(/⟦[^⟧]*⟧|[^\s⟦]+/g)) {
    edges.add(match.index);
    edges.add(match.index + match[0].length);
  }
  return [...edges].reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best));
}
