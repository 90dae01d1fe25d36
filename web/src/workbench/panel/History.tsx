// All versions of a segment, each with what it changed in the one before; an earlier one can be brought back.
import { api, ask, sentence, type Segment } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { may } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import { Difference } from "./Difference";
import { useTranslation } from "../../messages";
import { moment } from "../../messages/intl";

export function History({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const session = useSession();
  const writes = useDocument((state) => may(state, "translate"));
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
      {data?.length === 0 && <p className="faint">{t("panel.noVersions")}</p>}
      {data?.map((version, index) => (
        <article key={version.number} className="match">
          <header>
            <span className={`mark ${version.status === "confirmed" ? "ready" : ""}`}>
              {t(`segment.status.${version.status}`)}
            </span>
            <span className="where">
              {t("panel.version", {
                when: moment(version.at),
                who: version.by,
                origin: t(`segment.origin.${version.origin}`),
              })}
            </span>
            {writes && index > 0 && (
              <button type="button" className="link" onClick={() => restore(version.number)}>
                {t("panel.restore")}
              </button>
            )}
          </header>
          <p className="match-target">
            <Difference before={data[index + 1]?.target ?? version.target} after={version.target} />
          </p>
        </article>
      ))}
    </>
  );
}
