// Undo: in the editor of the segment that was written in last, or by the server.
import type { Segment } from "../api/client";
import { t } from "../messages";
import type { DocumentEvent, Step } from "./events";
import { lastAct, withPast } from "./history";
import { elsewhere } from "./incoming";
import { opened } from "./opening";
import { segmentOf, type DocumentState } from "./state";

/** Why nothing can be undone now; null where something can. */
export function obstacleToUndo(state: DocumentState): string | null {
  const act = lastAct(state);
  if (!act) return t("editor.nothingToUndo");
  if (state.history.undoing) return t("editor.undoing");
  if (act.kind === "confirmed" && act.version === null)
    return t("editor.stillSaving", { number: segmentOf(state, act.segment)?.number ?? "" });
  return null;
}

/** The segment that has to be open for its editor to undo what was written last; null where the server undoes. */
export function writtenLast(state: DocumentState): { segment: number; depth: number } | null {
  const act = lastAct(state);
  return act?.kind === "wrote" ? act : null;
}

/** The editor has nothing left of what was written last: the segment was changed meanwhile, and its past is gone. */
export function forgotten(state: DocumentState): DocumentState {
  const past = state.history.past.slice(0, -1);
  return { ...withPast(state, past), note: t("editor.changedSince") };
}

/** Ask the server to take back what was done last. */
export function undone(state: DocumentState): Step<DocumentState> {
  const act = lastAct(state);
  if (!act || act.kind === "wrote" || obstacleToUndo(state) !== null) return [state, []];
  const changes = act.kind === "changed" ? act.changes : [{ segment: act.segment, version: act.version ?? 0 }];
  return [{ ...state, history: { ...state.history, undoing: act } }, [{ type: "undo", changes }]];
}

/** The server has answered: what it could take back is as it was; where one has to look is opened. */
export function tookBack(
  state: DocumentState,
  { changed, refused }: Extract<DocumentEvent, { type: "tookBack" }>,
): Step<DocumentState> {
  const { past, undoing } = state.history;
  const [shown, effects] = elsewhere(state, changed);
  const next = { ...shown, history: { past: past.filter((act) => act !== undoing), undoing: null } };
  if (!changed.length) return [{ ...next, note: refused[0]?.message ?? "" }, effects];
  const [first] = changed as [Segment];
  const count = undoing?.kind === "changed" ? undoing.changes.length - refused.length : 1;
  const done = t("editor.undoneIn", { count, number: first.number });
  const left = refused.length ? ` ${t("editor.notUndone", { count: refused.length })} ${refused[0]?.message}` : "";
  const [after, opening]: Step<DocumentState> = count === 1 ? opened(next, first.id) : [next, []];
  return [{ ...after, note: done + left }, [...effects, ...opening]];
}

/** The server could not be asked: nothing has changed. */
export function notTakenBack(state: DocumentState, reason: string): DocumentState {
  return { ...state, note: reason, history: { ...state.history, undoing: null } };
}
