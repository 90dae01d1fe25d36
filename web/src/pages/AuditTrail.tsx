// The audit trail, for administrators: who did or was refused what, the newest first.
import { useState } from "react";
import { api, ask, type AuditRecord } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTranslation } from "../messages";
import { moment } from "../messages/intl";
import { useTitle } from "../app/useTitle";
import "./audit.css";
import { Missing } from "./Missing";

const PAGE = 100;
const COLUMNS = ["time", "person", "action", "subject", "result", "detail", "address"] as const;

export function AuditTrail() {
  const { t } = useTranslation();
  useTitle(t("session.auditTrail"));
  const [actor, setActor] = useState("");
  const [action, setAction] = useState("");
  // Where each page begins; the last one is shown.
  const [starts, setStarts] = useState<(number | null)[]>([null]);
  const before = starts[starts.length - 1] ?? null;
  const wanted = { actor: actor.trim(), action: action.trim() };
  const page = useLoad(`audit ${wanted.actor} ${wanted.action} ${before}`, (signal) =>
    ask(api.GET("/api/audit", { params: { query: { ...wanted, before, limit: PAGE } }, signal })),
  );
  const next = page.data?.next ?? null;
  const change = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setStarts([null]);
  };
  if (page.status === "failed" && !page.data) {
    return <Missing title={t("audit.none")}>{page.problem ?? ""}</Missing>;
  }
  const filter = new URLSearchParams(wanted).toString();
  return (
    <>
      <h1>{t("session.auditTrail")}</h1>
      <div className="card-head">
        <input
          className="field"
          type="search"
          aria-label={t("audit.person")}
          placeholder={t("audit.person")}
          value={actor}
          onChange={change(setActor)}
        />
        <input
          className="field"
          type="search"
          aria-label={t("audit.action")}
          placeholder={t("audit.actionExample")}
          value={action}
          onChange={change(setAction)}
        />
        <a href={`/api/audit/export?format=csv&${filter}`} download>
          {t("audit.csv")}
        </a>
        <a href={`/api/audit/export?format=jsonl&${filter}`} download>
          {t("audit.jsonl")}
        </a>
      </div>
      <table className="card audit">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`audit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.data?.records.map((one) => (
            <Row key={one.id} record={one} />
          ))}
        </tbody>
      </table>
      {page.data?.records.length === 0 && <p className="faint">{t("common.noResults")}</p>}
      <p className="pager">
        <button
          type="button"
          className="button"
          disabled={starts.length === 1}
          onClick={() => setStarts(starts.slice(0, -1))}
        >
          {t("common.previous")}
        </button>
        <button type="button" className="button" disabled={next === null} onClick={() => setStarts([...starts, next])}>
          {t("common.next")}
        </button>
      </p>
    </>
  );
}

function Row({ record }: { record: AuditRecord }) {
  const { t } = useTranslation();
  return (
    <tr>
      <td>{moment(record.at)}</td>
      <td>{record.who}</td>
      <td>{record.action}</td>
      <td>{record.subject}</td>
      <td>{record.allowed ? t("audit.done") : <b>{t("audit.refused")}</b>}</td>
      <td>{record.detail}</td>
      <td>{record.address}</td>
    </tr>
  );
}
