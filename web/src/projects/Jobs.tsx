// What runs for a project at the moment, and what failed last.
import { useTranslation } from "../messages";
import { timeLeft } from "../workbench/timeLeft";
import type { Jobs as Watched } from "./useJobs";

export function Jobs({ jobs }: { jobs: Watched }) {
  const { t } = useTranslation();
  // The oldest first, as they are done.
  const running = [...jobs.running].reverse();
  return (
    <>
      {jobs.failed && (
        <p className="fault" role="alert">
          {jobs.failed.title}: {jobs.failed.message}
        </p>
      )}
      {running.length > 0 && (
        <ul className="card rows jobs" aria-label={t("project.jobs")}>
          {running.map((job) => (
            <li key={job.id} className="item">
              <span>
                {job.title}{" "}
                <span className="faint">
                  {job.total
                    ? t("project.jobProgress", { done: job.done, total: job.total })
                    : t(`project.jobState.${job.state}`)}
                  {job.seconds_left !== null && `, ${timeLeft(job.seconds_left)}`}
                </span>
              </span>
              <button type="button" className="link" onClick={() => jobs.cancel(job)} disabled={job.cancelling}>
                {t("project.stop")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
