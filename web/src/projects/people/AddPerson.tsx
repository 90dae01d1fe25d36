// The window in which an administrator makes an account.
import { useState, type FormEvent } from "react";
import { api, ask, sentence } from "../../api/client";
import { useTranslation } from "../../messages";
import { Dialog } from "../../parts/Dialog";

const ROLES = ["translator", "reviewer", "manager", "reader", "admin"] as const;

export function AddPerson({ close, added }: { close: () => void; added: () => void }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<(typeof ROLES)[number]>("translator");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    const body = { login: login.trim(), name: name.trim(), role, password };
    ask(api.POST("/api/people", { body })).then(added, (error: unknown) => setProblem(sentence(error)));
  };
  return (
    <Dialog title={t("people.add")} close={close}>
      <form className="form" onSubmit={submit}>
        <label className="labelled">
          {t("people.username")}
          <input
            className="field"
            required
            autoComplete="off"
            value={login}
            onChange={(event) => setLogin(event.target.value)}
          />
        </label>
        <label className="labelled">
          {t("people.name")}
          <input className="field" autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="labelled">
          {t("people.everywhere")}
          <select
            className="field"
            value={role}
            onChange={(event) => setRole(event.target.value as (typeof ROLES)[number])}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`people.role.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="labelled">
          {t("people.password")}
          <input
            className="field"
            type="password"
            required
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <p className="faint">{t("people.passwordHelp")}</p>
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
            {t("people.add")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
