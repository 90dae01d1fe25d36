// The words of a project by match band, file by file, as they are quoted and invoiced.
import { useState } from "react";
import { api, ask, sentence, type Analysis, type FileAnalysis, type ProjectDetails } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";
import { moment } from "../../messages/intl";
import { BandTable } from "../analysis/BandTable";
import { FileTable } from "../analysis/FileTable";
import { RatesDialog } from "../analysis/RatesDialog";
import type { Change } from "../change";

interface AnalysisTabProps {
  project: ProjectDetails;
  change: Change;
  turn: number;
  begun: () => void;
}

/** The last analysis; asked for only where there is one, since a browser shows every 404 as an error. */
async function last(project: number, signal: AbortSignal): Promise<Analysis | "none"> {
  const jobs = await ask(api.GET("/api/jobs", { params: { query: { project, limit: 1000 } }, signal }));
  const counted = jobs.some((job) => job.kind === "analyse" && job.state === "done" && job.result?.files);
  if (!counted) return "none";
  return ask(api.GET("/api/projects/{project}/analysis", { params: { path: { project } }, signal }));
}

export function AnalysisTab({ project, change, turn, begun }: AnalysisTabProps) {
  const { t } = useTranslation();
  const key = `analysis ${project.id}`;
  const { data, problem, reload } = useLoad(key, (signal) => last(project.id, signal), turn);
  const [refused, setRefused] = useState("");
  const [shown, setShown] = useState<number | null>(null);
  const [weighing, setWeighing] = useState(false);
  const begin = () => {
    setRefused("");
    const params = { path: { project: project.id } };
    ask(api.POST("/api/projects/{project}/analysis", { params, body: {} })).then(begun, (error: unknown) =>
      setRefused(sentence(error)),
    );
  };
  const result = data === "none" ? null : data;
  const one: FileAnalysis | undefined = result?.files.find((file) => file.document === shown) ?? result?.total;
  const address = (format: string) => `/api/projects/${project.id}/analysis/export?format=${format}`;
  return (
    <section aria-labelledby="analysis">
      <div className="title-line">
        <h2 id="analysis" className="hidden-text">
          {t("analysis.title")}
        </h2>
        <span className="faint grow">
          {result?.ended_at ? t("analysis.of", { moment: moment(result.ended_at) }) : ""}
        </span>
        {result && (
          <>
            <button type="button" className="button" onClick={() => setWeighing(true)}>
              {t("analysis.rates")}
            </button>
            <a className="button" href={address("csv")} download>
              CSV
            </a>
            <a className="button" href={address("xlsx")} download>
              XLSX
            </a>
          </>
        )}
        <button type="button" className={result ? "button" : "button primary"} onClick={begin}>
          {result ? t("analysis.again") : t("analysis.run")}
        </button>
      </div>
      {(refused || problem) && <p className="fault">{refused || problem}</p>}
      {data === "none" && <p className="card empty">{t("analysis.none")}</p>}
      {result && one && (
        <>
          <FileTable result={result} shown={shown} show={setShown} />
          <BandTable file={one} />
        </>
      )}
      {result && weighing && (
        <RatesDialog
          bands={result.total.bands}
          close={() => setWeighing(false)}
          save={(rates) => {
            setWeighing(false);
            void change({ settings: { analysis_rates: rates } }).then(reload);
          }}
        />
      )}
    </section>
  );
}
