// The typed client: paths, parameters and answers are those of the server's OpenAPI description.
import createClient from "openapi-fetch";
import { t } from "../messages";
import { csrfHeader, noteSignedOut } from "../session/csrf";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

export type Health = Schemas["Health"];
export type ComponentState = Schemas["ComponentState"];
export type About = Schemas["AboutView"];
export type Session = Schemas["SessionView"];
export type Project = Schemas["ProjectView"];
export type ProjectDetails = Schemas["ProjectDetails"];
export type ProjectSettings = Schemas["SettingsView"];
export type SettingsChange = Schemas["SettingsChange"];
export type Progress = Schemas["ProgressView"];
export type Document = Schemas["DocumentView"];
export type Segment = Schemas["SegmentView"];
export type Match = Schemas["MatchView"];
export type Term = Schemas["TermView"];
export type Finding = Schemas["FindingView"];
export type Spans = readonly (readonly number[])[];
export type Hit = Omit<Schemas["HitView"], "spans"> & { spans: Spans };
export type Comment = Schemas["CommentView"];
export type Job = Schemas["JobView"];
export type Memory = Schemas["MemoryView"];
export type MemoryUse = Schemas["MemoryUseView"];
export type Entry = Schemas["EntryView"];
export type Concept = Schemas["ConceptView"];
export type NewConcept = Schemas["NewConcept"];
export type TermText = Schemas["TermText"];
export type Termbase = Schemas["TermbaseView"];
export type Analysis = Schemas["AnalysisView"];
export type AuditRecord = Schemas["AuditRecordView"];
export type Person = Schemas["AccountView"];
export type ProjectPerson = Schemas["ProjectPersonView"];
export type Role = ProjectPerson["role"];
export type FileAnalysis = Schemas["FileAnalysisView"];
export type Day = Schemas["DayView"];
export type SearchHit = Omit<Schemas["SearchHit"], "spans"> & { spans: Spans };
type Failure = Schemas["Failure"];

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Looked up at every call, so that a test can put something else in its place.
  fetch: (request) => fetch(request),
});

api.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(csrfHeader())) request.headers.set(name, value);
    return request;
  },
});

/** A request that failed, with the server's own sentence for people. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What a request answers; a failure is thrown as a sentence. */
export async function ask<Data>(request: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  let answer: Answer<Data>;
  try {
    answer = await request;
  } catch {
    throw new RequestFailed(t("common.unreachable"), "unreachable", 0);
  }
  if (answer.error !== undefined) {
    if (answer.response.status === 401 && !answer.response.url.endsWith("/api/session")) noteSignedOut();
    const failure = answer.error as Partial<Failure>;
    const details = (failure.problems ?? []).map((one) => `${one.where}: ${one.message}`).join("; ");
    const message = failure.message ?? t("common.answered", { status: answer.response.status });
    throw new RequestFailed(details ? `${message} ${details}` : message, failure.code ?? "", answer.response.status);
  }
  // Some answers have no body, and then nobody reads it.
  return answer.data as NonNullable<Data>;
}

/** Send the bytes of a file as the body of a request. */
export async function sendFile<Data>(
  method: "POST" | "PUT",
  path: string,
  file: File,
  query: Record<string, string | string[]> = {},
): Promise<Data> {
  const search = new URLSearchParams({ name: file.name });
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, one);
  }
  const headers = { "Content-Type": "application/octet-stream", ...csrfHeader() };
  const sent = fetch(`${path}?${search}`, { method, body: file, headers }).then(async (response) => {
    const body: unknown = await response.json();
    return response.ok ? { data: body as Data, response } : { error: body, response };
  });
  return ask<Data>(sent);
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
