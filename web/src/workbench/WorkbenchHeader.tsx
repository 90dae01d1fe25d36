// What the header shows of an open document: where one is, how far it has come, search, who else is here.
import { Link } from "wouter";
import type { Document, ProjectDetails } from "../api/client";
import { useKeys } from "../keys/useKeys";
import { Key } from "../parts/Key";
import { Menu } from "../parts/Menu";
import { ProgressBar } from "../parts/ProgressBar";
import { InHeader } from "../parts/slots";
import { useDeskState } from "./useDesk";

const EXPORTS = [
  ["document", "The document in its own format"],
  ["xliff", "XLIFF"],
  ["tmx", "TMX"],
  ["table", "A table of both languages"],
  ["text", "Plain text"],
  ["original", "The file as it was uploaded"],
] as const;

export function exportAddress(document: number, kind: string): string {
  return `/api/documents/${document}/export?kind=${kind}`;
}

interface WorkbenchHeaderProps {
  project: ProjectDetails;
  document: Document;
  search: () => void;
}

export function WorkbenchHeader({ project, document: opened, search }: WorkbenchHeaderProps) {
  const { keys } = useKeys();
  const progress = useDeskState((state) => state.progress) ?? opened.progress;
  const people = useDeskState((state) => state.people);
  const session = useDeskState((state) => state.session);
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
      <ProgressBar progress={progress} label="Confirmed" />
      <span className="gap" />
      <button type="button" className="search-button" onClick={search}>
        Search, replace, go to <Key combo={keys.search} />
      </button>
      <span className="languages">
        {project.source_language} → {project.target_language}
      </span>
      {others.length > 0 && (
        <ul className="people" aria-label="Also here">
          {others.map((one) => (
            <li key={one.session} className="person" title={one.name}>
              {initials(one.name)}
            </li>
          ))}
        </ul>
      )}
      <Menu label="Download">
        {EXPORTS.map(([kind, title]) => (
          <a key={kind} href={exportAddress(opened.id, kind)} download>
            {title}
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
