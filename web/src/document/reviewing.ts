// What a reviewer makes of a segment: approved, rejected, locked. The page shows it at once, and the server decides.
import type { Segment } from "../api/client";
import { t } from "../messages";
import type { Step } from "./events";
import { isConfirmed } from "./filters";
import { opened } from "./opening";
import { withLocal } from "./segments";
import { may, openSegment, visibleSegments, type DocumentState } from "./state";

export type Verdict = { status: "approved" | "edited" } | { locked: boolean };

/** Why nobody can judge the open segment now; null where somebody can. */
function obstacle(state: DocumentState): string | null {
  const segment = openSegment(state);
  if (!state.open || !segment) return t("actions.obstacles.noSegment");
  if (state.open.heldBy) return t("actions.obstacles.heldBy", { name: state.open.heldBy });
  return state.outbox.unsaved.has(segment.id) ? t("notes.waitUntilSaved") : null;
}

/** The same for what a lock keeps as it is. */
function obstacleWhereLocked(state: DocumentState, further: (segment: Segment) => string | null): string | null {
  const segment = openSegment(state);
  if (segment?.locked) return t("actions.obstacles.locked");
  return obstacle(state) ?? (segment && further(segment));
}

export const obstacleToApprove = (state: DocumentState): string | null =>
  obstacleWhereLocked(state, ({ status }) => {
    if (status === "approved") return t("actions.obstacles.approvedAlready");
    return status === "confirmed" ? null : t("actions.obstacles.confirmFirst");
  });

export const obstacleToReject = (state: DocumentState): string | null =>
  obstacleWhereLocked(state, (segment) => (isConfirmed(segment) ? null : t("actions.obstacles.notConfirmed")));

export const obstacleToLock = obstacle;

/** The next of some segments that waits for a reviewer, after one of them, going round once. */
export function nextToApprove(visible: readonly Segment[], after: number): Segment | null {
  const start = visible.findIndex((segment) => segment.id === after);
  const round = [...visible.slice(start + 1), ...visible.slice(0, Math.max(start, 0))];
  return round.find((segment) => segment.status === "confirmed" && !segment.locked) ?? null;
}

/** Send what was decided; after an approval, go on to the next segment that waits for one. */
export function judged(state: DocumentState, verdict: Verdict): Step<DocumentState> {
  const { open } = state;
  const segment = openSegment(state);
  if (!open || !segment) return [state, []];
  const shown = withLocal(state, segment.id, verdict);
  const locked = "locked" in verdict ? verdict.locked : segment.locked;
  const editable = !locked && open.heldBy === null && may(state, "translate");
  const next: DocumentState = { ...shown, open: { ...open, editable } };
  const [after, opening] = "status" in verdict && verdict.status === "approved" ? wentOn(next, segment.id) : [next, []];
  return [after, [{ type: "judge", segment: segment.id, version: segment.version, verdict }, ...opening]];
}

function wentOn(state: DocumentState, from: number): Step<DocumentState> {
  const next = nextToApprove(visibleSegments(state.list, from), from);
  return next ? opened(state, next.id) : [{ ...state, note: t("notes.noneToApprove") }, []];
}
