// The tabs of a project's page; each has an address of its own.
import { Link } from "wouter";
import { useTranslation } from "../../messages";

export const TABS = ["files", "analysis", "resources", "people", "statistics", "settings"] as const;
export type Tab = (typeof TABS)[number];

export const tabAddress = (project: number, tab: Tab): string =>
  tab === "files" ? `/projects/${project}` : `/projects/${project}/${tab}`;

/** What stays in place while one goes from tab to tab: everything else is a place of its own. */
export const placeOf = (address: string): string =>
  address.replace(/^(\/projects\/[^/]+)\/(?:analysis|resources|people|statistics|settings)$/, "$1");

export function TabBar({ project, shown, tabs }: { project: number; shown: Tab; tabs: readonly Tab[] }) {
  const { t } = useTranslation();
  return (
    <nav className="tab-bar" aria-label={t("project.tabs")}>
      {tabs.map((tab) => (
        <Link key={tab} href={tabAddress(project, tab)} aria-current={tab === shown ? "page" : undefined}>
          {t(`project.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
