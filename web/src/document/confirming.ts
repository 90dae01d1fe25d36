// Confirming a segment: exactly what is written in it, or, where nothing is, the draft that is shown.
import type { Finding } from "../api/client";
import { ghostOf } from "../editor/assist";
import { t } from "../messages";
import * as outboxes from "../live/outbox";
import type { Effect, Step } from "./events";
import { isConfirmed, nextUnconfirmed } from "./filters";
import { did } from "./history";
import { opened } from "./opening";
import { withLocal } from "./segments";
import { openSegment, visibleSegments, type DocumentState, type OpenSegment } from "./state";

/** What Ctrl+Enter confirms. Suggested words are part of it only if they were accepted. */
export function textToConfirm(open: OpenSegment): string {
  if (open.text !== "" || !open.draft) return open.text;
  return ghostOf(open.assist, "")?.text ?? "";
}

/** The findings in what would be confirmed that a translator must have seen. */
export function blockingFindings(open: OpenSegment): readonly Finding[] {
  if (open.checked.text !== textToConfirm(open)) return [];
  return open.checked.findings.filter((finding) => finding.blocking && !finding.ignored);
}

/** Whether the next confirmation is one in spite of findings that were asked about. */
export const isQuestioned = (open: OpenSegment) => open.questioned !== null && open.questioned === textToConfirm(open);

function obstacle(state: DocumentState, open: OpenSegment, text: string): string | null {
  if (!text.trim()) return t("actions.obstacles.nothingToConfirm");
  if (state.conflicts.has(open.id)) return t("notes.chooseFirst");
  return null;
}

export function confirmed(state: DocumentState): Step<DocumentState> {
  const { open } = state;
  const segment = openSegment(state);
  if (!open?.editable || !segment) return [state, []];
  const text = textToConfirm(open);
  const note = obstacle(state, open, text);
  if (note) return [{ ...state, note }, []];
  if (blockingFindings(open).length > 0 && !isQuestioned(open)) {
    return [{ ...state, open: { ...open, questioned: text } }, []];
  }
  // The answer to what was typed last may still be on its way; then the server asks.
  const ask = open.checked.text !== text && !isQuestioned(open);
  const version = outboxes.versionOf(state.outbox, segment);
  const [outbox, message] = outboxes.confirm(state.outbox, segment.id, { text, caret: text.length, version }, ask);
  const again = isConfirmed(segment) && segment.target === text;
  const noted = again ? state : did(state, { kind: "confirmed", segment: segment.id, version: null });
  const next = withLocal({ ...noted, outbox }, segment.id, { target: text, status: "confirmed" });
  const [after, opening] = wentOn(next);
  const effects: Effect[] = [
    { type: "send", message },
    { type: "separate" },
    { type: "countConfirmed", characters: text.length },
  ];
  return [after, [...effects, ...opening]];
}

/** Go on to the next segment that is not confirmed. */
function wentOn(state: DocumentState): Step<DocumentState> {
  const { list, open } = state;
  const next = nextUnconfirmed(visibleSegments(list, open?.id ?? null), open?.id ?? null);
  if (next) return opened(state, next.id);
  return [list.segments.every(isConfirmed) ? { ...state, note: t("notes.allConfirmed") } : state, []];
}
