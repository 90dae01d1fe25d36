// A segment of the list that is not being worked on.
import { memo, type MouseEvent } from "react";
import type { Segment } from "../../api/client";
import { direction } from "../../editor/create";
import { meaningsOf } from "../../editor/tags";
import { placeOfClick, Tagged } from "../../parts/Tagged";

export const STATUS: Record<Segment["status"], string> = {
  untranslated: "untranslated",
  draft: "draft",
  edited: "edited",
  confirmed: "confirmed",
  approved: "approved",
};

/** Where a translation comes from, in one word or number. */
function originOf(segment: Segment): string {
  if (segment.rate !== null) return `${segment.rate}%`;
  switch (segment.origin) {
    case "none":
      return "";
    case "machine":
      return "MT";
    case "propagated":
      return "propagated";
    default:
      return segment.origin;
  }
}

interface RowProps {
  segment: Segment;
  languages: readonly [string, string];
  waiting: boolean;
  heldBy: string | null;
  open: (id: number, caret?: number) => void;
}

export const Row = memo(function Row({ segment, languages, waiting, heldBy, open }: RowProps) {
  const drafted = segment.status === "draft" || segment.status === "untranslated";
  const meanings = meaningsOf(segment.tags);
  const finished = segment.status === "confirmed" || segment.status === "approved";
  const openAt = (event: MouseEvent<HTMLElement>) => {
    const target = event.currentTarget.querySelector<HTMLElement>(".row-target");
    open(segment.id, (target && placeOfClick(target, event)) ?? undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the mouse; the button inside does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div className={`row ${drafted ? "drafted" : ""}`} onClick={openAt}>
      <button
        type="button"
        className="row-number"
        aria-label={`Open segment ${segment.number}, ${STATUS[segment.status]}`}
        onClick={(event) => {
          event.stopPropagation();
          open(segment.id);
        }}
      >
        {segment.number}
      </button>
      <div className="row-source" lang={languages[0]} dir={direction(languages[0])}>
        <Tagged text={segment.source} meanings={meanings} />
      </div>
      <div className="row-target" lang={languages[1]} dir={direction(languages[1])}>
        <Tagged text={segment.target} meanings={meanings} />
      </div>
      <div className="row-state">
        {heldBy && <span className="held">{heldBy}</span>}
        {segment.repeated > 1 && (
          <span className="sign" title={`${segment.repeated} segments have this source`}>
            ×{segment.repeated}
          </span>
        )}
        {segment.comments > 0 && (
          <span className="sign amber" title={`${segment.comments} open comments`}>
            “{segment.comments}
          </span>
        )}
        {segment.problems.length > 0 && (
          <span className="sign amber" title={`QA issues: ${segment.problems.join(", ")}`}>
            !
          </span>
        )}
        {segment.locked && (
          <span className="sign" title="Locked">
            locked
          </span>
        )}
        <span className="origin">{waiting ? "waiting" : originOf(segment)}</span>
        <span className={`dot ${segment.status} ${waiting ? "waiting" : ""}`} title={STATUS[segment.status]}>
          <span className="hidden-text">{STATUS[segment.status]}</span>
          {finished ? "●" : "○"}
        </span>
      </div>
    </div>
  );
});
