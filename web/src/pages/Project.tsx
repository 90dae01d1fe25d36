// One project: its documents, what helps to translate them, and how.
import { useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { api, ask, sentence, type ProjectDetails, type ProjectSettings, type SettingsChange } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { InHeader } from "../parts/slots";
import { Analysis } from "../projects/Analysis";
import { Documents } from "../projects/Documents";
import { Engine } from "../projects/Engine";
import { Figures } from "../projects/Figures";
import { Memories } from "../projects/Memories";
import { ProjectTermbases } from "../projects/ProjectTermbases";
import { Settings } from "../projects/Settings";
import { amount } from "../projects/languages";
import { useJobs } from "../projects/useJobs";
import type { Change } from "../projects/change";
import { Missing } from "./Missing";

export function Project() {
  const id = Number(useParams<{ project: string }>().project);
  return Number.isSafeInteger(id) ? <Found id={id} /> : <NoSuchProject />;
}

function NoSuchProject() {
  return <Missing title="No such project">There is no project at this address.</Missing>;
}

function Found({ id }: { id: number }) {
  const path = { project: id };
  const { data, problem, missing, reload, set } = useLoad(`project ${id}`, (signal) =>
    ask(api.GET("/api/projects/{project}", { params: { path }, signal })),
  );
  useTitle(data?.name ?? (missing ? "No such project" : "Project"));
  if (missing) return <NoSuchProject />;
  if (!data) return <p className="notice faint">{problem ?? "Opening the project …"}</p>;
  return <Overview project={data} set={set} reload={reload} />;
}

/** What a change of the settings names; the rest stays. */
function given(change: SettingsChange = {}): Partial<ProjectSettings> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(named);
}

interface OverviewProps {
  project: ProjectDetails;
  set: (project: ProjectDetails) => void;
  reload: () => void;
}

function Overview({ project, set, reload }: OverviewProps) {
  const [problem, setProblem] = useState("");
  const [turn, setTurn] = useState(0);
  const [, go] = useLocation();
  const path = { project: project.id };
  const jobs = useJobs(project.id, () => {
    setTurn((before) => before + 1);
    reload();
  });

  // One change after the other, each made from what the one before it led to; the page shows it at once.
  const version = useRef(project.version);
  version.current = Math.max(version.current, project.version);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change: Change = (values) => {
    setProblem("");
    set({ ...project, ...values, settings: { ...project.settings, ...given(values.settings) } });
    const made = last.current.then(async () => {
      try {
        const body = { version: version.current, ...values };
        const changed = await ask(api.PATCH("/api/projects/{project}", { params: { path }, body }));
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
  const remove = () => {
    if (!window.confirm(`Delete the project “${project.name}” with its documents? TMs and termbases stay.`)) return;
    ask(api.DELETE("/api/projects/{project}", { params: { path } })).then(
      () => go("/"),
      (error: unknown) => setProblem(sentence(error)),
    );
  };

  return (
    <>
      <InHeader>
        <span className="path">
          <span className="faint">/ </span>
          <b>{project.name}</b>
        </span>
      </InHeader>
      <h1 className="project-title">{project.name}</h1>
      <p className="faint">
        {project.source_language} → {project.target_language} ·{" "}
        {project.documents === 1 ? "1 document" : `${project.documents} documents`} ·{" "}
        {amount(project.progress.total.words, project.source_language)}
      </p>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      {jobs.failed && (
        <p className="fault" role="alert">
          {jobs.failed.title}: {jobs.failed.message}
        </p>
      )}
      {jobs.running.length > 0 && (
        <ul className="card rows jobs" aria-label="Running jobs">
          {jobs.running.map((job) => (
            <li key={job.id} className="item">
              <span>
                {job.title} <span className="faint">{job.total ? `${job.done} of ${job.total}` : job.state}</span>
              </span>
              <button type="button" className="link" onClick={() => jobs.cancel(job)} disabled={job.cancelling}>
                Stop
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="columns project">
        <div className="column">
          <Documents
            project={project}
            turn={turn}
            begun={() => {
              jobs.watch();
              reload();
            }}
          />
          <Memories project={project} change={change} begun={jobs.watch} turn={turn} />
          <ProjectTermbases project={project} change={change} begun={jobs.watch} turn={turn} />
          <Figures project={project} />
        </div>
        <div className="column">
          <Analysis project={project} turn={turn} begun={jobs.watch} />
          <Engine project={project} change={change} />
          <Settings project={project} change={change} />
          <p>
            <button type="button" className="link danger" onClick={remove}>
              Delete project
            </button>
            {" · "}
            <Link href="/resources">All memories and termbases</Link>
          </p>
        </div>
      </div>
    </>
  );
}
