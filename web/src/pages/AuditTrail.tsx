// The audit trail, for administrators: who did or was refused what, the newest first.
import { useState } from "react";
import { api, ask, type AuditRecord } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import "../styles/audit.css";
import { Missing } from "./Missing";

const PAGE = 100;

export function AuditTrail() {
  useTitle("Audit trail");
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
    return <Missing title="No audit trail">{page.problem ?? ""}</Missing>;
  }
  const filter = new URLSearchParams(wanted).toString();
  return (
    <>
      <h1>Audit trail</h1>
      <div className="card-head">
        <input
          className="field"
          type="search"
          aria-label="Person"
          placeholder="Person"
          value={actor}
          onChange={change(setActor)}
        />
        <input
          className="field"
          type="search"
          aria-label="Action"
          placeholder="Action, such as sign in"
          value={action}
          onChange={change(setAction)}
        />
        <a href={`/api/audit/export?format=csv&${filter}`} download>
          Download CSV
        </a>
        <a href={`/api/audit/export?format=jsonl&${filter}`} download>
          Download JSON lines
        </a>
      </div>
      <table className="card audit">
        <thead>
          <tr>
            {["Time", "Person", "Action", "Subject", "Result", "Detail", "Address"].map((name) => (
              <th key={name} scope="col">
                {name}
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
      {page.data?.records.length === 0 && <p className="faint">No results.</p>}
      <p className="pager">
        <button
          type="button"
          className="button"
          disabled={starts.length === 1}
          onClick={() => setStarts(starts.slice(0, -1))}
        >
          Previous
        </button>
        <button type="button" className="button" disabled={next === null} onClick={() => setStarts([...starts, next])}>
          Next
        </button>
      </p>
    </>
  );
}

function Row({ record }: { record: AuditRecord }) {
  return (
    <tr>
      <td>{new Date(record.at * 1000).toLocaleString()}</td>
      <td>{record.who}</td>
      <td>{record.action}</td>
      <td>{record.subject}</td>
      <td>{record.allowed ? "done" : <b>refused</b>}</td>
      <td>{record.detail}</td>
      <td>{record.address}</td>
    </tr>
  );
}
