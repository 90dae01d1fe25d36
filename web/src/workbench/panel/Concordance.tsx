// Where a phrase was used before, in both languages.
import { useEffect, useState } from "react";
import { api, ask, sentence, type Hit, type Spans } from "../../api/client";
import { insert } from "../../editor/commands";
import { toUnits } from "../../editor/points";
import { Tagged, type Stretch } from "../../parts/Tagged";
import { useSession } from "../../document/useDocument";
import { day } from "../../messages/intl";
import { useTranslation } from "../../messages";

const REST = 250;

export function Concordance({ project, phrase }: { project: number; phrase: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const [text, setText] = useState(phrase);
  const [exact, setExact] = useState(true);
  const [hits, setHits] = useState<readonly Hit[] | null>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => setText(phrase), [phrase]);
  useEffect(() => {
    const wanted = text.trim();
    setProblem("");
    if (!wanted) {
      setHits(null);
      return;
    }
    let stopped = false;
    const timer = window.setTimeout(() => {
      const params = { path: { project }, query: { text: wanted, exact } };
      ask(api.GET("/api/projects/{project}/concordance", { params })).then(
        (found) => !stopped && setHits(found.hits),
        (error: unknown) => !stopped && setProblem(sentence(error)),
      );
    }, REST);
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [project, text, exact]);

  return (
    <>
      <input
        className="field"
        type="search"
        aria-label={t("panel.phrase")}
        placeholder={t("panel.phraseHint")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label className="check">
        <input type="checkbox" checked={!exact} onChange={(event) => setExact(!event.target.checked)} />
        {t("panel.similar")}
      </label>
      {problem && <p className="stale">{problem}</p>}
      {hits?.length === 0 && <p className="faint">{t("panel.noHits")}</p>}
      {hits?.map((hit) => (
        <article
          key={`${hit.entry}-${hit.side}`}
          className="match"
          onDoubleClick={() => session.view && session.state.open?.editable && insert(session.view, hit.target)}
        >
          <header>
            <span className="where">
              {hit.memory_name} · {day(hit.changed_at)}, {hit.changed_by}
            </span>
          </header>
          <p>
            <Tagged text={hit.source} stretches={hit.side === "source" ? spans(hit.source, hit.spans) : []} />
          </p>
          <p className="match-target">
            <Tagged text={hit.target} stretches={hit.side === "target" ? spans(hit.target, hit.spans) : []} />
          </p>
        </article>
      ))}
    </>
  );
}

export function spans(text: string, found: Spans): Stretch[] {
  return found.map(([from, to]) => ({
    from: toUnits(text, from ?? 0),
    to: toUnits(text, to ?? 0),
    className: "found",
  }));
}
