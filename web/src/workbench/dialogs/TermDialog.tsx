// A term: added from what is selected in the source and in the translation, or one of a termbase that is edited.
import { useEffect, useState, type FormEvent } from "react";
import { api, ask, sentence } from "../../api/client";
import { useDocument, useSession } from "../../document/useDocument";
import { Dialog } from "../../parts/Dialog";
import { useTranslation } from "../../messages";
import { conceptOf, formOf, isComplete, takenApart, type ConceptForm } from "../concepts";
import { usePreferences } from "../preferences";
import { TermRows } from "./TermRows";

interface TermDialogProps {
  languages: readonly [string, string];
  close: () => void;
}

export function TermDialog({ languages, close }: TermDialogProps) {
  const { t } = useTranslation();
  const session = useSession();
  const asked = useDocument((state) => state.view.term);
  const concept = "concept" in asked ? asked.concept : null;
  const [form, setForm] = useState<ConceptForm | null>("source" in asked ? formOf(languages, asked) : null);
  const [problem, setProblem] = useState("");
  const [source, target] = languages;

  useEffect(() => {
    if (concept === null) return;
    const params = { path: { concept } };
    ask(api.GET("/api/concepts/{concept}", { params })).then(
      (found) => setForm(takenApart([source, target], found)),
      (error: unknown) => setProblem(sentence(error)),
    );
  }, [concept, source, target]);

  const done = (request: Promise<unknown>, what: "added" | "changed" | "removed") =>
    request.then(
      () => {
        const [one, other] = [form?.sources[0]?.text ?? "", form?.targets[0]?.text ?? ""];
        session.say(t(`dialogs.term.${what}`, { source: one.trim(), target: other.trim() }));
        session.dispatch({ type: "termsChanged" });
        close();
      },
      (error: unknown) => setProblem(sentence(error)),
    );
  const change = (body: ConceptForm) => {
    if (concept === null) return;
    const params = { path: { concept } };
    void done(ask(api.PUT("/api/concepts/{concept}", { params, body: conceptOf(body) })), "changed");
  };
  const remove = () => {
    if (concept === null) return;
    void done(ask(api.DELETE("/api/concepts/{concept}", { params: { path: { concept } } })), "removed");
  };
  const add = (body: ConceptForm, termbase: number) => {
    const params = { path: { termbase } };
    const sent = api.POST("/api/termbases/{termbase}/concepts", { params, body: conceptOf(body) });
    void done(ask(sent), "added");
  };

  return (
    <Dialog title={t(concept === null ? "dialogs.term.new" : "dialogs.term.change")} close={close}>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      {form && (
        <TermForm
          languages={languages}
          form={form}
          set={setForm}
          {...(concept === null ? { add } : { change, remove })}
          close={close}
        />
      )}
    </Dialog>
  );
}

interface TermFormProps extends TermDialogProps {
  form: ConceptForm;
  set: (form: ConceptForm) => void;
  add?: (form: ConceptForm, termbase: number) => void;
  change?: (form: ConceptForm) => void;
  remove?: () => void;
}

function TermForm({ languages, form, set, add, change, remove, close }: TermFormProps) {
  const { t } = useTranslation();
  const termbases = useDocument((state) => state.project.termbases);
  const { preferences, change: prefer } = usePreferences();
  const last = termbases.find((one) => one.id === preferences.termbase) ?? termbases[0];
  const [termbase, setTermbase] = useState(last?.id ?? 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(form)) return;
    change?.(form);
    if (!add) return;
    prefer({ termbase });
    add(form, termbase);
  };
  return (
    <form className="term-form" onSubmit={submit}>
      <TermRows
        title={t("dialogs.term.source")}
        more={t("dialogs.term.synonym")}
        language={languages[0]}
        terms={form.sources}
        set={(sources) => set({ ...form, sources })}
        status={null}
        begins={form.sources[0]?.text === "" || form.targets[0]?.text !== ""}
      />
      <TermRows
        title={t("dialogs.term.target")}
        more={t("dialogs.term.another")}
        language={languages[1]}
        terms={form.targets}
        set={(targets) => set({ ...form, targets })}
        status={form.targets.length ? "admitted" : "preferred"}
        begins={form.sources[0]?.text !== "" && form.targets[0]?.text === ""}
      />
      <label className="labelled">
        {t("termbase.definition")}
        <input
          className="field"
          value={form.definition}
          onChange={(event) => set({ ...form, definition: event.target.value })}
        />
      </label>
      {add && (
        <label className="labelled row-label">
          {t("dialogs.term.termbase")}
          <select className="field" value={termbase} onChange={(event) => setTermbase(Number(event.target.value))}>
            {termbases.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="form-end">
        <button type="submit" className="button primary" disabled={!isComplete(form)}>
          {t(add ? "dialogs.term.add" : "common.save")}
        </button>
        <button type="button" className="button quiet" onClick={close}>
          {t("common.cancel")}
        </button>
        {remove && <RemoveButton remove={remove} />}
      </div>
    </form>
  );
}

/** Asks once more, at the same place, before something is gone. */
function RemoveButton({ remove }: { remove: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {asking && <span role="status">{t("dialogs.term.removeSure")}</span>}
      <button type="button" className="button quiet danger" onClick={asking ? remove : () => setAsking(true)}>
        {asking ? t("common.delete") : t("dialogs.term.remove")}
      </button>
    </>
  );
}
