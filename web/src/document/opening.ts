// Going to a segment: what is sent for it, what is shown until the server has answered.
import type { Segment } from "../api/client";
import { asking, begin } from "../editor/assist";
import { number, open } from "../live/outbox";
import type { Effect, Step } from "./events";
import { draftOf, may, segmentOf, writtenIn, type DocumentState, type OpenSegment } from "./state";

function opening(state: DocumentState, segment: Segment, seq: number, at: number): OpenSegment {
  const text = writtenIn(state, segment);
  const caret = Math.min(at, text.length);
  const draft = draftOf(state, segment);
  return {
    id: segment.id,
    editable: !segment.locked && may(state, "translate"),
    heldBy: null,
    text,
    caret,
    anchor: caret,
    redos: 0,
    draft: draft ? segment : null,
    assist: begin(segment.id, seq, draft),
    matches: [],
    matchesNote: "",
    terms: [],
    picked: "",
    checked: { text: "", findings: [] },
    ignoredSince: 0,
    questioned: null,
    chosen: -1,
    rephrasing: null,
    explained: false,
    commentRevision: 0,
  };
}

/** Leave the segment that is open and go to another one. */
export function opened(state: DocumentState, id: number, caret = Number.POSITIVE_INFINITY): Step<DocumentState> {
  const segment = segmentOf(state, id);
  if (!segment || state.open?.id === id) return [state, []];
  const [left, leaving] = closed(state);
  const [outbox, message] = open(left.outbox, id);
  const next = { ...left, outbox, wanted: null, open: opening(left, segment, outbox.seq, caret) };
  return [next, [{ type: "forgetRest" }, ...leaving, { type: "send", message }]];
}

function closed(state: DocumentState): Step<DocumentState> {
  if (!state.open) return [state, []];
  const { id } = state.open;
  const [outbox, seq] = number(state.outbox);
  const effects: Effect[] = [
    { type: "sendEffort", segment: id },
    { type: "send", message: { type: "close", seq, segment: id } },
  ];
  return [{ ...state, outbox }, effects];
}

/** Tell the server once more which segment is open; `take` takes it over from another page of one's own. */
export function reopened(state: DocumentState, take = false): Step<DocumentState> {
  if (!state.open) return [state, []];
  const [outbox, message] = open(state.outbox, state.open.id, take);
  const assist = asking(state.open.assist, outbox.seq);
  return [{ ...state, outbox, open: { ...state.open, assist } }, [{ type: "send", message }]];
}
