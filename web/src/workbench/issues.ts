// The QA issues of the open segment that are worth showing now.
import type { Finding } from "../api/client";
import { blockingFindings, isQuestioned } from "../document/confirming";
import type { OpenSegment } from "../document/state";
import { shownOf } from "../editor/assist";
import { toPoints } from "../editor/points";

/** While a sentence is unfinished, what it lacks is no fault; only what points at something written is shown. */
export function issuesOf(open: OpenSegment): readonly Finding[] {
  if (isQuestioned(open)) return blockingFindings(open);
  const findings = open.checked.findings.filter((finding) => !finding.ignored);
  const unfinished = open.editable && open.text !== "" && shownOf(open.assist, open.text) !== null;
  if (!unfinished) return findings;
  const end = toPoints(open.text, open.text.length);
  return findings.filter((finding) => finding.target.some(([, to]) => to < end));
}

/** What somebody ignores in this text. */
export const ignoredIn = (open: OpenSegment) => open.checked.findings.filter((finding) => finding.ignored);
