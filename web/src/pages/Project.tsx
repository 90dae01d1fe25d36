// One project, in tabs: its files, their analysis, what helps to translate them, who does, and how.
import { useState } from "react";
import { useParams } from "wouter";
import { api, ask, type ProjectDetails } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { useTranslation } from "../messages";
import { Jobs } from "../projects/Jobs";
import { amount, languageName } from "../projects/languages";
import { AnalysisTab } from "../projects/tabs/AnalysisTab";
import { FilesTab } from "../projects/tabs/FilesTab";
import { PeopleTab } from "../projects/tabs/PeopleTab";
import { ResourcesTab } from "../projects/tabs/ResourcesTab";
import { SettingsTab } from "../projects/tabs/SettingsTab";
import { StatisticsTab } from "../projects/tabs/StatisticsTab";
import { TABS, TabBar, type Tab } from "../projects/tabs/tabs";
import { useChange } from "../projects/useProject";
import { useJobs } from "../projects/useJobs";
import { useSignedIn } from "../session/useSession";
import { Missing } from "./Missing";

export function Project() {
  const params = useParams<{ project: string; tab?: string }>();
  const id = Number(params.project);
  const tab = TABS.find((one) => one === (params.tab ?? "files"));
  return Number.isSafeInteger(id) && tab ? <Found id={id} tab={tab} /> : <NoSuchProject />;
}

function NoSuchProject() {
  const { t } = useTranslation();
  return <Missing title={t("project.missing")}>{t("project.missingHelp")}</Missing>;
}

function Found({ id, tab }: { id: number; tab: Tab }) {
  const { t } = useTranslation();
  const path = { project: id };
  const { data, problem, missing, reload, set } = useLoad(`project ${id}`, (signal) =>
    ask(api.GET("/api/projects/{project}", { params: { path }, signal })),
  );
  useTitle(data?.name ?? (missing ? t("project.missing") : t("project.project")));
  if (missing) return <NoSuchProject />;
  if (!data) return <p className="notice faint">{problem ?? t("project.opening")}</p>;
  return <Opened project={data} tab={tab} set={set} reload={reload} />;
}

interface OpenedProps {
  project: ProjectDetails;
  tab: Tab;
  set: (project: ProjectDetails) => void;
  reload: () => void;
}

function Opened({ project, tab, set, reload }: OpenedProps) {
  const { t } = useTranslation();
  const { accounts } = useSignedIn();
  const [turn, setTurn] = useState(0);
  const { change, problem } = useChange(project, set, reload);
  const jobs = useJobs(project.id, () => {
    setTurn((before) => before + 1);
    reload();
  });
  const hidden: Record<Tab, boolean> = {
    files: false,
    analysis: false,
    resources: false,
    people: !accounts,
    statistics: !project.settings.effort_log,
    settings: false,
  };
  const begun = () => {
    jobs.watch();
    reload();
  };
  const [source, target] = [languageName(project.source_language), languageName(project.target_language)];
  return (
    <div className="project">
      <h1 className="project-title">{project.name}</h1>
      <p className="faint">
        {t("languages.pair", { source, target })} · {t("project.files", { count: project.documents })} ·{" "}
        {amount(project.progress.total.words, project.source_language)}
      </p>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <TabBar project={project.id} shown={tab} tabs={TABS.filter((one) => one === tab || !hidden[one])} />
      <Jobs jobs={jobs} />
      {tab === "files" && <FilesTab project={project} turn={turn} begun={begun} />}
      {tab === "analysis" && <AnalysisTab project={project} change={change} turn={turn} begun={jobs.watch} />}
      {tab === "resources" && <ResourcesTab project={project} change={change} turn={turn} begun={jobs.watch} />}
      {tab === "people" && <PeopleTab project={project} />}
      {tab === "statistics" && <StatisticsTab project={project} />}
      {tab === "settings" && <SettingsTab project={project} change={change} />}
    </div>
  );
}
