// The paragraphs around the open segment as they will read, with their formatting; the open segment is marked.
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { openId } from "../../document/state";
import { useDocument } from "../../document/useDocument";
import { direction } from "../../editor/create";
import { isSpaceless } from "../../editor/scripts";
import { paragraphsAround } from "../paragraphs";
import { Formatted } from "./Formatted";
import { keepHeight } from "../../parts/keepHeight";
import { Part } from "./Part";
import { useTranslation } from "../../messages";

/** How many paragraphs before the open one are shown, and as many after it. */
const REACH = 2;

export function Preview({ language }: { language: string }) {
  const { t } = useTranslation();
  return (
    <Part name="preview" title={t("panel.preview")}>
      <Paragraphs language={language} />
    </Part>
  );
}

function Paragraphs({ language }: { language: string }) {
  const segments = useDocument((state) => state.list.segments);
  const open = useDocument(openId);
  const place = useDocument((state) => state.list.places.get(openId(state) ?? -1));
  const here = useRef<HTMLElement>(null);
  const texts = useMemo(() => (place === undefined ? [] : paragraphsAround(segments, place, REACH)), [segments, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open segment is the reason.
  useEffect(() => {
    const box = here.current?.closest<HTMLElement>(".preview");
    if (!box || !here.current) return;
    const middle = here.current.offsetTop + here.current.offsetHeight / 2;
    box.scrollTop = middle - box.clientHeight / 2;
  }, [open]);
  // A draft that gives way to the first word one writes leaves what is below it where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useLayoutEffect(() => {
    const flow = here.current?.closest<HTMLElement>(".flow");
    return flow?.parentElement ? keepHeight(flow.parentElement, flow) : undefined;
  }, [open]);
  return (
    <div
      className="preview"
      lang={language}
      dir={direction(language)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
      tabIndex={0}
    >
      {texts.map((text) => (
        <p key={text.unit}>
          <span className="flow">
            {text.segments.map((segment) => {
              const gap = isSpaceless([...segment.target].at(-1)) || /[。！？]$/u.test(segment.target) ? "" : " ";
              const marked = segment.id === open ? { className: "here", ref: here } : {};
              return (
                <span key={segment.id}>
                  <span {...marked}>
                    {segment.target ? (
                      <Formatted text={segment.target} tags={segment.tags} />
                    ) : (
                      <i className="faint">
                        <Formatted text={segment.source} tags={segment.tags} />
                      </i>
                    )}
                  </span>
                  {gap}
                </span>
              );
            })}
          </span>
        </p>
      ))}
    </div>
  );
}
