// The termbases of a project.
import { Link } from "wouter";
import { api, ask } from "../api/client";
import { useLoad } from "../api/useLoad";
import { importTerms } from "./making";
import { ResourceCard, type ResourceProps } from "./ResourceCard";

export function ProjectTermbases({ project, change, begun, turn }: ResourceProps) {
  const { data, problem, reload } = useLoad(
    `termbases ${project.id}`,
    (signal) => ask(api.GET("/api/termbases", { signal })),
    turn,
  );
  const used = project.termbases;
  const others = (data ?? []).filter((one) => !used.includes(one.id));
  const upload = async (files: File[]) => {
    const added: number[] = [];
    for (const file of files) {
      const { termbase } = await importTerms(file, project.source_language, project.target_language);
      added.push(termbase);
    }
    await change({ termbases: [...used, ...added] });
  };
  return (
    <ResourceCard
      id="termbases"
      title="Termbases"
      others={others}
      addLabel="Add a termbase"
      add={(termbase) => void change({ termbases: [...used, termbase] })}
      uploadLabel="Upload TBX, XLSX, CSV"
      accept=".tbx,.csv,.tsv,.xlsx"
      problem={problem}
      upload={upload}
      uploaded={() => {
        begun();
        reload();
      }}
    >
      {used.length === 0 && <p className="faint">No termbase in this project.</p>}
      <ul className="rows">
        {used.map((id) => {
          const termbase = data?.find((one) => one.id === id);
          return (
            <li key={id} className="item">
              <div>
                <Link href={`/termbases/${id}`} className="item-name">
                  {termbase?.name ?? "…"}
                </Link>
                <p className="faint">{termbase?.concepts.toLocaleString()} concepts</p>
              </div>
              <button
                type="button"
                className="link"
                onClick={() => void change({ termbases: used.filter((other) => other !== id) })}
                aria-label={`Remove ${termbase?.name ?? "it"} from the project`}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </ResourceCard>
  );
}
