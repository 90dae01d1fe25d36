// A project's changes: shown at once, sent one after the other, each made from what the one before it led to.
import { useRef, useState } from "react";
import { api, ask, sentence, type ProjectDetails, type ProjectSettings, type SettingsChange } from "../api/client";
import type { Change } from "./change";

/** What a change of the settings names; the rest stays. */
function given(change: SettingsChange = {}): Partial<ProjectSettings> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(named);
}

export function useChange(project: ProjectDetails, set: (project: ProjectDetails) => void, reload: () => void) {
  const [problem, setProblem] = useState("");
  const version = useRef(project.version);
  version.current = Math.max(version.current, project.version);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change: Change = (values) => {
    setProblem("");
    set({ ...project, ...values, settings: { ...project.settings, ...given(values.settings) } });
    const made = last.current.then(async () => {
      try {
        const body = { version: version.current, ...values };
        const params = { path: { project: project.id } };
        const changed = await ask(api.PATCH("/api/projects/{project}", { params, body }));
        version.current = changed.version;
        set(changed);
      } catch (error) {
        setProblem(sentence(error));
        reload();
      }
    });
    last.current = made;
    return made;
  };
  return { change, problem, setProblem };
}
