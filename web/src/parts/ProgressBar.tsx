// How far a document or project has come: confirmed, drafted, the rest.
import type { Progress } from "../api/client";

function share(progress: Progress): { done: number; begun: number } {
  const total = progress.total.words || 1;
  const done = progress.confirmed.words + progress.approved.words;
  const begun = progress.draft.words + progress.edited.words;
  return { done: (100 * done) / total, begun: (100 * begun) / total };
}

export function ProgressBar({ progress, label }: { progress: Progress; label: string }) {
  const { done, begun } = share(progress);
  const rounded = Math.floor(done);
  return (
    <span className="progress">
      <span
        className="bar"
        role="progressbar"
        aria-label={label}
        aria-valuenow={rounded}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className="done" style={{ width: `${done}%` }} />
        <span className="begun" style={{ width: `${begun}%` }} />
      </span>
      <span className="figure">{rounded}%</span>
    </span>
  );
}
