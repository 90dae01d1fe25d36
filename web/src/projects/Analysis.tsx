// The words of a project by match band, as a bar and as a table.
import { useState } from "react";
import { api, ask, sentence, type Analysis as Result, type ProjectDetails } from "../api/client";
import { useLoad } from "../api/useLoad";
import { titleOfUnit } from "./languages";

/** The bands as other tools call them. */
const BANDS: Readonly<Record<string, string>> = {
  "101": "101% (context)",
  "100": "100%",
  repetitions: "Repetitions",
  "internal 95–99": "Internal fuzzy 95–99%",
  "internal 85–94": "Internal fuzzy 85–94%",
  "internal 75–84": "Internal fuzzy 75–84%",
  "internal 50–74": "Internal fuzzy 50–74%",
  new: "No match",
};

interface AnalysisProps {
  project: ProjectDetails;
  turn: number;
  begun: () => void;
}

/** The last analysis; asked for only where there is one, since a browser shows every 404 as an error. */
async function last(project: number, signal: AbortSignal): Promise<Result | "none"> {
  const jobs = await ask(api.GET("/api/jobs", { params: { query: { project, limit: 1000 } }, signal }));
  if (!jobs.some((job) => job.kind === "analyse" && job.state === "done")) return "none";
  return ask(api.GET("/api/projects/{project}/analysis", { params: { path: { project } }, signal }));
}

export function Analysis({ project, turn, begun }: AnalysisProps) {
  const { data, problem } = useLoad(`analysis ${project.id}`, (signal) => last(project.id, signal), turn);
  const [refused, setRefused] = useState("");
  const begin = () => {
    setRefused("");
    const params = { path: { project: project.id } };
    ask(api.POST("/api/projects/{project}/analysis", { params, body: {} })).then(begun, (error: unknown) =>
      setRefused(sentence(error)),
    );
  };
  const result = data === "none" ? null : data;
  const bands = (result?.total.bands ?? []).filter((one) => one.band !== "total");
  const total = bands.reduce((sum, one) => sum + one.total, 0);
  return (
    <section className="card" aria-labelledby="analysis">
      <div className="card-head">
        <h2 id="analysis">Analysis</h2>
        <button type="button" className="button" onClick={begin}>
          {result ? "Run again" : "Run analysis"}
        </button>
        {result && (
          <a className="button" href={`/api/projects/${project.id}/analysis/export?format=csv`} download>
            CSV
          </a>
        )}
      </div>
      {(refused || problem) && <p className="fault">{refused || problem}</p>}
      {data === "none" && <p className="faint">How much of the text the TMs already have.</p>}
      {result && (
        <>
          <div className="bands" aria-hidden="true">
            {bands.map((one, index) => (
              <span key={one.band} className={`band-${index}`} style={{ flexGrow: one.total }} />
            ))}
          </div>
          <table className="figures">
            <thead className="hidden-head">
              <tr>
                <th scope="col">Match type</th>
                <th scope="col">{titleOfUnit(project.source_language)}</th>
                <th scope="col">% of total</th>
              </tr>
            </thead>
            <tbody>
              {bands.map((one, index) => (
                <tr key={one.band}>
                  <th scope="row">
                    <span className={`swatch band-${index}`} /> {BANDS[one.band] ?? one.band}
                  </th>
                  <td>{one.total.toLocaleString()}</td>
                  <td>{Math.round((100 * one.total) / Math.max(1, total))}%</td>
                </tr>
              ))}
              <tr>
                <th scope="row">Total</th>
                <td>{total.toLocaleString()}</td>
                <td>100%</td>
              </tr>
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
