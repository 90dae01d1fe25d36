// The list of projects, and what this installation can do at the moment.
import { useState, type DragEvent } from "react";
import { Link, useLocation } from "wouter";
import { api, ask, type ComponentState, type Project } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import type { Connection } from "../connection/connection";
import { ProgressBar } from "../parts/ProgressBar";
import { CreateProject } from "../projects/CreateProject";
import { amount } from "../projects/languages";
import { momentOf } from "../workbench/panel/History";

export function Projects({ connection }: { connection: Connection }) {
  useTitle("Projects");
  const [, go] = useLocation();
  const { data, problem } = useLoad("projects", (signal) => ask(api.GET("/api/projects", { signal })));
  const about = useLoad("about", (signal) => ask(api.GET("/api/about", { signal })));
  const [wanted, setWanted] = useState("");
  const [making, setMaking] = useState<readonly File[] | null>(null);
  const shown = data?.filter((one) => one.name.toLowerCase().includes(wanted.trim().toLowerCase())) ?? [];
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) setMaking([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the mouse; the button below does the same.
    <div className="columns" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <section aria-labelledby="projects">
        <div className="title-line">
          <h1 id="projects">Projects</h1>
          <button type="button" className="button primary" onClick={() => setMaking([])}>
            New project
          </button>
        </div>
        {problem && <p className="fault">{problem}</p>}
        {data && data.length > 6 && (
          <input
            className="field"
            type="search"
            aria-label="Find a project"
            placeholder="Find a project"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        {data?.length === 0 && (
          <div className="card empty">
            <p className="lead">There are no projects.</p>
            <p>Drop a document anywhere on this page, or press the button above.</p>
          </div>
        )}
        {shown.length > 0 && (
          <ul className="card rows">
            {shown.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </ul>
        )}
      </section>
      <Installation connection={connection} />
      {making && (
        <CreateProject
          about={about.data}
          files={making}
          close={() => setMaking(null)}
          made={(project) => go(`/projects/${project.id}`)}
        />
      )}
    </div>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const documents = project.documents === 1 ? "1 document" : `${project.documents} documents`;
  return (
    <li className="item">
      <div>
        <Link href={`/projects/${project.id}`} className="item-name">
          {project.name}
        </Link>
        <p className="faint">
          {project.source_language} → {project.target_language} · {documents} ·{" "}
          {amount(project.progress.total.words, project.source_language)} · {momentOf(project.changed_at)}
        </p>
      </div>
      <ProgressBar progress={project.progress} label={`Confirmed in ${project.name}`} />
    </li>
  );
}

function Installation({ connection }: { connection: Connection }) {
  return (
    <section className="card" aria-labelledby="installation">
      <h2 id="installation">System status</h2>
      {connection.phase === "connected" ? (
        <dl className="states">
          <State name="Model" component={connection.health.model} />
          <State name="Memory index" component={connection.health.index} />
          <State name="Database" component={connection.health.database} />
        </dl>
      ) : (
        <p className="faint">{connection.phase === "lost" ? "Unknown while not connected." : "Asking …"}</p>
      )}
      <p className="links">
        <Link href="/resources">Memories and termbases</Link>
        <a href="/api/docs">API documentation</a>
      </p>
    </section>
  );
}

const WORDS: Record<ComponentState["state"], string> = {
  absent: "not there",
  present: "found",
  ready: "ready",
  failed: "cannot be used",
};

function State({ name, component }: { name: string; component: ComponentState }) {
  return (
    <div className="state">
      <dt>{name}</dt>
      <dd>
        <span className={`mark ${component.state}`}>{WORDS[component.state]}</span>
        <span className="faint">{component.detail}</span>
      </dd>
    </div>
  );
}
