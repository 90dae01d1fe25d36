// How new documents are cut into segments: by sentence, paragraph or line, or by rules that can be edited.
import { useState } from "react";
import { api, ask, sentence, type ProjectDetails, type ProjectSettings } from "../api/client";

interface SegmentationProps {
  project: ProjectDetails;
  set: (values: Partial<ProjectSettings>) => void;
}

export function Segmentation({ project, set }: SegmentationProps) {
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
    <details>
      <summary>Segmentation of new documents</summary>
      <div className="form">
        <label className="labelled row-label">
          Cut
          <select
            className="field"
            value={segmentation}
            disabled={srx !== ""}
            onChange={(event) => set({ segmentation: event.target.value as ProjectSettings["segmentation"] })}
          >
            <option value="sentence">By sentence</option>
            <option value="paragraph">By paragraph</option>
            <option value="line">By line</option>
          </select>
        </label>
        <label className="labelled">
          Own rules (SRX)
          <textarea
            className="field"
            rows={rules ? 12 : 2}
            spellCheck={false}
            placeholder="Empty: the rules for the language that come with Synslator."
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
            Start from the rules for {project.source_language}
          </button>
          <label className="button">
            Load SRX file
            <input
              type="file"
              accept=".srx,.xml"
              className="hidden-text"
              onChange={(event) => read(event.target.files?.[0])}
            />
          </label>
          <button type="button" className="button primary" disabled={rules === srx} onClick={() => set({ srx: rules })}>
            Save rules
          </button>
        </div>
      </div>
    </details>
  );
}
