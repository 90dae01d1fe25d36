// The jobs of a project that wait or run, asked for again while there are any.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, ask, type Job } from "../api/client";

const PAUSE = 700;
const ENDED: readonly Job["state"][] = ["done", "failed", "cancelled"];

export interface Jobs {
  running: readonly Job[];
  /** The last one that failed while somebody looked on. */
  failed: Job | null;
  /** Look again: something was begun. */
  watch: () => void;
  cancel: (job: Job) => void;
}

export function useJobs(project: number, whenEnded: () => void): Jobs {
  const [running, setRunning] = useState<readonly Job[]>([]);
  const [failed, setFailed] = useState<Job | null>(null);
  const [turn, setTurn] = useState(0);
  const ended = useRef(whenEnded);
  ended.current = whenEnded;
  const seen = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is the wish to look again.
  useEffect(() => {
    let stopped = false;
    let timer: number | undefined;
    const look = async () => {
      try {
        const jobs = await ask(api.GET("/api/jobs", { params: { query: { project, limit: 50 } } }));
        if (stopped) return;
        const active = jobs.filter((job) => !ENDED.includes(job.state));
        setRunning(active);
        // Jobs that ended since the last look, those included that were too short to be seen running.
        const newest = Math.max(0, ...jobs.map((job) => job.id));
        const waiting = Math.min(newest, ...active.map((job) => job.id - 1));
        const finished = jobs.filter((job) => job.id > (seen.current ?? newest) && ENDED.includes(job.state));
        seen.current = seen.current === null ? waiting : Math.max(seen.current, waiting);
        const bad = finished.find((job) => job.state === "failed");
        if (bad) setFailed(bad);
        if (finished.length) ended.current();
        if (active.length) timer = window.setTimeout(look, PAUSE);
      } catch {
        if (!stopped) timer = window.setTimeout(look, 5 * PAUSE);
      }
    };
    void look();
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [project, turn]);

  const watch = useCallback(() => {
    setFailed(null);
    setTurn((before) => before + 1);
  }, []);
  const cancel = useCallback(
    (job: Job) => {
      void ask(api.POST("/api/jobs/{job}/cancel", { params: { path: { job: job.id } } })).finally(watch);
    },
    [watch],
  );
  return { running, failed, watch, cancel };
}
