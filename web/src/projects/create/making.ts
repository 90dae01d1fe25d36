// Making a project with its files: the resources first, so that drafts already learn from them.
import { api, ask, sendFile, sentence, type Job, type ProjectDetails } from "../../api/client";
import { t } from "../../messages";
import { nameWithoutExtension } from "./files";

interface Wish {
  name: string;
  source: string;
  target: string;
  minimumMatchRate: number;
  documents: readonly File[];
  memoryFiles: readonly File[];
  termFiles: readonly File[];
  memories: readonly number[];
  termbases: readonly number[];
}

const PAUSE = 300;

/** Wait until a job has ended; a failed one is an error with its own sentence. */
export async function ended(job: number): Promise<Job> {
  for (;;) {
    const now = await ask(api.GET("/api/jobs/{job}", { params: { path: { job } } }));
    if (now.state === "failed") throw new Error(now.message || t("create.failed", { title: now.title }));
    if (now.state === "done" || now.state === "cancelled") return now;
    await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
  }
}

/** What could not be imported, file by file; the others were. */
export class NotImported extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
  }
}

/** Import one file after the other. One that cannot be imported stops only itself, and leaves nothing behind. */
export async function importEach<Made>(files: readonly File[], one: (file: File) => Promise<Made>) {
  const made: Made[] = [];
  const faults: string[] = [];
  for (const file of files) {
    try {
      made.push(await one(file));
    } catch (error) {
      const told = sentence(error);
      faults.push(told.includes(file.name) ? told : `${file.name}: ${told}`);
    }
  }
  return { made, faults };
}

/** Import a file into a memory of its own; where that fails, there is no such memory. */
export async function importMemory(file: File, source: string, target: string): Promise<number> {
  const body = { name: nameWithoutExtension(file.name), source_language: source, target_language: target };
  const { id } = await ask(api.POST("/api/memories", { body }));
  try {
    await ended((await sendFile<Job>("POST", `/api/memories/${id}/import`, file)).id);
  } catch (error) {
    await ask(api.DELETE("/api/memories/{memory}", { params: { path: { memory: id } } }));
    throw error;
  }
  return id;
}

/** Import a file into a termbase of its own; where that fails, there is no such termbase. */
export async function importTerms(file: File, source: string, target: string): Promise<number> {
  const { id } = await ask(api.POST("/api/termbases", { body: { name: nameWithoutExtension(file.name) } }));
  const languages = { source_language: source, target_language: target };
  try {
    await ended((await sendFile<Job>("POST", `/api/termbases/${id}/import`, file, languages)).id);
  } catch (error) {
    await ask(api.DELETE("/api/termbases/{termbase}", { params: { path: { termbase: id } } }));
    throw error;
  }
  return id;
}

export interface MadeProject {
  project: ProjectDetails;
  /** What could not be imported into it. */
  faults: readonly string[];
}

/** Make a project of what can be imported. Where nothing can, nothing is made. */
export async function makeProject(wish: Wish, tell: (step: string) => void): Promise<MadeProject> {
  const { source, target } = wish;
  const importing = <Made>(one: (file: File) => Promise<Made>) => {
    return (file: File) => {
      tell(t("files.importingFile", { name: file.name }));
      return one(file);
    };
  };
  const memories = await importEach(
    wish.memoryFiles,
    importing((file) => importMemory(file, source, target)),
  );
  const terms = await importEach(
    wish.termFiles,
    importing((file) => importTerms(file, source, target)),
  );
  tell(t("create.creating"));
  const body = {
    name: wish.name,
    source_language: source,
    target_language: target,
    settings: { minimum_match_rate: wish.minimumMatchRate },
    memories: [...wish.memories, ...memories.made].map((memory) => ({ memory, writable: false, penalty: 0 })),
    termbases: [...wish.termbases, ...terms.made],
  };
  const undo = async () => {
    for (const memory of memories.made)
      await ask(api.DELETE("/api/memories/{memory}", { params: { path: { memory } } }));
    for (const termbase of terms.made) {
      await ask(api.DELETE("/api/termbases/{termbase}", { params: { path: { termbase } } }));
    }
  };
  const earlier = [...memories.faults, ...terms.faults];
  const given = wish.documents.length + wish.memoryFiles.length + wish.termFiles.length;
  if (given > 0 && earlier.length === given) throw new NotImported(earlier);
  let project: ProjectDetails;
  try {
    project = await ask(api.POST("/api/projects", { body }));
  } catch (error) {
    await undo();
    throw error;
  }
  const path = `/api/projects/${project.id}/documents`;
  const documents = await importEach(
    wish.documents,
    importing((file) => sendFile("POST", path, file)),
  );
  const faults = [...earlier, ...documents.faults];
  if (faults.length === given && given > 0) {
    await ask(api.DELETE("/api/projects/{project}", { params: { path: { project: project.id } } }));
    // The memory that the project was given to write to goes with it.
    const own = project.memories.filter((use) => !body.memories.some((one) => one.memory === use.memory));
    for (const { memory } of own) await ask(api.DELETE("/api/memories/{memory}", { params: { path: { memory } } }));
    throw new NotImported(faults);
  }
  return { project, faults };
}
