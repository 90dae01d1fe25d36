// The list of projects.
import { useState, type DragEvent } from "react";
import { Link, useLocation } from "wouter";
import { api, ask, type Project } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { useTranslation } from "../messages";
import { moment, number } from "../messages/intl";
import { ProgressBar } from "../parts/ProgressBar";
import { CreateProject } from "../projects/create/CreateProject";
import { amount, languageName } from "../projects/languages";

/** From so many on there is a field to find one. */
const MANY = 6;

export function Projects() {
  const { t } = useTranslation();
  useTitle(t("frame.projects"));
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
    <section className="home" aria-labelledby="projects" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="title-line">
        <h1 id="projects">{t("frame.projects")}</h1>
        {data && data.length > MANY && (
          <input
            className="field find"
            type="search"
            aria-label={t("home.find")}
            placeholder={t("home.find")}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        <button type="button" className="button primary" onClick={() => setMaking([])}>
          {t("create.title")}
        </button>
      </div>
      {problem && <p className="fault">{problem}</p>}
      {data?.length === 0 && (
        <div className="card empty">
          <p className="lead">{t("home.none")}</p>
          <p>{t("home.noneHelp")}</p>
        </div>
      )}
      {data && data.length > 0 && shown.length === 0 && <p className="faint">{t("common.noResults")}</p>}
      {shown.length > 0 && (
        <div className="card table-card">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("home.name")}</th>
                <th scope="col">{t("home.languages")}</th>
                <th scope="col" className="number">
                  {t("home.files")}
                </th>
                <th scope="col" className="number">
                  {t("home.text")}
                </th>
                <th scope="col">{t("files.progress")}</th>
                <th scope="col">{t("home.changed")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((project) => (
                <ProjectRow key={project.id} project={project} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {making && (
        <CreateProject
          about={about.data}
          files={making}
          close={() => setMaking(null)}
          made={(project) => go(`/projects/${project.id}`)}
        />
      )}
    </section>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { name, progress } = project;
  const [source, target] = [languageName(project.source_language), languageName(project.target_language)];
  return (
    <tr>
      <th scope="row">
        <Link href={`/projects/${project.id}`} className="item-name">
          {name}
        </Link>
      </th>
      <td>{t("languages.pair", { source, target })}</td>
      <td className="number">{number(project.documents)}</td>
      <td className="number">{amount(progress.total.words, project.source_language)}</td>
      <td>
        <ProgressBar progress={progress} label={t("files.confirmedIn", { name })} />
      </td>
      <td className="faint">{moment(project.changed_at)}</td>
    </tr>
  );
}
