// One memory: browse its entries, correct them, undo changes.
import { useState } from "react";
import { Link, useParams } from "wouter";
import { api, ask, sentence, type Entry } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { Tagged } from "../parts/Tagged";
import { dayOf } from "../workbench/panel/Matches";
import { Missing } from "./Missing";
import { counted } from "../parts/counted";

const PAGE = 50;

export function Memory() {
  const memory = Number(useParams<{ memory: string }>().memory);
  const [text, setText] = useState("");
  const [offset, setOffset] = useState(0);
  const [problem, setProblem] = useState("");
  const info = useLoad(`memory ${memory}`, (signal) =>
    ask(api.GET("/api/memories/{memory}", { params: { path: { memory } }, signal })),
  );
  const query = { text: text.trim(), offset, limit: PAGE };
  const page = useLoad(`entries ${memory} ${query.text} ${offset}`, (signal) =>
    ask(api.GET("/api/memories/{memory}/entries", { params: { path: { memory }, query }, signal })),
  );
  useTitle(info.data?.name ?? "Memory");
  if (info.missing) return <Missing title="No such memory">There is no memory at this address.</Missing>;
  const name = info.data?.name ?? "";
  const total = page.data?.total ?? 0;
  const done = (request: Promise<unknown>) => {
    setProblem("");
    request.then(page.reload, (error: unknown) => setProblem(sentence(error)));
  };
  return (
    <>
      <p className="links-line">
        <Link href="/resources">Memories and termbases</Link>
      </p>
      <h1>{name || "Memory"}</h1>
      <p className="faint">
        {info.data?.source_language} → {info.data?.target_language} ·{" "}
        {counted(info.data?.entries ?? 0, "entry", "entries")}
      </p>
      <input
        className="field"
        type="search"
        aria-label="Entries with this text"
        placeholder="Text in either language"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOffset(0);
        }}
      />
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <ul className="card rows entries" aria-label="Entries">
        {page.data?.entries.map((entry) => (
          <EntryRow key={`${entry.id}-${entry.version}`} entry={entry} done={done} />
        ))}
        {page.data && total === 0 && <li className="faint item">No results.</li>}
      </ul>
      <p className="pager">
        <button type="button" className="button" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
          Previous
        </button>
        <span className="faint figure">
          {total > 0 && `${offset + 1}–${Math.min(total, offset + PAGE)} of ${total.toLocaleString()}`}
        </span>
        <button
          type="button"
          className="button"
          disabled={offset + PAGE >= total}
          onClick={() => setOffset(offset + PAGE)}
        >
          Next
        </button>
      </p>
    </>
  );
}

function EntryRow({ entry, done }: { entry: Entry; done: (request: Promise<unknown>) => void }) {
  const [editing, setEditing] = useState(false);
  const [source, setSource] = useState(entry.source);
  const [target, setTarget] = useState(entry.target);
  const params = { path: { entry: entry.id } };
  const keep = () => {
    done(ask(api.PATCH("/api/entries/{entry}", { params, body: { source, target } })));
    setEditing(false);
  };
  return (
    <li className={`item entry ${entry.deleted ? "gone" : ""}`}>
      {editing ? (
        <>
          <textarea
            className="field"
            aria-label="Source"
            value={source}
            onChange={(event) => setSource(event.target.value)}
          />
          <textarea
            className="field"
            aria-label="Target"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        </>
      ) : (
        <>
          <span>
            <Tagged text={entry.source} />
          </span>
          <span>
            <Tagged text={entry.target} />
          </span>
        </>
      )}
      <span className="entry-side">
        <span className="faint">
          {dayOf(entry.changed_at)}, {entry.changed_by}
        </span>
        {editing ? (
          <button type="button" className="link" onClick={keep}>
            Save
          </button>
        ) : (
          <button type="button" className="link" onClick={() => setEditing(true)}>
            Edit
          </button>
        )}
        {entry.version > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => done(ask(api.POST("/api/entries/{entry}/undo", { params })))}
          >
            Undo
          </button>
        )}
        <button
          type="button"
          className="link"
          onClick={() => done(ask(api.DELETE("/api/entries/{entry}", { params })))}
        >
          Delete
        </button>
      </span>
    </li>
  );
}
