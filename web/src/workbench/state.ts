// Everything the workbench knows of the document that is open, as pure state: what each message from the
// server, and each thing the translator does, makes of it.
import type { Finding, Job, Match, Progress, Segment, Term } from "../api/client";
import { answered, begin, lineAnswered, type Assist, type Draft } from "../editor/assist";
import { EMPTY, forget, refused, settled, type Mailbox } from "../live/mailbox";
import type { ConflictMessage, PresentPerson, ServerMessage } from "../live/messages";

export type LineState = "connecting" | "connected" | "lost" | "missing";

export interface DeskState {
  line: LineState;
  segments: readonly Segment[];
  /** Where each segment stands in the list. */
  places: ReadonlyMap<number, number>;
  loaded: boolean;
  structure: number;
  /** Grows when the list of segments must be asked for again. */
  outdated: number;
  active: number | null;
  editable: boolean;
  heldBy: string | null;
  assist: Assist;
  matches: readonly Match[];
  matchesNote: string;
  terms: readonly Term[];
  findings: readonly Finding[];
  box: Mailbox;
  conflicts: ReadonlyMap<number, ConflictMessage>;
  session: string;
  people: readonly PresentPerson[];
  machine: "ready" | "opening" | "none";
  engine: string;
  effortLog: boolean;
  project: number | null;
  progress: Progress | null;
  jobs: ReadonlyMap<number, Job>;
  /** What the last confirmation brought about, or another quiet note. */
  note: string;
  /** Milliseconds that the last completion took. */
  ms: number | null;
  /** Grows when comments of the active segment changed elsewhere. */
  talk: number;
  /** Grows when the active segment's text was changed by somebody or something else. */
  replaced: number;
  projectVersion: number;
}

export const NOTHING: DeskState = {
  line: "connecting",
  segments: [],
  places: new Map(),
  loaded: false,
  structure: 0,
  outdated: 0,
  active: null,
  editable: true,
  heldBy: null,
  assist: begin(0, 0, null),
  matches: [],
  matchesNote: "",
  terms: [],
  findings: [],
  box: EMPTY,
  conflicts: new Map(),
  session: "",
  people: [],
  machine: "opening",
  engine: "",
  effortLog: false,
  project: null,
  progress: null,
  jobs: new Map(),
  note: "",
  ms: null,
  talk: 0,
  replaced: 0,
  projectVersion: 0,
};

export function segmentOf(state: DeskState, id: number | null): Segment | null {
  const place = id === null ? undefined : state.places.get(id);
  return place === undefined ? null : (state.segments[place] ?? null);
}

export function withSegments(state: DeskState, segments: readonly Segment[], structure: number): DeskState {
  const places = new Map(segments.map((segment, place) => [segment.id, place]));
  const active = state.active !== null && places.has(state.active) ? state.active : null;
  return { ...state, segments, places, structure, active, loaded: true };
}

/** Segments as the server has them now; what was written here and is not saved yet stays. */
export function withChanged(state: DeskState, changed: readonly Segment[]): DeskState {
  const segments = [...state.segments];
  for (const segment of changed) {
    const place = state.places.get(segment.id);
    const before = place === undefined ? undefined : segments[place];
    if (place === undefined || !before || segment.version < before.version) continue;
    const kept = state.box.unsaved.get(segment.id);
    segments[place] = kept ? { ...segment, target: kept.text } : segment;
  }
  return { ...state, segments };
}

/** What the list shows of a segment before the server has answered. */
export function withLocal(state: DeskState, id: number, values: Partial<Segment>): DeskState {
  const place = state.places.get(id);
  const before = place === undefined ? undefined : state.segments[place];
  if (place === undefined || !before) return state;
  const segments = [...state.segments];
  segments[place] = { ...before, ...values };
  return { ...state, segments };
}

/** What is written in a segment when it is opened: a draft is offered, not written. */
export function writtenIn(state: DeskState, segment: Segment): string {
  const kept = state.box.unsaved.get(segment.id);
  if (kept) return kept.text;
  return segment.status === "draft" || segment.status === "untranslated" ? "" : segment.target;
}

export function draftOf(state: DeskState, segment: Segment): Draft | null {
  if (segment.status !== "draft" || !segment.target || state.box.unsaved.has(segment.id)) return null;
  const remembered = segment.origin === "memory" || segment.origin === "propagated";
  return { text: segment.target, remembered, exact: remembered && (segment.rate ?? 0) >= 100 };
}

export function activated(state: DeskState, id: number, seq: number): DeskState {
  const segment = segmentOf(state, id);
  if (!segment) return state;
  return {
    ...state,
    active: id,
    editable: !segment.locked,
    heldBy: null,
    assist: begin(id, seq, draftOf(state, segment)),
    matches: [],
    matchesNote: "",
    terms: [],
    findings: [],
  };
}

