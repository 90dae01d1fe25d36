// Which model and engine translate, with a line on what the chosen engine does and why another cannot be chosen.
import type { ProjectDetails } from "../../api/client";
import { useTranslation } from "../../messages";
import type { Change } from "../change";
import { languageName } from "../languages";

const AUTOMATIC = "auto";

export function Engine({ project, change }: { project: ProjectDetails; change: Change }) {
  const { t, i18n } = useTranslation();
  const { engine: chosen, model } = project.settings;
  // Engines can be added by plug-ins, which bring their own words; those of Synslator are in the catalogue.
  const words = (name: string, kind: "title" | "summary", own: string): string =>
    i18n.exists(`engines.${name}.${kind}`) ? i18n.t(`engines.${name}.${kind}` as "engines.knn.title") : own;
  const titleOf = (name: string) =>
    words(name, "title", project.engines.find((one) => one.name === name)?.title ?? name);
  const shown = project.engines.find((one) => one.name === (chosen === AUTOMATIC ? project.engine : chosen));
  const [source, target] = [languageName(project.source_language), languageName(project.target_language)];
  return (
    <section className="card form" aria-labelledby="engine">
      <h2 id="engine">{t("engine.heading")}</h2>
      {!project.machine && <p className="stale">{t("engine.none", { source, target })}</p>}
      {project.models.length > 0 && (
        <label className="labelled row-label">
          {t("engine.model")}
          <select
            className="field"
            value={model && project.model === model ? model : ""}
            onChange={(event) => void change({ settings: { model: event.target.value } })}
          >
            <option value="">{t("engine.automaticModel", { name: project.models[0]?.name ?? "" })}</option>
            {project.models.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name} {one.version}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="labelled row-label">
        {t("engine.engine")}
        <select
          className="field"
          value={chosen}
          aria-describedby="engine-help"
          onChange={(event) => void change({ settings: { engine: event.target.value } })}
        >
          <option value={AUTOMATIC}>{t("engine.automatic", { name: titleOf(project.engine) })}</option>
          {project.engines.map((one) => (
            <option key={one.name} value={one.name} disabled={one.refusal !== null}>
              {words(one.name, "title", one.title)}
              {one.refusal ? ` (${t("engine.notHere")})` : ""}
            </option>
          ))}
        </select>
      </label>
      <p id="engine-help" className="faint">
        {shown && words(shown.name, "summary", shown.summary)}
      </p>
      {project.engines.some((one) => one.refusal) && (
        <details>
          <summary>{t("engine.why")}</summary>
          <dl className="refusals">
            {project.engines.map(
              (one) =>
                one.refusal && (
                  <div key={one.name}>
                    <dt>{words(one.name, "title", one.title)}</dt>
                    <dd className="faint">{one.refusal}</dd>
                  </div>
                ),
            )}
          </dl>
        </details>
      )}
    </section>
  );
}
