// One undo for the whole document: what was done, in order. What was written in a segment is kept by its editor; what
// the server did is taken back by the server, if nobody has changed it since.
import type { Written } from "./events";
import { openId, type DocumentState } from "./state";

export interface Versioned {
  segment: number;
  version: number;
}

export type Act =
  /** Something was written in a segment, beyond so many steps of its editor's own history. */
  | { kind: "wrote"; segment: number; depth: number }
  /** It was confirmed; without a version while the server has not answered. */
  | { kind: "confirmed"; segment: number; version: number | null }
  /** The server changed some segments, and left them at these versions. */
  | { kind: "changed"; changes: readonly Versioned[] };

export interface DocumentHistory {
  past: readonly Act[];
  /** What the server is taking back at the moment. */
  undoing: Act | null;
}

const MOST = 1000;

export const withPast = (state: DocumentState, past: readonly Act[]): DocumentState => ({
  ...state,
  history: { ...state.history, past },
});

export function did(state: DocumentState, act: Act): DocumentState {
  return withPast(state, [...state.history.past, act].slice(-MOST));
}

export const lastAct = (state: DocumentState): Act | undefined => state.history.past.at(-1);

/** The text of the open segment has changed: by writing, or by an undo in its editor. */
export function wrote(state: DocumentState, { depth, how }: Written): DocumentState {
  const segment = openId(state);
  if (segment === null || depth === undefined || how === "unrecorded") return state;
  const isHere = (act: Act | undefined) => act?.kind === "wrote" && act.segment === segment;
  if (how !== "undone")
    return isHere(lastAct(state)) ? state : did(state, { kind: "wrote", segment, depth: depth - 1 });
  const past = [...state.history.past];
  for (let act = past.at(-1); act?.kind === "wrote" && isHere(act) && act.depth >= depth; act = past.at(-1)) past.pop();
  return withPast(state, past);
}

/** The server has answered a confirmation: it can be taken back from this version on; or it came to nothing. */
export function confirmationSettled(state: DocumentState, segment: number, version: number | null): DocumentState {
  const settled = (act: Act) => act.kind === "confirmed" && act.segment === segment && act.version === null;
  if (!state.history.past.some(settled)) return state;
  const past = state.history.past.flatMap((act): Act[] => {
    if (!settled(act)) return [act];
    return version === null ? [] : [{ kind: "confirmed", segment, version }];
  });
  return withPast(state, past);
}

/** A change of this page's own has another version: what was done before it can still be taken back. */
export function carried(state: DocumentState, segment: number, from: number, to: number): DocumentState {
  const mine = (one: { segment: number; version: number | null }) => one.segment === segment && one.version === from;
  if (from === to || state.history.past.length === 0) return state;
  const past = state.history.past.map((act): Act => {
    if (act.kind === "confirmed") return mine(act) ? { ...act, version: to } : act;
    if (act.kind === "wrote" || !act.changes.some(mine)) return act;
    return { ...act, changes: act.changes.map((one) => (mine(one) ? { segment, version: to } : one)) };
  });
  return withPast(state, past);
}

/** Whether the server changes a segment because of an undo of this page, which the editor's history leaves out. */
export function isBeingUndone(state: DocumentState, segment: number): boolean {
  const act = state.history.undoing;
  if (!act || act.kind === "wrote") return false;
  return act.kind === "confirmed" ? act.segment === segment : act.changes.some((one) => one.segment === segment);
}
