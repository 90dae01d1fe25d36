// How far a document or project has come: approved, confirmed, edited, pre-translated, the rest.
import type { Progress } from "../api/client";
import { useTranslation } from "../messages";
import { number, percent } from "../messages/intl";

const PARTS = ["approved", "confirmed", "edited", "draft"] as const;

export function ProgressBar({ progress, label }: { progress: Progress; label: string }) {
  const { t } = useTranslation();
  const total = progress.total.words || 1;
  const done = (progress.confirmed.words + progress.approved.words) / total;
  const rounded = Math.floor(100 * done);
  const segments = (count: number) => number(count);
  const told = t("progress.title", {
    approved: segments(progress.approved.segments),
    confirmed: segments(progress.confirmed.segments),
    edited: segments(progress.edited.segments),
    draft: segments(progress.draft.segments),
    empty: segments(progress.untranslated.segments),
  });
  return (
    <span className="progress" title={told}>
      <span
        className="bar"
        role="progressbar"
        aria-label={label}
        aria-valuenow={rounded}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${percent(rounded / 100)}. ${told}`}
      >
        {PARTS.map((part) => (
          <span key={part} className={part} style={{ width: `${(100 * progress[part].words) / total}%` }} />
        ))}
      </span>
      <span className="figure">{percent(rounded / 100)}</span>
    </span>
  );
}
