// Find, replace with a preview, go to a segment by its number, run an action by its name: one window, one key.
import { useEffect, useMemo, useState, type FormEvent } from "react";
import { api, ask, sentence, type SearchHit } from "../../api/client";
import { perform } from "../../actions/action";
import { ACTIONS, type ActionId } from "../../actions/table";
import { useWorkbench } from "../../actions/useWorkbench";
import { Dialog } from "../../parts/Dialog";
import { Tagged } from "../../parts/Tagged";
import { useSession } from "../../document/useDocument";
import { ActionHits, applicable } from "./ActionHits";
import { spans } from "../panel/Concordance";

const REST = 250;

export function SearchDialog({ project, close }: { project: number; close: () => void }) {
  const session = useSession();
  const workbench = useWorkbench();
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
  const numbered = number === null ? undefined : session.state.list.segments.find((one) => one.number === number);
  const query = useMemo(
    () => ({ text, side, expression, case: exactCase, words, document: session.document }),
    [text, side, expression, exactCase, words, session.document],
  );

  useEffect(() => {
    setNote("");
    if (!query.text || query.text.startsWith(">")) {
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
    session.dispatch({ type: "opened", id });
  };
  const run = (id: ActionId) => {
    close();
    perform(ACTIONS[id], workbench);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const action = text.startsWith(">") ? applicable(text, session.state)[0] : undefined;
    if (action) run(action);
    else if (numbered) go(numbered.id);
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
        void session.load();
      },
      (error: unknown) => setNote(sentence(error)),
    );
  };
  const changed = (hits ?? []).filter((hit) => hit.replaced !== null && hit.replaced !== hit.segment.target);

  return (
    <Dialog title="Find & replace" close={close} wide>
      <form onSubmit={submit} className="stack">
        <input
          className="field"
          type="search"
          aria-label="Text, or the number of a segment"
          placeholder="Text, the number of a segment, or > and an action"
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
            <option value="target">Search in: Target</option>
            <option value="source">Search in: Source</option>
          </select>
          <Check label="Match case" on={exactCase} set={setExactCase} />
          <Check label="Whole words" on={words} set={setWords} />
          <Check label="Regex" on={expression} set={setExpression} />
          {side === "target" && <Check label="Replace" on={replacing} set={setReplacing} />}
        </div>
        {numbered && (
          <button type="submit" className="button">
            Go to segment {numbered.number}
          </button>
        )}
      </form>
      <p role="status" className="faint">
        {note || (hits ? found(hits.length) : "")}
      </p>
      {!replacing && <ActionHits text={text} run={run} />}
      <ul className="hits">
        {hits?.slice(0, SHOWN).map((hit) => (
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

const SHOWN = 200;
const found = (count: number) => `${count} segments found${count > SHOWN ? `, the first ${SHOWN} are listed` : ""}`;

function Check({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.target.checked)} />
      {label}
    </label>
  );
}
