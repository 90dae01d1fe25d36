// Search, replace with a preview, and going to a segment by its number: one window, one key.
import { useEffect, useMemo, useState, type FormEvent } from "react";
import { api, ask, sentence, type SearchHit } from "../api/client";
import { Dialog } from "../parts/Dialog";
import { Tagged } from "../parts/Tagged";
import { spans } from "./Concordance";
import { useDesk } from "./useDesk";

const REST = 250;

export function SearchDialog({ project, close }: { project: number; close: () => void }) {
  const desk = useDesk();
  const [text, setText] = useState("");
  const [replacement, setReplacement] = useState("");
  const [side, setSide] = useState<"source" | "target">("target");
  const [expression, setExpression] = useState(false);
  const [exactCase, setExactCase] = useState(false);
  const [words, setWords] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [hits, setHits] = useState<readonly SearchHit[] | null>(null);
  const [note, setNote] = useState("");

  const number = /^\d+$/.test(text.trim()) ? Number(text) : null;
  const numbered = number === null ? undefined : desk.state.segments.find((one) => one.number === number);
  const query = useMemo(
    () => ({ text, side, expression, case: exactCase, words, document: desk.document }),
    [text, side, expression, exactCase, words, desk.document],
  );

  useEffect(() => {
    setNote("");
    if (!query.text) {
      setHits(null);
      return;
    }
    let stopped = false;
    const timer = window.setTimeout(() => {
      const params = { path: { project } };
      const found = replacing
        ? api.POST("/api/projects/{project}/replace/preview", { params, body: { ...query, replacement } })
        : api.POST("/api/projects/{project}/search", { params, body: query });
      ask(found).then(
        (result) => !stopped && setHits(result.hits),
        (error: unknown) => !stopped && setNote(sentence(error)),
      );
    }, REST);
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [project, query, replacement, replacing]);

  const go = (id: number) => {
    close();
    desk.activate(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (numbered) go(numbered.id);
    else if (!replacing && hits?.[0]) go(hits[0].segment.id);
  };
  const replace = () => {
    const segments = (hits ?? []).map((hit) => ({ segment: hit.segment.id, version: hit.segment.version }));
    const body = { ...query, replacement, segments };
    ask(api.POST("/api/projects/{project}/replace", { params: { path: { project } }, body })).then(
      (done) => {
        const skipped = done.skipped.length ? `, ${done.skipped.length} skipped` : "";
        setHits([]);
        setNote(`${done.changed.length} segments changed${skipped}.`);
        void desk.load();
      },
      (error: unknown) => setNote(sentence(error)),
    );
  };
  const changed = (hits ?? []).filter((hit) => hit.replaced !== null && hit.replaced !== hit.segment.target);

  return (
    <Dialog title="Search, replace, go to" close={close} wide>
      <form onSubmit={submit} className="stack">
        <input
          className="field"
          type="search"
          aria-label="Text, or the number of a segment"
          placeholder="Text, or the number of a segment"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {replacing && (
          <input
            className="field"
            aria-label="Replacement"
            placeholder="Replacement"
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
        )}
        <div className="options">
          <select
            className="field"
            aria-label="Where to search"
            value={side}
            onChange={(event) => setSide(event.target.value === "source" ? "source" : "target")}
          >
            <option value="target">in translations</option>
            <option value="source">in sources</option>
          </select>
          <Check label="case" on={exactCase} set={setExactCase} />
          <Check label="whole words" on={words} set={setWords} />
          <Check label="expression" on={expression} set={setExpression} />
          {side === "target" && <Check label="replace" on={replacing} set={setReplacing} />}
        </div>
        {numbered && (
          <button type="submit" className="button">
            Go to segment {numbered.number}
          </button>
        )}
      </form>
      <p role="status" className="faint">
        {note || (hits ? `${hits.length} segments found` : "")}
      </p>
      <ul className="hits">
        {hits?.slice(0, 200).map((hit) => (
          <li key={hit.segment.id}>
            <button type="button" className="hit" onClick={() => go(hit.segment.id)}>
              <span className="row-number">{hit.segment.number}</span>
              <span>
                <Tagged text={hit.segment[side]} stretches={spans(hit.segment[side], hit.spans)} />
                {hit.replaced !== null && (
                  <ins className="block">
                    <Tagged text={hit.replaced} />
                  </ins>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {replacing && changed.length > 0 && (
        <button type="button" className="button primary" onClick={replace}>
          Replace in {changed.length} segments
        </button>
      )}
    </Dialog>
  );
}

function Check({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.target.checked)} />
      {label}
    </label>
  );
}
