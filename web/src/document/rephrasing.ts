// Other words for what is selected: asked for, answered, and offered for as long as text and selection stay.
import { t } from "../messages";
import { offersOf, type Offer } from "../editor/assist";
import { toPoints, toUnits } from "../editor/points";
import type { ServerMessage } from "../live/messages";
import { number } from "../live/outbox";
import type { Step } from "./events";
import type { DocumentState, OpenSegment } from "./state";

/** What was asked, and what came of it. Places are in UTF-16 units. */
export interface Rephrasing {
  seq: number;
  start: number;
  end: number;
  /** Null until there is an answer. */
  lines: readonly { text: string; probability: number }[] | null;
}

type Answer = Extract<ServerMessage, { type: "rephrasings" }>;

/** Ask for other words for the selection. */
export function askedToRephrase(state: DocumentState): Step<DocumentState> {
  const { open } = state;
  if (!open?.editable || open.caret === open.anchor) return [state, []];
  const { id, text, caret, anchor } = open;
  const [outbox, seq] = number(state.outbox);
  const [start, end] = [Math.min(caret, anchor), Math.max(caret, anchor)];
  const asked = { ...state, outbox, open: { ...open, chosen: -1, rephrasing: { seq, start, end, lines: null } } };
  const span = { start: toPoints(text, start), end: toPoints(text, end) };
  return [asked, [{ type: "send", message: { type: "rephrase", seq, segment: id, text, ...span } }]];
}

/** The answer counts if nothing was written or selected since. */
export function rephrased(state: DocumentState, answer: Answer): DocumentState {
  const { open } = state;
  if (open?.id !== answer.segment || open.rephrasing?.seq !== answer.seq) return state;
  const [start, end] = [toUnits(open.text, answer.start), toUnits(open.text, answer.end)];
  const rephrasing = { seq: answer.seq, start, end, lines: answer.rephrasings };
  const note = answer.rephrasings.length ? state.note : t("notes.noOtherWords");
  return { ...state, note, open: { ...open, rephrasing } };
}

/** The lines of the suggestion box. */
export function offersIn(open: OpenSegment): Offer[] {
  const { rephrasing } = open;
  if (!rephrasing) return offersOf(open.assist, open.text, open.caret);
  const { start, end, lines } = rephrasing;
  return (lines ?? []).map((line) => ({ kind: "rephrasing", half: "", ...line, span: { start, end } }));
}
