// The whole document as running text, for revision: a click, or Enter, opens a sentence where it stands.
import { memo, useEffect, useMemo, useRef, type ReactNode } from "react";
import type { Segment } from "../api/client";
import { direction } from "../editor/create";
import { openId } from "../document/state";
import { useDocument, useSession } from "../document/useDocument";
import { placeOfClick, Tagged } from "../parts/Tagged";
import { paragraphs } from "./paragraphs";
import { useTranslation } from "../messages";

interface ReadingViewProps {
  segments: readonly Segment[];
  language: string;
  active: (segment: Segment) => ReactNode;
}

export function ReadingView({ segments, language, active }: ReadingViewProps) {
  const { t } = useTranslation();
  const session = useSession();
  const activeId = useDocument(openId);
  const page = useRef<HTMLElement>(null);
  const texts = useMemo(() => paragraphs(segments), [segments]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another active segment is what moves the page.
  useEffect(() => {
    page.current?.querySelector(".active-card")?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  return (
    <article
      className="reading"
      lang={language}
      dir={direction(language)}
      ref={page}
      aria-label={t("workbench.wholeText")}
    >
      {texts.map((text) => (
        <Paragraph
          key={text.unit}
          segments={text.segments}
          activeId={text.segments.some((one) => one.id === activeId) ? activeId : null}
          active={active}
          open={(id, caret) =>
            session.dispatch(caret === null ? { type: "opened", id } : { type: "opened", id, caret })
          }
        />
      ))}
    </article>
  );
}

interface ParagraphProps {
  segments: readonly Segment[];
  activeId: number | null;
  active: (segment: Segment) => ReactNode;
  open: (id: number, caret: number | null) => void;
}

const Paragraph = memo(
  function Paragraph({ segments, activeId, active, open }: ParagraphProps) {
    const { t } = useTranslation();
    return (
      <div className="paragraph">
        {segments.map((segment) =>
          segment.id === activeId ? (
            <div key={segment.id}>{active(segment)}</div>
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a button does not wrap like the text around it.
            <span
              key={segment.id}
              role="button"
              tabIndex={0}
              className={`sentence ${segment.status}`}
              title={t("workbench.sentence", {
                number: segment.number,
                status: t(`segment.status.${segment.status}`),
              })}
              onClick={(event) => open(segment.id, segment.target ? placeOfClick(event.currentTarget, event) : null)}
              onKeyDown={(event) => event.key === "Enter" && open(segment.id, null)}
            >
              {segment.target ? <Tagged text={segment.target} /> : <i>{segment.source}</i>}{" "}
            </span>
          ),
        )}
      </div>
    );
  },
  (before, after) =>
    before.activeId === after.activeId &&
    after.activeId === null &&
    before.segments.length === after.segments.length &&
    before.segments.every((segment, index) => segment === after.segments[index]),
);
