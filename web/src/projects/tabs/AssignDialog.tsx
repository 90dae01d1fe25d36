// Who translates a file, and until when.
import { useState, type FormEvent } from "react";
import { api, ask, sentence, type Document, type Person } from "../../api/client";
import { useTranslation } from "../../messages";
import { Dialog } from "../../parts/Dialog";

interface AssignDialogProps {
  document: Document;
  people: readonly Person[];
  close: () => void;
  changed: () => void;
}

export function AssignDialog({ document, people, close, changed }: AssignDialogProps) {
  const { t } = useTranslation();
  const [assignee, setAssignee] = useState(document.assignee);
  const [due, setDue] = useState(document.due ?? "");
  const [problem, setProblem] = useState("");
  const able = people.filter((one) => !one.disabled && !["reader", "none"].includes(one.role));
  const keep = (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    const params = { path: { document: document.id } };
    const body = { due: due || null, ...(assignee === document.assignee ? {} : { assignee }) };
    ask(api.PATCH("/api/documents/{document}", { params, body })).then(changed, (error: unknown) =>
      setProblem(sentence(error)),
    );
  };
  return (
    <Dialog title={document.name} close={close}>
      <form className="form" onSubmit={keep}>
        {people.length > 1 && (
          <label className="labelled">
            {t("files.assignee")}
            <select className="field" value={assignee} onChange={(event) => setAssignee(event.target.value)}>
              <option value="">{t("files.nobody")}</option>
              {assignee && !able.some((one) => one.login === assignee) && <option>{assignee}</option>}
              {able.map((one) => (
                <option key={one.login} value={one.login}>
                  {one.name || one.login}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="labelled">
          {t("files.due")}
          <input className="field" type="date" value={due} onChange={(event) => setDue(event.target.value)} />
        </label>
        {problem && (
          <p className="fault" role="alert">
            {problem}
          </p>
        )}
        <div className="buttons">
          <button type="button" className="button" onClick={close}>
            {t("common.cancel")}
          </button>
          <button type="submit" className="button primary">
            {t("common.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
