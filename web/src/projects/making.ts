// Making a project with its files: the resources first, so that drafts already learn from them.
import { api, ask, sendFile, type Job, type ProjectDetails } from "../api/client";
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
    if (now.state === "failed") throw new Error(now.message || `${now.title} failed.`);
    if (now.state === "done" || now.state === "cancelled") return now;
    await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
  }
}

export async function importMemory(file: File, source: string, target: string) {
  const body = { name: nameWithoutExtension(file.name), source_language: source, target_language: target };
  const made = await ask(api.POST("/api/memories", { body }));
  const job = await sendFile<Job>("POST", `/api/memories/${made.id}/import`, file);
  return { memory: made.id, job: job.id };
}

export async function importTerms(file: File, source: string, target: string) {
  const made = await ask(api.POST("/api/termbases", { body: { name: nameWithoutExtension(file.name) } }));
  const languages = { source_language: source, target_language: target };
  const job = await sendFile<Job>("POST", `/api/termbases/${made.id}/import`, file, languages);
  return { termbase: made.id, job: job.id };
}

export async function makeProject(wish: Wish, tell: (step: string) => void): Promise<ProjectDetails> {
  const memories = [...wish.memories];
  const termbases = [...wish.termbases];
  for (const file of wish.memoryFiles) {
    tell(`Importing ${file.name} …`);
    const { memory, job } = await importMemory(file, wish.source, wish.target);
    await ended(job);
    memories.push(memory);
  }
  for (const file of wish.termFiles) {
    tell(`Importing ${file.name} …`);
    const { termbase, job } = await importTerms(file, wish.source, wish.target);
    await ended(job);
    termbases.push(termbase);
  }
  tell("Creating the project …");
  const body = {
    name: wish.name,
    source_language: wish.source,
    target_language: wish.target,
    settings: { minimum_match_rate: wish.minimumMatchRate },
    memories: memories.map((memory) => ({ memory, writable: false, penalty: 0 })),
    termbases,
  };
  const project = await ask(api.POST("/api/projects", { body }));
  for (const file of wish.documents) {
    tell(`Importing ${file.name} …`);
    await sendFile("POST", `/api/projects/${project.id}/documents`, file);
  }
  return project;
}
