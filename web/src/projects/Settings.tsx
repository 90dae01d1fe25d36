// What can be set for a project; each change is kept at once.
import { useEffect, useState } from "react";
import { api, ask, type ProjectDetails, type ProjectSettings } from "../api/client";
import { useLoad } from "../api/useLoad";
import { RateSlider } from "../parts/RateSlider";
import type { Change } from "./change";
import { Segmentation } from "./Segmentation";

export function Settings({ project, change }: { project: ProjectDetails; change: Change }) {
  const { settings } = project;
  const [rate, setRate] = useState(settings.minimum_match_rate);
  useEffect(() => setRate(settings.minimum_match_rate), [settings.minimum_match_rate]);
  const checks = useLoad("checks", (signal) => ask(api.GET("/api/checks", { signal })));
  const set = (values: Partial<ProjectSettings>) => void change({ settings: values });
  const keepRate = () => rate !== settings.minimum_match_rate && set({ minimum_match_rate: rate });
  return (
    <section className="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <RateSlider rate={rate} change={setRate} done={keepRate} />
      <div className="form">
        <NumberField
          label="Highlight suggestions above this confidence"
          value={settings.highlight_threshold}
          from={0}
          to={1}
          step={0.05}
          set={(highlight_threshold) => set({ highlight_threshold })}
        />
        <NumberField
          label="Number of other suggestions"
          value={settings.alternatives}
          from={0}
          to={10}
          step={1}
          set={(alternatives) => set({ alternatives })}
        />
        <NumberField
          label="Pre-translate from TM at or above (%)"
          value={settings.memory_draft_rate}
          from={50}
          to={102}
          step={1}
          set={(memory_draft_rate) => set({ memory_draft_rate })}
        />
        <label className="labelled row-label">
          Auto-propagation
          <select
            className="field"
            value={settings.propagation}
            onChange={(event) => set({ propagation: event.target.value as ProjectSettings["propagation"] })}
          >
            <option value="off">Off</option>
            <option value="document">Within document</option>
            <option value="project">Within project</option>
          </select>
        </label>
        <label className="check">
          <input type="checkbox" checked={settings.draft} onChange={(event) => set({ draft: event.target.checked })} />
          Pre-translate new documents automatically
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.terms_obeyed}
            onChange={(event) => set({ terms_obeyed: event.target.checked })}
          />
          Use the termbases' terms in drafts and suggestions
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.effort_log}
            onChange={(event) => set({ effort_log: event.target.checked })}
          />
          Record productivity data (keystrokes, accepted suggestions, time)
        </label>
      </div>
      <Segmentation key={settings.srx} project={project} set={set} />
      <details>
        <summary>QA checks</summary>
        {checks.data?.map((check) => (
          <label key={check.name} className="check block" title={check.summary}>
            <input
              type="checkbox"
              checked={!settings.checks_off.includes(check.name)}
              onChange={(event) =>
                set({
                  checks_off: event.target.checked
                    ? settings.checks_off.filter((name) => name !== check.name)
                    : [...settings.checks_off, check.name],
                })
              }
            />
            {check.summary || check.name}
          </label>
        ))}
      </details>
    </section>
  );
}

interface NumberProps {
  label: string;
  value: number;
  from: number;
  to: number;
  step: number;
  set: (value: number) => void;
}

function NumberField({ label, value, from, to, step, set }: NumberProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const keep = () => {
    const number = Number(text);
    if (text.trim() === "" || Number.isNaN(number) || number < from || number > to) setText(String(value));
    else if (number !== value) set(number);
  };
  return (
    <label className="labelled row-label">
      {label}
      <input
        className="field small"
        type="number"
        min={from}
        max={to}
        step={step}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
      />
    </label>
  );
}
