// A project's figures over time, as small charts with their numbers beside them.
import { api, ask, type Day, type ProjectDetails } from "../api/client";
import { useLoad } from "../api/useLoad";
import { titleOfUnit } from "./languages";

export function Figures({ project }: { project: ProjectDetails }) {
  const path = { project: project.id };
  const { data } = useLoad(`figures ${project.id} ${project.version}`, (signal) =>
    ask(api.GET("/api/projects/{project}/figures", { params: { path }, signal })),
  );
  const unit = titleOfUnit(project.source_language);
  const days = (data?.days ?? []).slice(-30);
  const saved = (day: Day) => (day.keystroke_ratio === null ? null : Math.max(0, 100 * (1 - day.keystroke_ratio)));
  return (
    <section className="card" aria-labelledby="figures">
      <div className="card-head">
        <h2 id="figures">Statistics</h2>
        {data?.effort_log && (
          <a className="button" href={`/api/projects/${project.id}/effort.csv`} download="effort.csv">
            CSV
          </a>
        )}
      </div>
      {days.length === 0 && <p className="faint">No confirmed segments yet.</p>}
      {days.length > 0 && (
        <div className="charts">
          <Chart title={`${unit} confirmed`} days={days} of={(day) => day.words} unit="" />
          {data?.effort_log && (
            <>
              <Chart title="Typing saved" days={days} of={saved} unit="%" />
              <Chart
                title="Text accepted"
                days={days}
                of={(day) => (day.taken_ratio === null ? null : 100 * day.taken_ratio)}
                unit="%"
              />
              <Chart title={`${unit} per hour`} days={days} of={(day) => day.words_an_hour} unit="" />
            </>
          )}
        </div>
      )}
      {data && !data.effort_log && days.length > 0 && (
        <p className="faint">Record productivity data to see typing saved and words per hour.</p>
      )}
    </section>
  );
}

interface ChartProps {
  title: string;
  days: readonly Day[];
  of: (day: Day) => number | null;
  unit: string;
}

function Chart({ title, days, of, unit }: ChartProps) {
  const values = days.map(of);
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const newest = values.findLast((value) => value !== null);
  const width = 100 / Math.max(days.length, 7);
  const told = newest == null ? "no figure" : `${Math.round(newest).toLocaleString()}${unit}`;
  return (
    <figure className="chart">
      <figcaption>
        {title} <b className="figure">{told}</b>
      </figcaption>
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label={`${title} by day, last ${told}`}>
        {values.map((value, index) => (
          <rect
            key={days[index]?.day}
            x={index * width + width * 0.1}
            width={width * 0.8}
            y={30 - (30 * (value ?? 0)) / most}
            height={(30 * (value ?? 0)) / most}
          >
            <title>{`${days[index]?.day}: ${value === null ? "–" : Math.round(value)}${unit}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}
