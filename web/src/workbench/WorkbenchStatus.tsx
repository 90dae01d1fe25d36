// The status line of an open document: where one is, what is being kept, which machine answers how fast.
import { InStatus } from "../parts/slots";
import { Key } from "../parts/Key";
import { amount } from "../projects/languages";
import { openSegment, type DocumentState } from "../document/state";
import { useDocument, useSession } from "../document/useDocument";

export function WorkbenchStatus({ language }: { language: string }) {
  const session = useSession();
  const segment = useDocument(openSegment);
  const total = useDocument((state) => state.list.segments.length);
  const { progress, jobs } = useDocument((state) => state.project);
  const machine = useDocument((state) => state.machine);
  const phase = useDocument((state) => state.connection.phase);
  const unsaved = useDocument((state) => state.outbox.unsaved);
  const saved = session.effort.saved();
  const running = [...jobs.values()].filter((job) => job.state === "running" || job.state === "waiting");
  const done = progress ? progress.confirmed.words + progress.approved.words : null;
  return (
    <InStatus>
      {segment && (
        <span>
          Segment {segment.number} of {total}
        </span>
      )}
      {progress && (
        <span>
          {done?.toLocaleString()} / {amount(progress.total.words, language)}
        </span>
      )}
      {saved !== null && (
        <span title="Characters of confirmed segments that were accepted instead of typed">
          Typing saved {Math.round(100 * saved)}%
        </span>
      )}
      {running.map((job) => (
        <span key={job.id}>
          {job.title} {job.total ? `${Math.floor((100 * job.done) / job.total)}%` : "…"}
        </span>
      ))}
      <span className="gap" />
      <span className={phase === "lost" ? "kept amber" : "kept"}>{connection(phase, unsaved.size)}</span>
      <span title={latency(machine)}>{engine(machine)}</span>
      <button
        type="button"
        className="status-button"
        onClick={() => session.dispatch({ type: "dialogOpened", dialog: "keys" })}
      >
        <Key combo="?" /> shortcuts
      </button>
    </InStatus>
  );
}

function connection(phase: string, unsaved: number): string {
  const changes = unsaved === 1 ? "1 change" : `${unsaved} changes`;
  if (phase === "lost") return unsaved ? `Offline, ${changes} not synced` : "Offline";
  return unsaved ? `Saving ${changes}` : "All saved";
}

type Machine = DocumentState["machine"];

function engine({ phase, engine: name }: Machine): string {
  return phase === "ready" ? `MT: ${name}` : phase === "opening" ? "MT: opening the model" : "No MT model";
}

function latency({ ms }: Machine): string | undefined {
  return ms === null ? undefined : `The last suggestion took ${Math.round(ms)} ms`;
}
