// Who works in a project, and what each may do in it.
import { useState } from "react";
import { api, ask, sentence, type ProjectDetails, type Role } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";
import { useSignedIn } from "../../session/useSession";
import { AddPerson } from "../people/AddPerson";
import { usePeople } from "./usePeople";

/** Those that can be given in a project; the last one hides it. */
const ROLES = ["manager", "reviewer", "translator", "reader", "none"] as const;

export function PeopleTab({ project }: { project: ProjectDetails }) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const [turn, setTurn] = useState(0);
  const [problem, setProblem] = useState("");
  const [adding, setAdding] = useState(false);
  const people = usePeople(turn);
  const path = { project: project.id };
  const { data, set } = useLoad(`people of ${project.id}`, (signal) =>
    ask(api.GET("/api/projects/{project}/people", { params: { path }, signal })),
  );
  const own = (login: string): Role | "" => data?.find((one) => one.login === login)?.role ?? "";
  const mine = own(session.login ?? "") || session.role;
  const manages = session.role === "admin" || mine === "manager";
  const give = (login: string, role: Role | "") => {
    setProblem("");
    const body = { login, role: role || null };
    ask(api.PUT("/api/projects/{project}/people", { params: { path }, body })).then(set, (error: unknown) =>
      setProblem(sentence(error)),
    );
  };
  return (
    <section aria-labelledby="people">
      <div className="title-line">
        <h2 id="people" className="hidden-text">
          {t("people.title")}
        </h2>
        <span className="faint grow">{manages ? t("people.help") : t("people.onlyManagers")}</span>
        {session.role === "admin" && (
          <button type="button" className="button primary" onClick={() => setAdding(true)}>
            {t("people.add")}
          </button>
        )}
      </div>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <div className="card table-card">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("people.name")}</th>
              <th scope="col">{t("people.username")}</th>
              <th scope="col">{t("people.everywhere")}</th>
              <th scope="col">{t("people.here")}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ login, name, role, disabled }) => (
              <tr key={login}>
                <th scope="row">
                  {name || login} {disabled && <span className="badge">{t("people.disabled")}</span>}
                </th>
                <td>{login}</td>
                <td>{t(`people.role.${role}`)}</td>
                <td>
                  {role === "admin" || !manages ? (
                    t(`people.role.${own(login) || role}`)
                  ) : (
                    <select
                      className="field"
                      aria-label={t("people.roleOf", { name: name || login })}
                      value={own(login)}
                      onChange={(event) => give(login, event.target.value as Role | "")}
                    >
                      <option value="">{t("people.asEverywhere", { role: t(`people.role.${role}`) })}</option>
                      {ROLES.map((one) => (
                        <option key={one} value={one}>
                          {t(`people.role.${one}`)}
                        </option>
                      ))}
                    </select>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {adding && (
        <AddPerson
          close={() => setAdding(false)}
          added={() => {
            setAdding(false);
            setTurn(turn + 1);
          }}
        />
      )}
    </section>
  );
}
