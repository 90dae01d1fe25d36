// The status line of an open document: where one is, what is being kept, which machine answers how fast.
import { InStatus } from "../parts/slots";
import { Key } from "../parts/Key";
import { amount } from "../projects/languages";
import { may, openSegment, type DocumentState } from "../document/state";
import { useDocument, useSession } from "../document/useDocument";
import { t, useTranslation } from "../messages";
import { number, percent } from "../messages/intl";
import { timeLeft } from "./timeLeft";

export function WorkbenchStatus({ language }: { language: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const segment = useDocument(openSegment);
  const total = useDocument((state) => state.list.segments.length);
  const { progress, jobs } = useDocument((state) => state.project);
  const machine = useDocument((state) => state.machine);
  const phase = useDocument((state) => state.connection.phase);
  const unsaved = useDocument((state) => state.outbox.unsaved);
  const note = useDocument((state) => state.note);
  const writes = useDocument((state) => may(state, "translate"));
  const saved = session.effort.saved();
  const running = [...jobs.values()].filter((job) => job.state === "running" || job.state === "waiting");
  const done = progress ? progress.confirmed.words + progress.approved.words : null;
  return (
    <InStatus>
      {segment && <span>{t("workbench.status.segment", { number: segment.number, total })}</span>}
      {progress && (
        <span>
          {t("workbench.status.done", { done: number(done ?? 0), total: amount(progress.total.words, language) })}
        </span>
      )}
      {saved !== null && (
        <span title={t("workbench.status.typingSavedTitle")}>
          {t("workbench.status.typingSaved", { share: percent(saved) })}
        </span>
      )}
      {running.map((job) => (
        <span key={job.id}>
          {job.title} {job.total ? `${Math.floor((100 * job.done) / job.total)}%` : "…"}
          {job.seconds_left !== null && `, ${timeLeft(job.seconds_left)}`}
        </span>
      ))}
      <span className="note" role="status" aria-label={t("workbench.status.notes")} title={note}>
        {note}
      </span>
      {!writes && <b>{t("workbench.status.readOnly")}</b>}
      <span className={phase === "lost" ? "kept amber" : "kept"}>{connection(phase, unsaved.size)}</span>
      <span title={latency(machine)}>{engine(machine)}</span>
      <button
        type="button"
        className="status-button"
        onClick={() => session.dispatch({ type: "dialogOpened", dialog: "keys" })}
      >
        <Key combo="?" /> {t("workbench.status.shortcuts")}
      </button>
    </InStatus>
  );
}

function connection(phase: string, unsaved: number): string {
  if (phase === "lost")
    return unsaved ? t("workbench.status.offlineWith", { count: unsaved }) : t("workbench.status.offline");
  return unsaved ? t("workbench.status.saving", { count: unsaved }) : t("workbench.status.allSaved");
}

type Machine = DocumentState["machine"];

function engine({ phase, engine: name }: Machine): string {
  if (phase === "ready") return t("workbench.status.engine", { name });
  return phase === "opening" ? t("workbench.status.engineOpening") : t("workbench.status.noEngine");
}

function latency({ ms }: Machine): string | undefined {
  return ms === null ? undefined : t("workbench.status.latency", { milliseconds: Math.round(ms) });
}
