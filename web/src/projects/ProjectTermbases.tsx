// The termbases of a project.
import { useState } from "react";
import { Link } from "wouter";
import { api, ask, sentence, type ProjectDetails } from "../api/client";
import { useLoad } from "../api/useLoad";
import { DropZone } from "../parts/DropZone";
import type { Change } from "./change";
import { importTerms } from "./making";

interface TermbasesProps {
  project: ProjectDetails;
  change: Change;
  begun: () => void;
  turn: number;
}

export function ProjectTermbases({ project, change, begun, turn }: TermbasesProps) {
  const { data, reload } = useLoad(`termbases ${project.id}`, () => ask(api.GET("/api/termbases")));
  const [seen, setSeen] = useState(turn);
  const [problem, setProblem] = useState("");
  if (seen !== turn) {
    setSeen(turn);
    reload();
  }
  const used = project.termbases;
  const others = (data ?? []).filter((one) => !used.includes(one.id));
  const upload = async (files: File[]) => {
    setProblem("");
    try {
      const added: number[] = [];
      for (const file of files) {
        const { termbase } = await importTerms(file, project.source_language, project.target_language);
        added.push(termbase);
      }
      await change({ termbases: [...used, ...added] });
    } catch (error) {
      setProblem(sentence(error));
    }
    begun();
    reload();
  };
  return (
    <section className="card" aria-labelledby="termbases">
      <div className="card-head">
        <h2 id="termbases">Termbases</h2>
        {others.length > 0 && (
          <select
            className="field"
            aria-label="Add a termbase"
            value=""
            onChange={(event) => void change({ termbases: [...used, Number(event.target.value)] })}
          >
            <option value="" disabled>
              Add …
            </option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <DropZone
          label="Upload TBX, XLSX, CSV"
          accept=".tbx,.csv,.tsv,.xlsx"
          quiet
          take={(files) => void upload(files)}
        />
      </div>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      {used.length === 0 && <p className="faint">No terms are looked up.</p>}
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
                aria-label={`Do without ${termbase?.name ?? "it"}`}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
