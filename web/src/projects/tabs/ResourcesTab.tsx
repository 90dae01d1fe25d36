// What helps to translate a project: its translation memories and termbases.
import { Link } from "wouter";
import { useTranslation } from "../../messages";
import { Memories } from "../resources/Memories";
import { ProjectTermbases } from "../resources/ProjectTermbases";
import type { ResourceProps } from "../resources/ResourceCard";

export function ResourcesTab(props: ResourceProps) {
  const { t } = useTranslation();
  return (
    <div className="column">
      <Memories {...props} />
      <ProjectTermbases {...props} />
      <p>
        <Link href="/resources">{t("resources.all")}</Link>
      </p>
    </div>
  );
}
