// A project's figures over time, where productivity data is recorded.
import { api, ask, type Day, type ProjectDetails } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";
import { number, percent } from "../../messages/intl";
import { titleOfUnit } from "../languages";
import { Chart } from "../statistics/Chart";

const DAYS = 30;

export function StatisticsTab({ project }: { project: ProjectDetails }) {
  const { t } = useTranslation();
  const path = { project: project.id };
  const { data, problem } = useLoad(`figures ${project.id} ${project.version}`, (signal) =>
    ask(api.GET("/api/projects/{project}/figures", { params: { path }, signal })),
  );
  const unit = titleOfUnit(project.source_language);
  const days = (data?.days ?? []).slice(-DAYS);
  const saved = (day: Day) => (day.keystroke_ratio === null ? null : Math.max(0, 1 - day.keystroke_ratio));
  const whole = (value: number) => number(Math.round(value));
  return (
    <section aria-labelledby="statistics">
      <div className="title-line">
        <h2 id="statistics" className="hidden-text">
          {t("statistics.title")}
        </h2>
        <span className="faint grow">{t("statistics.days", { count: DAYS })}</span>
        {data?.effort_log && (
          <a className="button" href={`/api/projects/${project.id}/effort.csv`} download="effort.csv">
            CSV
          </a>
        )}
      </div>
      {problem && <p className="fault">{problem}</p>}
      {data && !data.effort_log && <p className="card empty">{t("statistics.off")}</p>}
      {data?.effort_log && days.length === 0 && <p className="card empty">{t("statistics.none")}</p>}
      {data?.effort_log && days.length > 0 && (
        <div className="charts">
          <Chart title={t("statistics.confirmed", { unit })} days={days} of={(day) => day.words} write={whole} />
          <Chart title={t("statistics.perHour", { unit })} days={days} of={(day) => day.words_an_hour} write={whole} />
          <Chart title={t("statistics.saved")} days={days} of={saved} write={percent} />
          <Chart title={t("statistics.accepted")} days={days} of={(day) => day.taken_ratio} write={percent} />
        </div>
      )}
    </section>
  );
}
