// What the header shows of an open document: where one is, how far it has come, search, who else is here.
import { Link } from "wouter";
import type { Document, ProjectDetails } from "../api/client";
import { ActionButton } from "../actions/ActionButton";
import { perform } from "../actions/action";
import { ACTIONS } from "../actions/table";
import { useWorkbench } from "../actions/useWorkbench";
import { useDocument } from "../document/useDocument";
import { Menu } from "../parts/Menu";
import { ProgressBar } from "../parts/ProgressBar";
import { InHeader } from "../parts/slots";
import { EXPORTS, exportAddress } from "./exports";
import { useTranslation } from "../messages";

interface WorkbenchHeaderProps {
  project: ProjectDetails;
  document: Document;
}

export function WorkbenchHeader({ project, document: opened }: WorkbenchHeaderProps) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const progress = useDocument((state) => state.project.progress) ?? opened.progress;
  const people = useDocument((state) => state.connection.people);
  const session = useDocument((state) => state.connection.session);
  const others = people.filter((one) => one.session !== session);
  return (
    <InHeader>
      <span className="path">
        <Link href={`/projects/${project.id}`} className="crumb">
          {project.name}
        </Link>
        <span className="faint"> / </span>
        <b>{opened.name}</b>
      </span>
      <ProgressBar progress={progress} label={t("workbench.header.confirmed")} />
      <span className="gap" />
      <ActionButton action="search" className="search-button" />
      <span className="languages">
        {project.source_language} → {project.target_language}
      </span>
      {others.length > 0 && (
        <ul className="people" aria-label={t("workbench.header.alsoHere")}>
          {others.map((one) => (
            <li key={one.session} className="person" title={one.name}>
              {initials(one.name)}
            </li>
          ))}
        </ul>
      )}
      <Menu label={t("workbench.header.download")}>
        <button type="button" onClick={() => perform(ACTIONS.export, workbench)}>
          {t("workbench.header.translated")}
        </button>
        {EXPORTS.map((kind) => (
          <a key={kind} href={exportAddress(opened.id, kind)} download>
            {t(`workbench.header.${kind}`)}
          </a>
        ))}
      </Menu>
    </InHeader>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part[0] ?? "")
    .join("")
    .slice(0, 2)
    .toUpperCase();
}
