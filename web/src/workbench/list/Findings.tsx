// What the checks found in the text that would be confirmed, in a place of fixed height.
import type { Finding } from "../../api/client";
import { applyFix } from "../../actions/segment";
import { written } from "../../actions/keys";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import { blockingFindings, isQuestioned } from "../../document/confirming";
import type { OpenSegment } from "../../document/state";
import { toPoints } from "../../editor/points";

/** While a sentence is unfinished, what it lacks is no fault; only what points at something written is shown. */
function worthShowing(findings: readonly Finding[], unfinished: string | null): readonly Finding[] {
  if (!unfinished) return findings;
  const end = toPoints(unfinished, unfinished.length);
  return findings.filter((finding) => finding.target.some(([, to]) => to < end));
}

interface FindingsProps {
  open: OpenSegment;
  /** What is written so far, where the machine still offers to go on. */
  unfinished: string | null;
}

export function Findings({ open, unfinished }: FindingsProps) {
  const { keymap } = useKeymap();
  const questioned = isQuestioned(open);
  const findings = questioned ? blockingFindings(open) : worthShowing(open.checked.findings, unfinished);
  return (
    <div className={questioned ? "findings questioned" : "findings"} role="status" aria-label="QA issues">
      {questioned && <b>Confirm anyway? Press {written(keymap.confirm)} again.</b>}
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike, and a line keeps no state.
        <FoundIssue key={index} finding={finding} />
      ))}
    </div>
  );
}

function FoundIssue({ finding }: { finding: Finding }) {
  const workbench = useWorkbench();
  return (
    <span className="finding" title={finding.message}>
      {finding.message}
      {finding.fix !== null && (
        <button
          type="button"
          className={finding.safe ? undefined : "unsafe"}
          title={finding.safe ? "This cannot change the meaning." : "This may change the meaning: read it again."}
          onClick={() => applyFix(workbench, finding)}
        >
          Fix
        </button>
      )}
    </span>
  );
}
