// Find, replace with a preview, go to a segment by its number, run an action by its name: one window, one key.
import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { api, ask, sentence, type SearchHit } from "../../api/client";
import { perform } from "../../actions/action";
import { ACTIONS, type ActionId } from "../../actions/table";
import { useWorkbench } from "../../actions/useWorkbench";
import { Dialog } from "../../parts/Dialog";
import { Tagged } from "../../parts/Tagged";
import { isConfirmed } from "../../document/filters";
import { may } from "../../document/state";
import { useSession } from "../../document/useDocument";
import { ActionHits, applicable } from "./ActionHits";
import { spans } from "../panel/Concordance";
import { t, useTranslation } from "../../messages";

const REST = 250;

export function SearchDialog({ project, close }: { project: number; close: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const workbench = useWorkbench();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [replacement, setReplacement] = useState("");
  const [side, setSide] = useState<"source" | "target">("target");
  const [expression, setExpression] = useState(false);
  const [exactCase, setExactCase] = useState(false);
  const [words, setWords] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [hits, setHits] = useState<readonly SearchHit[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [confirmed, setConfirmed] = useState(false);
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
  const differing = (hits ?? []).filter((hit) => hit.replaced !== null && hit.replaced !== hit.segment.target);
  const finished = differing.filter((hit) => isConfirmed(hit.segment)).length;
  const chosen = (hit: SearchHit) => !left.has(hit.segment.id) && (confirmed || !isConfirmed(hit.segment));
  const changed = differing.filter(chosen);
  const choose = (id: number, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const replace = () => {
    const segments = changed.map((hit) => ({ segment: hit.segment.id, version: hit.segment.version }));
    const body = { ...query, replacement, segments, confirmed };
    ask(api.POST("/api/projects/{project}/replace", { params: { path: { project } }, body })).then(
      (done) => {
        const versions = new Map(segments.map((one) => [one.segment, one.version]));
        session.did(done.changed.map((id) => ({ id, version: (versions.get(id) ?? 0) + 1 })));
        setHits([]);
        // The button for it vanishes, and must not take the focus along.
        field.current?.focus();
        const count = done.changed.length;
        const skipped = done.skipped.length;
        const told = skipped
          ? t("dialogs.search.replacedSome", { count, skipped })
          : t("dialogs.search.replaced", { count });
        setNote(`${told} ${t("dialogs.search.undo")}`);
        void session.load();
      },
      (error: unknown) => setNote(sentence(error)),
    );
  };

  return (
    <Dialog title={t("dialogs.search.title")} close={close} wide>
      <form onSubmit={submit} className="stack">
        <input
          className="field"
          type="search"
          ref={field}
          aria-label={t("dialogs.search.text")}
          placeholder={t("dialogs.search.textHint")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {replacing && (
          <input
            className="field"
            aria-label={t("dialogs.search.replacement")}
            placeholder={t("dialogs.search.replacement")}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
        )}
        <div className="options">
          <select
            className="field"
            aria-label={t("dialogs.search.where")}
            value={side}
            onChange={(event) => setSide(event.target.value === "source" ? "source" : "target")}
          >
            <option value="target">{t("dialogs.search.inTarget")}</option>
            <option value="source">{t("dialogs.search.inSource")}</option>
          </select>
          <Check label={t("dialogs.search.matchCase")} on={exactCase} set={setExactCase} />
          <Check label={t("dialogs.search.wholeWords")} on={words} set={setWords} />
          <Check label={t("dialogs.search.regex")} on={expression} set={setExpression} />
          {side === "target" && may(session.state, "translate") && (
            <Check label={t("dialogs.search.replace")} on={replacing} set={setReplacing} />
          )}
        </div>
        {numbered && (
          <button type="submit" className="button">
            {t("dialogs.search.goTo", { number: numbered.number })}
          </button>
        )}
      </form>
      <p role="status" className="faint">
        {note || (hits ? found(hits.length) : "")}
      </p>
      {!replacing && <ActionHits text={text} run={run} />}
      <ul className="hits">
        {hits?.slice(0, SHOWN).map((hit) => (
          <li key={hit.segment.id} className={replacing ? "choosable" : undefined}>
            {replacing && (
              <input
                type="checkbox"
                aria-label={t("dialogs.search.replaceHere", { number: hit.segment.number })}
                checked={chosen(hit)}
                disabled={isConfirmed(hit.segment) && !confirmed}
                onChange={(event) => choose(hit.segment.id, event.target.checked)}
              />
            )}
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
      {replacing && finished > 0 && (
        <Check label={t("dialogs.search.confirmed", { count: finished })} on={confirmed} set={setConfirmed} />
      )}
      {replacing && changed.length > 0 && (
        <button type="button" className="button primary" onClick={replace}>
          {t("dialogs.search.replaceIn", { count: changed.length })}
        </button>
      )}
    </Dialog>
  );
}

const SHOWN = 200;
const found = (count: number) =>
  count > SHOWN ? t("dialogs.search.foundMany", { count, shown: SHOWN }) : t("dialogs.search.found", { count });

function Check({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.target.checked)} />
      {label}
    </label>
  );
}
