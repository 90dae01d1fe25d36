// One memory: browse its entries, correct them, undo changes.
import { useState } from "react";
import { useParams } from "wouter";
import { api, ask, sentence, type Entry } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { Tagged } from "../parts/Tagged";
import { Missing } from "./Missing";
import { useTranslation } from "../messages";
import { day, number } from "../messages/intl";
import { languageName } from "../projects/languages";

const PAGE = 50;

export function Memory() {
  const memory = Number(useParams<{ memory: string }>().memory);
  const { t } = useTranslation();
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
  useTitle(info.data?.name ?? t("memory.memory"));
  if (info.missing) return <Missing title={t("memory.missing")}>{t("memory.missingHelp")}</Missing>;
  const name = info.data?.name ?? "";
  const total = page.data?.total ?? 0;
  const done = (request: Promise<unknown>) => {
    setProblem("");
    request.then(page.reload, (error: unknown) => setProblem(sentence(error)));
  };
  return (
    <>
      <h1>{name || t("memory.memory")}</h1>
      <p className="faint">
        {info.data &&
          t("languages.pair", {
            source: languageName(info.data.source_language),
            target: languageName(info.data.target_language),
          })}{" "}
        · {t("resources.entries", { count: info.data?.entries ?? 0 })}
      </p>
      <input
        className="field"
        type="search"
        aria-label={t("memory.find")}
        placeholder={t("memory.text")}
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
      <ul className="card rows entries" aria-label={t("memory.entries")}>
        {page.data?.entries.map((entry) => (
          <EntryRow key={`${entry.id}-${entry.version}`} entry={entry} done={done} />
        ))}
        {page.data && total === 0 && <li className="faint item">{t("common.noResults")}</li>}
      </ul>
      <p className="pager">
        <button type="button" className="button" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
          {t("common.previous")}
        </button>
        <span className="faint figure">
          {total > 0 &&
            t("memory.range", {
              from: number(offset + 1),
              to: number(Math.min(total, offset + PAGE)),
              total: number(total),
            })}
        </span>
        <button
          type="button"
          className="button"
          disabled={offset + PAGE >= total}
          onClick={() => setOffset(offset + PAGE)}
        >
          {t("common.next")}
        </button>
      </p>
    </>
  );
}

function EntryRow({ entry, done }: { entry: Entry; done: (request: Promise<unknown>) => void }) {
  const { t } = useTranslation();
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
            aria-label={t("memory.source")}
            value={source}
            onChange={(event) => setSource(event.target.value)}
          />
          <textarea
            className="field"
            aria-label={t("memory.target")}
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
          {day(entry.changed_at)}, {entry.changed_by}
        </span>
        {editing ? (
          <button type="button" className="link" onClick={keep}>
            {t("common.save")}
          </button>
        ) : (
          <button type="button" className="link" onClick={() => setEditing(true)}>
            {t("common.edit")}
          </button>
        )}
        {entry.version > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => done(ask(api.POST("/api/entries/{entry}/undo", { params })))}
          >
            {t("common.undo")}
          </button>
        )}
        <button
          type="button"
          className="link"
          onClick={() => done(ask(api.DELETE("/api/entries/{entry}", { params })))}
        >
          {t("common.delete")}
        </button>
      </span>
    </li>
  );
}