/** What a message from the server makes of the state. */
export function receive(state: DeskState, message: ServerMessage): DeskState {
  switch (message.type) {
    case "welcome": {
      const { session, people, machine, engine, project } = message;
      const outdated = state.loaded && message.structure !== state.structure ? state.outdated + 1 : state.outdated;
      return {
        ...state,
        line: "connected",
        session,
        people,
        machine,
        engine,
        project,
        outdated,
        effortLog: message.effort_log,
      };
    }
    case "opened":
      return opened(state, message);
    case "completion":
      if (message.segment !== state.active) return state;
      return { ...state, assist: answered(state.assist, message), ms: message.ms };
    case "language_model":
      return { ...state, assist: lineAnswered(state.assist, message) };
    case "matches":
      if (message.segment !== state.active) return state;
      return { ...state, matches: message.matches, matchesNote: message.stale ? message.reason : "" };
    case "terms":
      return message.segment === state.active ? { ...state, terms: message.terms } : state;
    case "checks":
      // Checks of an older text would mark the wrong places.
      if (message.segment !== state.active || message.seq < state.assist.asked) return state;
      return { ...state, findings: message.findings };
    case "saved":
      return saved(state, message.segment, message.seq, message.version);
    case "confirmed":
      return confirmed(state, message);
    case "conflict":
      return { ...state, conflicts: new Map(state.conflicts).set(message.segment, message) };
    case "segments":
      return elsewhere(state, message.segments);
    case "structure":
      return message.structure === state.structure ? state : { ...state, outdated: state.outdated + 1 };
    case "progress":
      return { ...state, progress: message.progress };
    case "presence":
      return { ...state, people: message.people };
    case "job":
      return { ...state, jobs: new Map(state.jobs).set(message.job.id, message.job) };
    case "comments":
      return message.segment === state.active ? { ...state, talk: state.talk + 1 } : state;
    case "project":
      return { ...state, projectVersion: message.version };
    case "machine":
      return { ...state, machine: message.machine };
    case "failed":
      if (message.seq === null) return { ...state, note: message.message };
      return { ...state, box: refused(state.box, message.seq, message.message), note: message.message };
    case "pong":
      return state;
  }
}

type Of<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>;

function opened(state: DeskState, message: Of<"opened">): DeskState {
  const { segment } = message;
  const kept = state.box.unsaved.get(segment.id);
  // What the server has already needs no saving; it says nothing more about it.
  const same = kept && !kept.confirm && kept.text === segment.target && kept.seq <= message.seq;
  const next = withChanged(same ? { ...state, box: forget(state.box, segment.id) } : state, [segment]);
  if (segment.id !== state.active) return next;
  const before = segmentOf(state, segment.id);
  const newer = !kept && before !== null && before.target !== segment.target;
  const replaced = newer ? state.replaced + 1 : state.replaced;
  const draft = draftOf(next, segment);
  const assist = newer && draft ? begin(segment.id, state.assist.asked, draft) : state.assist;
  return { ...next, assist, replaced, editable: message.editable, heldBy: message.held_by };
}

function saved(state: DeskState, id: number, seq: number, version: number): DeskState {
  const box = settled(state.box, id, seq);
  const segment = segmentOf(state, id);
  if (!segment || version <= segment.version) return { ...state, box };
  const status = segment.status === "confirmed" && box.unsaved.get(id)?.confirm ? "confirmed" : "edited";
  return withLocal({ ...state, box }, id, { version, status: segment.target ? status : "untranslated" });
}

function confirmed(state: DeskState, message: Of<"confirmed">): DeskState {
  const { segment, entries, propagated } = message.confirmed;
  const box = settled(state.box, segment.id, message.seq, true);
  const next = withChanged({ ...state, box }, [segment, ...propagated]);
  const learned = entries.length === 1 ? "1 memory entry" : `${entries.length} memory entries`;
  const repeated = propagated.length
    ? `; ${propagated.length === 1 ? "1 repetition" : `${propagated.length} repetitions`} drafted`
    : "";
  return { ...next, note: `Learned from segment ${segment.number}: ${learned}${repeated}.` };
}

/** Segments changed by somebody or something else: in the active one, the editor follows if it may. */
function elsewhere(state: DeskState, changed: readonly Segment[]): DeskState {
  const next = withChanged(state, changed);
  const mine = changed.find((segment) => segment.id === state.active);
  const before = segmentOf(state, state.active);
  if (!mine || !before || mine.version <= before.version || state.box.unsaved.has(mine.id)) return next;
  if (mine.target === before.target && mine.status === before.status) return next;
  const draft = draftOf(next, mine);
  const assist = draft ? begin(mine.id, state.assist.asked, draft) : state.assist;
  return { ...next, assist, editable: !mine.locked && state.heldBy === null, replaced: state.replaced + 1 };
}
