// What the page knows of the open document, as pure data. `reduce` says what each event makes of it.
import type { Finding, Job, Match, Progress, Segment, Term, Termbase } from "../api/client";
import type { Assist, Draft } from "../editor/assist";
import type { ConflictMessage, Permission, PresentPerson } from "../live/messages";
import { EMPTY, type Outbox } from "../live/outbox";
import { ALL, type Filter } from "./filters";
import type { DocumentHistory } from "./history";
import type { Rephrasing } from "./rephrasing";

/** What can stand below the matches, terms and QA issues, which are always there. */
export const LOWER_PANELS = ["concordance", "history", "comments"] as const;
export type LowerPanel = (typeof LOWER_PANELS)[number];
export type Panel = "matches" | LowerPanel;
export type Dialog = "keys" | "search" | "split" | "download" | "term";
/** The term that its dialog is about: a new one, as it was selected, or one of a termbase. */
export type TermAsked = { source: string; target: string } | { termbase: number; concept: number };

interface ConnectionState {
  phase: "connecting" | "connected" | "lost" | "missing";
  /** What the server calls this page. */
  session: string;
  /** Who is signed in here. */
  login: string;
  /** What they may do in this project; until the server has said so, what most people may. */
  may: readonly Permission[];
  people: readonly PresentPerson[];
}

interface SegmentListState {
  segments: readonly Segment[];
  /** Where each segment stands in the list. */
  places: ReadonlyMap<number, number>;
  loaded: boolean;
  structure: number;
  filter: Filter;
  /** The segments that passed the filter when it was set; null: all. */
  passing: ReadonlySet<number> | null;
}

/** What the checks found, and in which text. */
export interface Checked {
  text: string;
  findings: readonly Finding[];
}

export interface OpenSegment {
  id: number;
  editable: boolean;
  heldBy: string | null;
  /** What is written in the editor; a draft is offered there, not written. */
  text: string;
  caret: number;
  /** Where the selection begins; equal to the caret where nothing is selected. */
  anchor: number;
  /** Steps that were undone in its editor and can be done again. */
  redos: number;
  /** The draft that the segment had when it was opened. */
  draft: Segment | null;
  assist: Assist;
  matches: readonly Match[];
  matchesNote: string;
  terms: readonly Term[];
  /** What was selected last in its source, for the termbase. */
  picked: string;
  checked: Checked;
  /** Findings that were told before this number do not know what is ignored by now. */
  ignoredSince: number;
  /** The text that is confirmed in spite of its findings, if it is confirmed once more. */
  questioned: string | null;
  /** Which suggestion the arrow keys have reached; -1: none. */
  chosen: number;
  /** Other words for what is selected, while they are asked for or offered. */
  rephrasing: Rephrasing | null;
  /** Whether the origin of the next word is shown. */
  explained: boolean;
  /** Grows when comments on the segment changed elsewhere. */
  commentRevision: number;
}

interface MachineState {
  phase: "ready" | "opening" | "none";
  engine: string;
  /** Milliseconds that the last completion took. */
  ms: number | null;
}

interface ProjectState {
  id: number | null;
  /** Grows when the project's settings were changed. */
  revision: number;
  effortLog: boolean;
  /** The project's termbases in which this person may add and change terms. */
  termbases: readonly Termbase[];
  progress: Progress | null;
  jobs: ReadonlyMap<number, Job>;
}

interface ViewState {
  panel: Panel;
  /** What the concordance looks up. */
  phrase: string;
  dialog: Dialog | null;
  term: TermAsked;
  reading: boolean;
  /** Whether the panel is out, where the window has no room for it beside the list. */
  drawer: boolean;
}

export interface DocumentState {
  connection: ConnectionState;
  list: SegmentListState;
  open: OpenSegment | null;
  /** The segment that the address names, until it is in the list or another one is opened by hand. */
  wanted: number | null;
  /** What was written and is not known to be saved. */
  outbox: Outbox;
  conflicts: ReadonlyMap<number, ConflictMessage>;
  machine: MachineState;
  project: ProjectState;
  view: ViewState;
  /** What was done in this document, for undo. */
  history: DocumentHistory;
  /** What the last confirmation brought about, or another quiet note. */
  note: string;
}

export const NOTHING: DocumentState = {
  connection: { phase: "connecting", session: "", login: "", may: ["read", "comment", "translate"], people: [] },
  list: { segments: [], places: new Map(), loaded: false, structure: 0, filter: ALL, passing: null },
  open: null,
  wanted: null,
  outbox: EMPTY,
  conflicts: new Map(),
  machine: { phase: "opening", engine: "", ms: null },
  project: { id: null, revision: 0, effortLog: false, termbases: [], progress: null, jobs: new Map() },
  view: { panel: "matches", phrase: "", dialog: null, term: { source: "", target: "" }, reading: false, drawer: false },
  history: { past: [], undoing: null },
  note: "",
};

export function segmentOf(state: DocumentState, id: number | null): Segment | null {
  const place = id === null ? undefined : state.list.places.get(id);
  return place === undefined ? null : (state.list.segments[place] ?? null);
}

export const openId = (state: DocumentState): number | null => state.open?.id ?? null;

export const may = ({ connection }: DocumentState, what: Permission): boolean => connection.may.includes(what);

/** The open segment as the list has it. */
export const openSegment = (state: DocumentState): Segment | null => segmentOf(state, openId(state));

/** Who else is in a segment, if somebody is. */
export function holderOf({ people, session }: ConnectionState, segment: number): PresentPerson | null {
  return people.find((one) => one.segment === segment && one.session !== session) ?? null;
}

/** What the list shows: what passes the filter, and always the segment that is open. */
export function visibleSegments(list: SegmentListState, open: number | null): readonly Segment[] {
  const { segments, passing } = list;
  return passing ? segments.filter((one) => passing.has(one.id) || one.id === open) : segments;
}

const isOffered = (segment: Segment) => segment.status === "draft" || segment.status === "untranslated";

/** What is written in a segment when it is opened: a draft is offered, not written. */
export function writtenIn(state: DocumentState, segment: Segment): string {
  const kept = state.outbox.unsaved.get(segment.id);
  if (kept) return kept.text;
  return isOffered(segment) ? "" : segment.target;
}

export function draftOf(state: DocumentState, segment: Segment): Draft | null {
  if (segment.status !== "draft" || !segment.target || state.outbox.unsaved.get(segment.id)?.text) return null;
  const remembered = segment.origin === "memory" || segment.origin === "propagated";
  return { text: segment.target, exact: remembered && (segment.rate ?? 0) >= 100 };
}
