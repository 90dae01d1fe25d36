// The status line of an open document: where one is, what is being kept, which machine answers how fast.
import { InStatus } from "../parts/slots";
import { Key } from "../parts/Key";
import { segmentOf } from "./state";
import { useDesk, useDeskState } from "./useDesk";

export function WorkbenchStatus({ openKeys }: { openKeys: () => void }) {
  const segment = useDeskState((state) => segmentOf(state, state.active));
  const total = useDeskState((state) => state.segments.length);
  const progress = useDeskState((state) => state.progress);
  const machine = useDeskState((state) => state.machine);
  const engine = useDeskState((state) => state.engine);
  const ms = useDeskState((state) => state.ms);
  const line = useDeskState((state) => state.line);
  const unsaved = useDeskState((state) => state.box.unsaved);
  const jobs = useDeskState((state) => state.jobs);
  const saved = useDesk().effort.saved();
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
          {done?.toLocaleString()} / {progress.total.words.toLocaleString()} words
        </span>
      )}
      {saved !== null && <span>Keys saved {Math.round(100 * saved)} %</span>}
      {running.map((job) => (
        <span key={job.id}>
          {job.title} {job.total ? `${Math.floor((100 * job.done) / job.total)} %` : "…"}
        </span>
      ))}
      <span className="gap" />
      <span className={line === "lost" ? "amber" : ""}>{connection(line, unsaved.size)}</span>
      <span>{machine === "ready" ? engine : machine === "opening" ? "the model is being opened" : "no model"}</span>
      {ms !== null && <span className="figure">{Math.round(ms)} ms</span>}
      <button type="button" className="status-button" onClick={openKeys}>
        <Key combo="?" /> shortcuts
      </button>
    </InStatus>
  );
}

function connection(line: string, unsaved: number): string {
  const edits = unsaved === 1 ? "1 edit" : `${unsaved} edits`;
  if (line === "lost") return unsaved ? `Offline: ${edits} kept here` : "Offline";
  return unsaved ? `Saving ${edits}` : "All saved";
}
