// The memories of a project: their order, penalty, whether they are written to, and what they may be used for.
import { useState } from "react";
import { Link } from "wouter";
import { api, ask, sentence, type Memory, type MemoryUse } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { servesPair } from "../languages";
import { importEach, importMemory, NotImported } from "../create/making";
import { ResourceCard, type ResourceProps } from "./ResourceCard";
import { useTranslation } from "../../messages";
import { TrainingDialog } from "./TrainingDialog";

export function Memories({ project, change, begun, turn }: ResourceProps) {
  const { data, problem, reload } = useLoad(
    `memories ${project.id}`,
    (signal) => ask(api.GET("/api/memories", { signal })),
    turn,
  );
  const { t } = useTranslation();
  const [permitting, setPermitting] = useState<Memory | null>(null);
  const [refused, setRefused] = useState("");
  const uses = project.memories;
  const others = (data ?? []).filter(
    (one) =>
      !uses.some((use) => use.memory === one.id) && servesPair(one, project.source_language, project.target_language),
  );
  const use = (memories: readonly MemoryUse[]) => void change({ memories: [...memories] });
  const alter = (memory: number, values: Partial<MemoryUse>) =>
    use(uses.map((one) => (one.memory === memory ? { ...one, ...values } : one)));
  const move = (index: number, by: number) => {
    const order = [...uses];
    const [taken] = order.splice(index, 1);
    if (taken) order.splice(index + by, 0, taken);
    use(order);
  };
  const upload = async (files: File[]) => {
    const { source_language: source, target_language: target } = project;
    const { made, faults } = await importEach(files, (file) => importMemory(file, source, target));
    if (made.length) use([...uses, ...made.map((memory) => ({ memory, writable: false, penalty: 0 }))]);
    if (faults.length) throw new NotImported(faults);
  };
  const permit = (memory: Memory, permission: Memory["permission"]) => {
    setPermitting(null);
    setRefused("");
    const path = { memory: memory.id };
    ask(api.PATCH("/api/memories/{memory}", { params: { path }, body: { permission } })).then(
      reload,
      (error: unknown) => setRefused(sentence(error)),
    );
  };

  return (
    <ResourceCard
      id="memories"
      title={t("resources.memories")}
      others={others}
      addLabel={t("resources.addMemory")}
      add={(memory) => use([...uses, { memory, writable: false, penalty: 0 }])}
      uploadLabel={t("resources.uploadMemory")}
      accept=".tmx,.xlf,.xliff,.csv,.tsv,.xlsx"
      problem={refused || problem}
      upload={upload}
      uploaded={() => {
        begun();
        reload();
      }}
    >
      <ul className="rows">
        {uses.map((one, index) => {
          const memory = data?.find((known) => known.id === one.memory);
          const name = memory?.name ?? "…";
          return (
            <li key={one.memory} className="item memory">
              <span className="order">
                <button
                  type="button"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                  aria-label={t("resources.up", { name })}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={index === uses.length - 1}
                  onClick={() => move(index, 1)}
                  aria-label={t("resources.down", { name })}
                >
                  ↓
                </button>
              </span>
              <div>
                <Link href={`/memories/${one.memory}`} className="item-name">
                  {name}
                </Link>
                <p className="faint">
                  {t("resources.entries", { count: memory?.entries ?? 0 })} ·{" "}
                  {t("resources.owner", { owner: memory?.owner ?? "" })}
                </p>
              </div>
              <label className="check">
                {t("resources.penalty")}
                <input
                  className="field small"
                  type="number"
                  min={0}
                  max={100}
                  value={one.penalty ?? 0}
                  onChange={(event) => alter(one.memory, { penalty: Number(event.target.value) })}
                />
              </label>
              <label className="check">
                <input
                  type="checkbox"
                  checked={one.writable ?? false}
                  onChange={(event) => alter(one.memory, { writable: event.target.checked })}
                />
                {t("resources.update")}
              </label>
              {memory && (
                <button
                  type="button"
                  className={`button permission ${memory.permission === "may train" ? "" : "careful"}`}
                  onClick={() => setPermitting(memory)}
                >
                  {memory.permission === "may train" ? t("training.allowed") : t("training.suggestionsOnly")} …
                </button>
              )}
              <button
                type="button"
                className="link"
                onClick={() => use(uses.filter((other) => other.memory !== one.memory))}
                aria-label={t("resources.removeFromProject", { name })}
              >
                {t("resources.remove")}
              </button>
            </li>
          );
        })}
      </ul>
      {permitting && (
        <TrainingDialog
          memory={permitting}
          close={() => setPermitting(null)}
          permit={(permission) => permit(permitting, permission)}
        />
      )}
    </ResourceCard>
  );
}
