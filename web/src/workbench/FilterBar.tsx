// Which segments the list shows: the usual questions as chips, the rest behind one more.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Segment } from "../api/client";
import { ALL, count, type Counts, type Filter } from "../document/filters";
import { useDocument, useSession } from "../document/useDocument";
import { STATUSES } from "./list/status";
import { useTranslation } from "../messages";

const ORIGINS: readonly Segment["origin"][] = ["machine", "memory", "typed", "propagated"];

const CHIPS = (counts: Counts) =>
  [
    ["all", counts.all, {}],
    ["unconfirmed", counts.unconfirmed, { status: "unconfirmed" }],
    ["checks", counts.checks, { checks: true }],
    ["comments", counts.comments, { comments: true }],
  ] as const satisfies readonly (readonly [string, number, Partial<Filter>])[];

export function FilterBar({ shown }: { shown: number }) {
  const { t } = useTranslation();
  const session = useSession();
  const segments = useDocument((state) => state.list.segments);
  const filter = useDocument((state) => state.list.filter);
  const counts = useMemo(() => count(segments), [segments]);
  const change = (wanted: Filter) => session.dispatch({ type: "filtered", filter: wanted });
  const same = (wanted: Filter) => JSON.stringify(wanted) === JSON.stringify(filter);
  const chips = CHIPS(counts);
  return (
    <fieldset className="filters" aria-label={t("workbench.filter.title")}>
      {chips.map(([name, number, values]) => {
        const wanted: Filter = { ...ALL, ...values };
        const on = same(wanted);
        return (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={on}
            disabled={number === 0 && !on && name !== "all"}
            onClick={() => change(on ? ALL : wanted)}
          >
            {t(`workbench.filter.${name}`)} <span className="figure">{number}</span>
          </button>
        );
      })}
      <MoreFilters
        filter={filter}
        counts={counts}
        active={!chips.some(([, , values]) => same({ ...ALL, ...values }))}
        change={change}
      />
      <span className="hidden-text" role="status">
        {t("workbench.filter.shown", { count: shown })}
      </span>
    </fieldset>
  );
}

interface MoreFiltersProps {
  filter: Filter;
  counts: Counts;
  active: boolean;
  change: (filter: Filter) => void;
}

function MoreFilters({ filter, counts, active, change }: MoreFiltersProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!open || !element) return;
    const outside = (event: PointerEvent) => !element.contains(event.target as Node) && setOpen(false);
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", outside);
    element.addEventListener("keydown", escaped);
    return () => {
      document.removeEventListener("pointerdown", outside);
      element.removeEventListener("keydown", escaped);
    };
  }, [open]);
  const set = (values: Partial<Filter>) => change({ ...filter, ...values });
  return (
    <div className="popover-place" ref={place}>
      <button
        type="button"
        ref={button}
        className={active ? "chip active" : "chip"}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t("workbench.filter.more")} ▾
      </button>
      {open && (
        <div className="popover">
          <input
            className="field"
            type="search"
            aria-label={t("workbench.filter.text")}
            placeholder={t("workbench.filter.textHint")}
            value={filter.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <select
            className="field"
            aria-label={t("workbench.filter.status")}
            value={filter.status}
            onChange={(event) => set({ status: event.target.value as Filter["status"] })}
          >
            <option value="any">{t("workbench.filter.anyStatus")}</option>
            <option value="unconfirmed">{t("workbench.filter.anyUnconfirmed")}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {t(`segment.status.${status}`)}
              </option>
            ))}
          </select>
          <select
            className="field"
            aria-label={t("workbench.filter.origin")}
            value={filter.origin}
            onChange={(event) => set({ origin: event.target.value as Filter["origin"] })}
          >
            <option value="any">{t("workbench.filter.anyOrigin")}</option>
            {ORIGINS.map((origin) => (
              <option key={origin} value={origin}>
                {t(`segment.origin.${origin}`)}
              </option>
            ))}
          </select>
          <label className="check">
            <input
              type="checkbox"
              checked={filter.rate === 75}
              onChange={(event) => set({ rate: event.target.checked ? 75 : 0 })}
            />
            {t("workbench.filter.matched", { count: counts.matched })}
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={filter.doubtful}
              onChange={(event) => set({ doubtful: event.target.checked })}
            />
            {t("workbench.filter.doubtful", { count: counts.doubtful })}
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={filter.repeated}
              onChange={(event) => set({ repeated: event.target.checked })}
            />
            {t("workbench.filter.repeated", { count: counts.repeated })}
          </label>
          <button type="button" className="link" onClick={() => change(ALL)}>
            {t("workbench.filter.clear")}
          </button>
        </div>
      )}
    </div>
  );
}
