// Which segments the list shows: the usual questions as chips, the rest behind one more.
import { useMemo, useState } from "react";
import type { Segment } from "../api/client";
import { ALL, count, type Filter } from "../document/filters";
import { useDocument, useSession } from "../document/useDocument";
import { STATUS } from "./list/Row";

const ORIGINS: readonly Segment["origin"][] = ["machine", "memory", "typed", "propagated"];

export function FilterBar({ shown }: { shown: number }) {
  const session = useSession();
  const segments = useDocument((state) => state.list.segments);
  const filter = useDocument((state) => state.list.filter);
  const counts = useMemo(() => count(segments), [segments]);
  const change = (wanted: Filter) => session.dispatch({ type: "filtered", filter: wanted });
  const [more, setMore] = useState(false);
  const chip = (name: string, count: number, values: Partial<Filter>) => {
    const wanted = { ...ALL, ...values };
    const on = JSON.stringify(wanted) === JSON.stringify(filter);
    return (
      <button
        key={name}
        type="button"
        className="chip"
        aria-pressed={on}
        disabled={count === 0 && !on && name !== "All"}
        onClick={() => change(on ? ALL : wanted)}
      >
        {name} <span className="figure">{count}</span>
      </button>
    );
  };
  const set = (values: Partial<Filter>) => change({ ...filter, ...values });
  return (
    <fieldset className="filters" aria-label="Filter the segments">
      {chip("All", counts.all, {})}
      {chip("Unconfirmed", counts.unconfirmed, { status: "unconfirmed" })}
      {chip("QA issues", counts.checks, { checks: true })}
      {chip("Comments", counts.comments, { comments: true })}
      {chip("Match ≥ 75%", counts.matched, { rate: 75 })}
      <button type="button" className="chip" aria-expanded={more} onClick={() => setMore(!more)}>
        More
      </button>
      {more && (
        <div className="more-filters">
          <input
            className="field"
            type="search"
            aria-label="Segments with this text"
            placeholder="Text in source or target"
            value={filter.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <select
            className="field"
            aria-label="Status"
            value={filter.status}
            onChange={(event) => set({ status: event.target.value as Filter["status"] })}
          >
            <option value="any">any status</option>
            <option value="unconfirmed">unconfirmed</option>
            {Object.keys(STATUS).map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
          <select
            className="field"
            aria-label="Origin"
            value={filter.origin}
            onChange={(event) => set({ origin: event.target.value as Filter["origin"] })}
          >
            <option value="any">any origin</option>
            {ORIGINS.map((origin) => (
              <option key={origin}>{origin}</option>
            ))}
          </select>
          <label className="check">
            <input
              type="checkbox"
              checked={filter.repeated}
              onChange={(event) => set({ repeated: event.target.checked })}
            />
            repetitions ({counts.repeated})
          </label>
        </div>
      )}
      <span className="hidden-text" role="status">
        {shown} segments shown
      </span>
    </fieldset>
  );
}
