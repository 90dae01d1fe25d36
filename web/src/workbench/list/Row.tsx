// A segment of the list that is not being worked on.
import { memo, type MouseEvent } from "react";
import type { Segment } from "../../api/client";
import { direction } from "../../editor/create";
import { meaningsOf } from "../../editor/tags";
import { placeOfClick, Tagged } from "../../parts/Tagged";
import { Icon } from "../icons";
import { Badge } from "./Badge";
import { cellOf, edgeOf, stateInWords, STATUS_ICON } from "./status";
import { useTranslation } from "../../messages";

interface RowProps {
  segment: Segment;
  languages: readonly [string, string];
  waiting: boolean;
  heldBy: string | null;
  open: (id: number, caret?: number) => void;
}

export const Row = memo(function Row({ segment, languages, waiting, heldBy, open }: RowProps) {
  const { t } = useTranslation();
  const drafted = segment.status === "draft" || segment.status === "untranslated";
  const meanings = meaningsOf(segment.tags);
  const state = stateInWords(segment);
  const openAt = (event: MouseEvent<HTMLElement>) => {
    const target = event.currentTarget.querySelector<HTMLElement>(".row-target");
    open(segment.id, (target && placeOfClick(target, event)) ?? undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the mouse; the button inside does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div className={`row ${drafted ? "drafted" : ""}`} onClick={openAt}>
      <span className={edgeOf(segment)} title={state} />
      <div className="row-head">
        <button
          type="button"
          className="row-number"
          title={state}
          aria-label={t("segment.open", { number: segment.number, state })}
          onClick={(event) => {
            event.stopPropagation();
            open(segment.id);
          }}
        >
          {segment.number}
        </button>
        <Cell segment={segment} />
      </div>
      <div className="row-source" lang={languages[0]} dir={direction(languages[0])}>
        <Tagged text={segment.source} meanings={meanings} />
      </div>
      <div className="row-target" lang={languages[1]} dir={direction(languages[1])}>
        <Tagged text={segment.target} meanings={meanings} />
      </div>
      <div className="row-state">
        {heldBy && <span className="held">{heldBy}</span>}
        {waiting && <span className="held">{t("segment.waiting")}</span>}
        <Signs segment={segment} />
        <Badge segment={segment} />
      </div>
    </div>
  );
});

/** The cell of a table that a segment stands in. */
export function Cell({ segment }: { segment: Segment }) {
  const cell = cellOf(segment);
  return (
    cell && (
      <span className="cell" title={segment.note}>
        {cell}
      </span>
    )
  );
}

/** Signs beside the badge: what else there is to know of a segment, each with its words. */
export function Signs({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const status = STATUS_ICON[segment.status];
  return (
    <>
      {segment.repeated > 1 && (
        <span className="sign" title={t("segment.repeated", { count: segment.repeated })}>
          ×{segment.repeated}
        </span>
      )}
      {segment.comments > 0 && (
        <span className="sign amber" title={t("segment.comments", { count: segment.comments })}>
          <Icon name="comment" />
          {segment.comments}
        </span>
      )}
      {segment.problems.length > 0 && (
        <span className="sign red" title={t("segment.issues", { names: segment.problems.join(", ") })}>
          <Icon name="issue" />
        </span>
      )}
      {segment.locked && (
        <span className="sign" title={t("segment.locked")}>
          <Icon name="lock" />
        </span>
      )}
      {status && (
        <span className={`sign ${segment.status}`} title={t(`segment.status.${segment.status}`)}>
          <Icon name={status} />
        </span>
      )}
    </>
  );
}
