// All versions of a segment; an earlier one can be brought back.
import { api, ask, sentence, type Segment } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useSession } from "../../document/useDocument";
import { Tagged } from "../../parts/Tagged";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
export const momentOf = (seconds: number) => moment.format(new Date(seconds * 1000));

export function History({ segment }: { segment: Segment }) {
  const session = useSession();
  const path = { segment: segment.id };
  const { data, problem } = useLoad(`history ${segment.id} ${segment.version}`, (signal) =>
    ask(api.GET("/api/segments/{segment}/history", { params: { path }, signal })),
  );

  const restore = (number: number) => {
    const body = { version: segment.version, number };
    ask(api.POST("/api/segments/{segment}/restore", { params: { path }, body })).catch((error: unknown) =>
      session.say(sentence(error)),
    );
  };

  if (problem) return <p className="stale">{problem}</p>;
  return (
    <>
      {data?.length === 0 && <p className="faint">No versions yet.</p>}
      {data?.map((version, index) => (
        <article key={version.number} className="match">
          <header>
            <span className={`mark ${version.status === "confirmed" ? "ready" : ""}`}>{version.status}</span>
            <span className="where">
              {momentOf(version.at)}, {version.by} · {version.origin}
            </span>
            {index > 0 && (
              <button type="button" className="link" onClick={() => restore(version.number)}>
                Restore
              </button>
            )}
          </header>
          <p className="match-target">
            <Tagged text={version.target} />
          </p>
        </article>
      ))}
    </>
  );
}
