// How new documents are cut into segments: by sentence, paragraph or line, or by rules that can be edited.
import { useState } from "react";
import { api, ask, sentence, type ProjectDetails, type ProjectSettings } from "../../api/client";
import { useTranslation } from "../../messages";
import { languageName } from "../languages";

interface SegmentationProps {
  project: ProjectDetails;
  set: (values: Partial<ProjectSettings>) => void;
}

export function Segmentation({ project, set }: SegmentationProps) {
  const { t } = useTranslation();
  const { segmentation, srx } = project.settings;
  const [rules, setRules] = useState(srx);
  const [problem, setProblem] = useState("");
  const begin = () => {
    setProblem("");
    const params = { path: { project: project.id } };
    ask(api.GET("/api/projects/{project}/segmentation-rules", { params })).then(
      (found) => setRules(found.srx),
      (error: unknown) => setProblem(sentence(error)),
    );
  };
  const read = (file: File | undefined) => {
    if (file) void file.text().then(setRules);
  };
  return (
    <section className="card" aria-labelledby="segmentation">
      <h2 id="segmentation">{t("segmentation.title")}</h2>
      <div className="form">
        <label className="labelled row-label">
          {t("segmentation.cut")}
          <select
            className="field"
            value={segmentation}
            disabled={srx !== ""}
            onChange={(event) => set({ segmentation: event.target.value as ProjectSettings["segmentation"] })}
          >
            <option value="sentence">{t("segmentation.sentence")}</option>
            <option value="paragraph">{t("segmentation.paragraph")}</option>
            <option value="line">{t("segmentation.line")}</option>
          </select>
        </label>
        <label className="labelled">
          {t("segmentation.rules")}
          <textarea
            className="field"
            rows={rules ? 12 : 2}
            spellCheck={false}
            placeholder={t("segmentation.rulesEmpty")}
            value={rules}
            onChange={(event) => setRules(event.target.value)}
          />
        </label>
        {problem && (
          <p className="fault" role="alert">
            {problem}
          </p>
        )}
        <div className="buttons">
          <button type="button" className="button" onClick={begin}>
            {t("segmentation.begin", { language: languageName(project.source_language) })}
          </button>
          <label className="button">
            {t("segmentation.load")}
            <input
              type="file"
              accept=".srx,.xml"
              className="hidden-text"
              onChange={(event) => read(event.target.files?.[0])}
            />
          </label>
          <button type="button" className="button primary" disabled={rules === srx} onClick={() => set({ srx: rules })}>
            {t("segmentation.save")}
          </button>
        </div>
      </div>
    </section>
  );
}
