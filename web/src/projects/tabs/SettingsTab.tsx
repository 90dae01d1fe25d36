// What can be set for a project; each change is kept at once.
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { api, ask, sentence, type ProjectDetails, type ProjectSettings } from "../../api/client";
import { useTranslation } from "../../messages";
import { RateSlider } from "../../parts/RateSlider";
import type { Change } from "../change";
import { languageName } from "../languages";
import { Checks } from "../settings/Checks";
import { Engine } from "../settings/Engine";
import { NumberField } from "../settings/NumberField";
import { Segmentation } from "../settings/Segmentation";

export function SettingsTab({ project, change }: { project: ProjectDetails; change: Change }) {
  const { settings } = project;
  const set = (values: Partial<ProjectSettings>) => void change({ settings: values });
  return (
    <div className="columns halves">
      <div className="column">
        <General project={project} change={change} />
        <Engine project={project} change={change} />
        <Suggestions settings={settings} set={set} />
      </div>
      <div className="column">
        <MemorySettings settings={settings} set={set} />
        <Checks settings={settings} set={set} />
        <Segmentation key={settings.srx} project={project} set={set} />
        <Deletion project={project} />
      </div>
    </div>
  );
}

interface PartProps {
  settings: ProjectSettings;
  set: (values: Partial<ProjectSettings>) => void;
}

function General({ project, change }: { project: ProjectDetails; change: Change }) {
  const { t } = useTranslation();
  const [name, setName] = useState(project.name);
  useEffect(() => setName(project.name), [project.name]);
  const keep = () => {
    const wanted = name.trim();
    if (wanted === "") setName(project.name);
    else if (wanted !== project.name) void change({ name: wanted });
  };
  return (
    <section className="card form" aria-labelledby="general">
      <h2 id="general">{t("settings.general")}</h2>
      <label className="labelled">
        {t("settings.name")}
        <input className="field" value={name} onChange={(event) => setName(event.target.value)} onBlur={keep} />
      </label>
      <dl className="facts">
        <div>
          <dt>{t("languages.source")}</dt>
          <dd>
            {languageName(project.source_language)} ({project.source_language})
          </dd>
        </div>
        <div>
          <dt>{t("languages.target")}</dt>
          <dd>
            {languageName(project.target_language)} ({project.target_language})
          </dd>
        </div>
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={project.settings.effort_log}
          onChange={(event) => void change({ settings: { effort_log: event.target.checked } })}
        />
        {t("settings.record")}
      </label>
      <p className="faint">{t("settings.recordHelp")}</p>
    </section>
  );
}

function Suggestions({ settings, set }: PartProps) {
  const { t } = useTranslation();
  return (
    <section className="card form" aria-labelledby="suggestions">
      <h2 id="suggestions">{t("settings.suggestions")}</h2>
      <NumberField
        label={t("settings.highlight")}
        value={Math.round(100 * settings.highlight_threshold)}
        from={0}
        to={100}
        step={5}
        set={(share) => set({ highlight_threshold: share / 100 })}
      />
      <NumberField
        label={t("settings.alternatives")}
        value={settings.alternatives}
        from={0}
        to={10}
        step={1}
        set={(alternatives) => set({ alternatives })}
      />
      <label className="check">
        <input type="checkbox" checked={settings.draft} onChange={(event) => set({ draft: event.target.checked })} />
        {t("settings.draft")}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.terms_obeyed}
          onChange={(event) => set({ terms_obeyed: event.target.checked })}
        />
        {t("settings.terms")}
      </label>
    </section>
  );
}

function MemorySettings({ settings, set }: PartProps) {
  const { t } = useTranslation();
  const [rate, setRate] = useState(settings.minimum_match_rate);
  useEffect(() => setRate(settings.minimum_match_rate), [settings.minimum_match_rate]);
  const keepRate = () => rate !== settings.minimum_match_rate && set({ minimum_match_rate: rate });
  return (
    <section className="card form" aria-labelledby="memory-settings">
      <h2 id="memory-settings">{t("settings.memories")}</h2>
      <RateSlider rate={rate} change={setRate} done={keepRate} />
      <NumberField
        label={t("settings.memoryDraft")}
        value={settings.memory_draft_rate}
        from={50}
        to={102}
        step={1}
        set={(memory_draft_rate) => set({ memory_draft_rate })}
      />
      <p className="faint">{t("settings.memoryDraftHelp")}</p>
      <label className="labelled row-label">
        {t("settings.propagation")}
        <select
          className="field"
          value={settings.propagation}
          onChange={(event) => set({ propagation: event.target.value as ProjectSettings["propagation"] })}
        >
          <option value="off">{t("settings.propagationOff")}</option>
          <option value="document">{t("settings.propagationDocument")}</option>
          <option value="project">{t("settings.propagationProject")}</option>
        </select>
      </label>
    </section>
  );
}

function Deletion({ project }: { project: ProjectDetails }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [problem, setProblem] = useState("");
  const remove = () => {
    if (!window.confirm(t("settings.confirmDelete", { name: project.name }))) return;
    const params = { path: { project: project.id } };
    ask(api.DELETE("/api/projects/{project}", { params })).then(
      () => go("/"),
      (error: unknown) => setProblem(sentence(error)),
    );
  };
  return (
    <section className="card" aria-labelledby="deletion">
      <h2 id="deletion">{t("settings.delete")}</h2>
      <p className="faint">{t("settings.deleteHelp")}</p>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="button danger" onClick={remove}>
        {t("settings.delete")}
      </button>
    </section>
  );
}
