// The termbases of a project.
import { Link } from "wouter";
import { api, ask } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";
import { importEach, importTerms, NotImported } from "../create/making";
import { ResourceCard, type ResourceProps } from "./ResourceCard";

export function ProjectTermbases({ project, change, begun, turn }: ResourceProps) {
  const { t } = useTranslation();
  const { data, problem, reload } = useLoad(
    `termbases ${project.id}`,
    (signal) => ask(api.GET("/api/termbases", { signal })),
    turn,
  );
  const used = project.termbases;
  const others = (data ?? []).filter((one) => !used.includes(one.id));
  const upload = async (files: File[]) => {
    const { source_language: source, target_language: target } = project;
    const { made, faults } = await importEach(files, (file) => importTerms(file, source, target));
    if (made.length) await change({ termbases: [...used, ...made] });
    if (faults.length) throw new NotImported(faults);
  };
  return (
    <ResourceCard
      id="termbases"
      title={t("resources.termbases")}
      others={others}
      addLabel={t("resources.addTermbase")}
      add={(termbase) => void change({ termbases: [...used, termbase] })}
      uploadLabel={t("resources.uploadTerms")}
      accept=".tbx,.csv,.tsv,.xlsx"
      problem={problem}
      upload={upload}
      uploaded={() => {
        begun();
        reload();
      }}
    >
      {used.length === 0 && <p className="faint">{t("resources.noTermbase")}</p>}
      <ul className="rows">
        {used.map((id) => {
          const termbase = data?.find((one) => one.id === id);
          return (
            <li key={id} className="item">
              <div>
                <Link href={`/termbases/${id}`} className="item-name">
                  {termbase?.name ?? "…"}
                </Link>
                <p className="faint">{t("resources.concepts", { count: termbase?.concepts ?? 0 })}</p>
              </div>
              <button
                type="button"
                className="link"
                onClick={() => void change({ termbases: used.filter((other) => other !== id) })}
                aria-label={t("resources.removeFromProject", { name: termbase?.name ?? "" })}
              >
                {t("resources.remove")}
              </button>
            </li>
          );
        })}
      </ul>
    </ResourceCard>
  );
}
