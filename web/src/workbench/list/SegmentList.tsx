// The list of segments: only those near the window are in the page, and always the active one.
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import type { Segment } from "../../api/client";
import { openId } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import type { TextSize } from "../preferences";
import { Row } from "./Row";
import { useTranslation } from "../../messages";

const USUAL_HEIGHT = 42;
const ACTIVE_HEIGHT = 110;

interface SegmentListProps {
  visible: readonly Segment[];
  languages: readonly [string, string];
  layout: "beside" | "above";
  size: TextSize;
  active: (segment: Segment) => ReactNode;
}

export function SegmentList({ visible, languages, layout, size, active }: SegmentListProps) {
  const { t } = useTranslation();
  const session = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const activeId = useDocument(openId);
  const unsaved = useDocument((state) => state.outbox.unsaved);
  const { people, session: here, phase } = useDocument((state) => state.connection);
  const activeIndex = useMemo(() => visible.findIndex((one) => one.id === activeId), [visible, activeId]);

  const holders = useMemo(
    () => new Map(people.filter((one) => one.session !== here).map((one) => [one.segment, one.name])),
    [people, here],
  );

  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return activeIndex < 0 || shown.includes(activeIndex) ? shown : [...shown, activeIndex].sort((a, b) => a - b);
    },
    [activeIndex],
  );

  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === activeIndex ? ACTIVE_HEIGHT : layout === "above" ? 66 : USUAL_HEIGHT),
    getItemKey: (index) => visible[index]?.id ?? index,
    overscan: 8,
    rangeExtractor,
  });

  useEffect(() => {
    if (activeIndex < 0 || !scroller.current) return;
    // What comes next is as good to see as what is being done: near an edge, the segment goes to the middle.
    const start = virtual.measurementsCache[activeIndex]?.start ?? 0;
    const { scrollTop, clientHeight } = scroller.current;
    const inSight = start >= scrollTop && start + ACTIVE_HEIGHT < scrollTop + 0.8 * clientHeight;
    if (!inSight) virtual.scrollToIndex(activeIndex, { align: "center" });
    // Only another active segment scrolls; typing in it does not.
  }, [virtual, activeIndex]);

  // Another layout makes every height another: all are forgotten, and those that can be seen are measured at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout and the size are the reason.
  useLayoutEffect(() => {
    virtual.measure();
    // Only now it has the estimated heights, which the measured ones are compared with.
    virtual.getTotalSize();
    for (const row of scroller.current?.querySelectorAll<HTMLLIElement>("li[data-index]") ?? []) {
      virtual.measureElement(row);
    }
  }, [virtual, layout, size]);

  const open = useCallback(
    (id: number, caret?: number) =>
      session.dispatch(caret === undefined ? { type: "opened", id } : { type: "opened", id, caret }),
    [session],
  );

  return (
    <div className={`segments ${layout}`} ref={scroller} tabIndex={-1}>
      <ul aria-label={t("segment.list")} className="segments-inner" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const segment = visible[item.index];
          if (!segment) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="place"
              aria-setsize={visible.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {segment.id === activeId ? (
                active(segment)
              ) : (
                <Row
                  segment={segment}
                  languages={languages}
                  waiting={phase === "lost" && unsaved.has(segment.id)}
                  heldBy={holders.get(segment.id) ?? null}
                  open={open}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
