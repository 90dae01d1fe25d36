// The foot of the active segment: the keys that matter most, what the checks found, whether it is saved.
import type { Finding, Segment } from "../api/client";
import { toPoints } from "../editor/points";
import { useKeys } from "../keys/useKeys";
import { Key } from "../parts/Key";
import { applyFix } from "./actions";
import { useDesk, useDeskState } from "./useDesk";

/** While a sentence is unfinished, what it lacks is no fault; only what points at something written is shown. */
function worthShowing(findings: readonly Finding[], unfinished: string | null): readonly Finding[] {
  if (unfinished === null) return findings;
  const end = toPoints(unfinished, unfinished.length);
  return findings.filter((finding) => finding.target.some(([, to]) => to < end));
}

/** `unfinished`: what is written so far, where the machine still offers to go on. */
export function CardFoot({ segment, unfinished }: { segment: Segment; unfinished: string | null }) {
  const desk = useDesk();
  const { keys } = useKeys();
  const found = useDeskState((state) => state.findings);
  const kept = useDeskState((state) => state.box.unsaved.get(segment.id));
  const line = useDeskState((state) => state.line);
  const saving = kept?.refused ? "not saved" : kept ? (line === "connected" ? "saving …" : "kept here") : "saved";
  const findings = worthShowing(found, unfinished);
  return (
    <footer className="card-foot">
      <span className="hints">
        <span>
          <Key combo={keys.takeSure} /> take highlighted
        </span>
        <span>
          <Key combo={keys.takeWord} /> word
        </span>
        <span>
          <Key combo={keys.takeRest} /> all
        </span>
        <span>
          <Key combo={keys.confirm} /> confirm, next
        </span>
      </span>
      <span className="findings" role="status" aria-label="Checks">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike, and a line keeps no state.
          <span key={index} className="finding" title={finding.message}>
            {finding.message}
            {finding.fix !== null && (
              <button
                type="button"
                className={finding.safe ? undefined : "unsafe"}
                title={finding.safe ? "This cannot change the meaning." : "This may change the meaning: read it again."}
                onClick={() => applyFix(desk, finding)}
              >
                Mend
              </button>
            )}
          </span>
        ))}
      </span>
      <span className={`saving ${kept?.refused ? "failed" : ""}`} title={kept?.refused ?? ""}>
        {segment.status === "draft" && !kept ? "draft" : saving}
      </span>
    </footer>
  );
}
