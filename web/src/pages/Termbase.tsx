// One termbase: leaf through its concepts, add one, remove one.
import { useState, type FormEvent } from "react";
import { useParams } from "wouter";
import { api, ask, sentence } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { useTranslation } from "../messages";
import { Missing } from "./Missing";

const STATUSES = ["preferred", "admitted", "forbidden"] as const;
type Status = (typeof STATUSES)[number];

export function Termbase() {
  const termbase = Number(useParams<{ termbase: string }>().termbase);
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const all = useLoad("termbases", (signal) => ask(api.GET("/api/termbases", { signal })));
  const info = all.data?.find((one) => one.id === termbase);
  const query = { text: text.trim(), limit: 200 };
  const found = useLoad(`concepts ${termbase} ${query.text}`, (signal) =>
    ask(api.GET("/api/termbases/{termbase}/concepts", { params: { path: { termbase }, query }, signal })),
  );
  useTitle(info?.name ?? t("termbase.termbase"));
  if (all.data && !info) return <Missing title={t("termbase.missing")}>{t("termbase.missingHelp")}</Missing>;
  const done = (request: Promise<unknown>) => {
    setProblem("");
    return request.then(found.reload, (error: unknown) => setProblem(sentence(error)));
  };
  return (
    <>
      <h1>{info?.name ?? t("termbase.termbase")}</h1>
      <NewConcept termbase={termbase} done={done} />
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <input
        className="field"
        type="search"
        aria-label={t("termbase.find")}
        placeholder={t("termbase.find")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="card rows entries" aria-label={t("termbase.concepts")}>
        {found.data?.map((concept) => (
          <li key={concept.id} className="item entry">
            <span>
              {concept.terms.map((term) => (
                <span key={`${term.language} ${term.text}`} className={`concept-term ${term.status ?? ""}`}>
                  <span className="faint">{term.language}</span>{" "}
                  {term.status === "forbidden" ? <del>{term.text}</del> : term.text}
                </span>
              ))}
            </span>
            <span className="faint">
              {[concept.definition, concept.subject, concept.note].filter(Boolean).join(" · ")}
            </span>
            <span className="entry-side">
              <button
                type="button"
                className="link"
                onClick={() =>
                  void done(ask(api.DELETE("/api/concepts/{concept}", { params: { path: { concept: concept.id } } })))
                }
              >
                {t("resources.remove")}
              </button>
            </span>
          </li>
        ))}
        {found.data?.length === 0 && <li className="faint item">{t("common.noResults")}</li>}
      </ul>
    </>
  );
}

function NewConcept({ termbase, done }: { termbase: number; done: (request: Promise<unknown>) => Promise<void> }) {
  const about = useLoad("about", (signal) => ask(api.GET("/api/about", { signal })));
  const { t } = useTranslation();
  const [source, setSource] = useState("");
  const [target, setTarget] = useState("");
  const [status, setStatus] = useState<Status>("preferred");
  const [definition, setDefinition] = useState("");
  const languages = [about.data?.source_language ?? "zh", about.data?.target_language ?? "en"] as const;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const terms = [
      { language: languages[0], text: source.trim(), status: "admitted" as const },
      { language: languages[1], text: target.trim(), status },
    ];
    const body = { terms, definition };
    const params = { path: { termbase } };
    void done(ask(api.POST("/api/termbases/{termbase}/concepts", { params, body })));
    setSource("");
    setTarget("");
    setDefinition("");
  };
  return (
    <form className="card new-concept" onSubmit={add} aria-label={t("termbase.newTerm")}>
      <input
        className="field"
        required
        aria-label={t("termbase.term", { language: languages[0] })}
        placeholder={t("termbase.term", { language: languages[0] })}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <input
        className="field"
        required
        aria-label={t("termbase.translation", { language: languages[1] })}
        placeholder={t("termbase.translation", { language: languages[1] })}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      <select
        className="field"
        aria-label={t("termbase.status")}
        value={status}
        onChange={(event) => setStatus(event.target.value as Status)}
      >
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {t(`termbase.statuses.${one}`)}
          </option>
        ))}
      </select>
      <input
        className="field"
        aria-label={t("termbase.definition")}
        placeholder={t("termbase.definition")}
        value={definition}
        onChange={(event) => setDefinition(event.target.value)}
      />
      <button type="submit" className="button primary">
        {t("common.add")}
      </button>
    </form>
  );
}
