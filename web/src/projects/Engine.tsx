// Which model and engine translate, with a sentence on what each engine needs and why one cannot be chosen.
import type { ProjectDetails } from "../api/client";
import type { Change } from "./change";

export function Engine({ project, change }: { project: ProjectDetails; change: Change }) {
  const chosen = project.settings.engine;
  const inUse = project.engines.find((one) => one.name === project.engine)?.title ?? project.engine;
  return (
    <section className="card" aria-labelledby="engine">
      <h2 id="engine">Engine</h2>
      {!project.machine && (
        <p className="stale">
          No model here translates {project.source_language} → {project.target_language}. Matches, terms and checks work
          without one.
        </p>
      )}
      {project.models.length > 0 && (
        <label className="labelled row-label">
          Model
          <select
            className="field"
            value={project.settings.model && project.model === project.settings.model ? project.settings.model : ""}
            onChange={(event) => void change({ settings: { model: event.target.value } })}
          >
            <option value="">Automatic: {project.models[0]?.name}</option>
            {project.models.map((model) => (
              <option key={model.name} value={model.name}>
                {model.name} {model.version}
              </option>
            ))}
          </select>
        </label>
      )}
      <div role="radiogroup" aria-labelledby="engine">
        <label className="engine">
          <input
            type="radio"
            name="engine"
            checked={chosen === "auto"}
            onChange={() => void change({ settings: { engine: "auto" } })}
          />
          <span>
            <b>Automatic</b>
            <span className="faint">The best engine for this project, now {inUse}.</span>
          </span>
        </label>
        {project.engines.map((engine) => (
          <label key={engine.name} className="engine">
            <input
              type="radio"
              name="engine"
              disabled={engine.refusal !== null}
              checked={chosen === engine.name}
              onChange={() => void change({ settings: { engine: engine.name } })}
            />
            <span>
              <b>{engine.title}</b>
              <span className="faint">{engine.summary}</span>
              {engine.refusal && <span className="amber">{engine.refusal}</span>}
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}
