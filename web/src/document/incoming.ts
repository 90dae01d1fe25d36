// What each message from the server makes of the state.
import { t } from "../messages";
import type { Segment } from "../api/client";
import { answered, begin, languageModelAnswered } from "../editor/assist";
import type { ServerMessage } from "../live/messages";
import { asked, forget, refused, resend, settled } from "../live/outbox";
import type { Effect, Step } from "./events";
import { carried, confirmationSettled, isBeingUndone } from "./history";
import { reopened } from "./opening";
import { rephrased } from "./rephrasing";
import { withChanged, withFindings, withLocal } from "./segments";
import { draftOf, holderOf, may, openId, segmentOf, writtenIn, type DocumentState, type OpenSegment } from "./state";

export function receive(state: DocumentState, message: ServerMessage): Step<DocumentState> {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message);
    case "opened":
      return opened(state, message);
    case "completion":
      if (message.segment !== openId(state)) return [state, []];
      return [
        {
          ...withOpen(state, (open) => ({ ...open, assist: answered(open.assist, message) })),
          machine: { ...state.machine, ms: message.ms },
        },
        [],
      ];
    case "language_model":
      return [inOpen(state, message, (open) => ({ ...open, assist: languageModelAnswered(open.assist, message) })), []];
    case "matches": {
      const matchesNote = message.stale ? message.reason : "";
      return [inOpen(state, message, (open) => ({ ...open, matches: message.matches, matchesNote })), []];
    }
    case "terms":
      return [inOpen(state, message, (open) => ({ ...open, terms: message.terms })), []];
    case "checks":
      return [checked(state, message), []];
    case "saved":
      return [saved(state, message), []];
    case "confirmed":
      return [confirmed(state, message), []];
    case "conflict": {
      const conflicts = new Map(state.conflicts).set(message.segment, message);
      return [{ ...confirmationSettled(state, message.segment, null), conflicts }, []];
    }
    case "segments":
      return elsewhere(state, message.segments);
    case "structure":
      return [state, message.structure === state.list.structure ? [] : [{ type: "load" }]];
    case "progress":
      return [{ ...state, project: { ...state.project, progress: message.progress } }, []];
    case "presence":
      return presence({ ...state, connection: { ...state.connection, people: message.people } });
    case "job": {
      const jobs = new Map(state.project.jobs).set(message.job.id, message.job);
      return [{ ...state, project: { ...state.project, jobs } }, []];
    }
    case "comments": {
      const revised = inOpen(state, message, (open) => ({ ...open, commentRevision: open.commentRevision + 1 }));
      // How many comments it has is not told.
      return [revised, [{ type: "refresh", segment: message.segment }]];
    }
    case "project":
      return [{ ...state, project: { ...state.project, revision: message.version } }, []];
    case "machine":
      return [{ ...state, machine: { ...state.machine, phase: message.machine } }, []];
    case "failed":
      if (message.code === "FindingsToSee") return [askedFirst(state, message), []];
      return [failed({ ...state, note: message.message }, message), []];
    case "rephrasings":
      return [rephrased(state, message), []];
    case "pong":
      return [state, []];
  }
}

type Of<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>;

const writes = (state: DocumentState) => may(state, "translate");

function withOpen(state: DocumentState, change: (open: OpenSegment) => OpenSegment): DocumentState {
  if (!state.open) return state;
  const open = change(state.open);
  return open === state.open ? state : { ...state, open };
}

/** A message about the open segment changes it; one about another segment comes too late and changes nothing. */
function inOpen(state: DocumentState, message: { segment: number }, change: (open: OpenSegment) => OpenSegment) {
  return message.segment === openId(state) ? withOpen(state, change) : state;
}

/** Checks of an older text would mark the wrong places. What is found in what is written, the list knows too. */
function checked(state: DocumentState, { seq, segment, findings }: Of<"checks">): DocumentState {
  const { open } = state;
  if (open?.id !== segment || seq < Math.max(open.assist.asked, open.ignoredSince)) return state;
  const text = open.text || (open.draft?.target ?? "");
  const next = withOpen(state, () => ({ ...open, checked: { text, findings } }));
  return withFindings(next);
}

/** After a lost connection: everything that is not known to be saved, then the segment one is in. */
function welcomed(state: DocumentState, message: Of<"welcome">): Step<DocumentState> {
  const { session, login, people, may: allowed, machine, engine, structure } = message;
  const outdated = state.list.loaded && structure !== state.list.structure;
  const [outbox, messages] = resend(state.outbox);
  const effects: Effect[] = messages.map((one) => ({ type: "send", message: one }));
  const next: DocumentState = {
    ...state,
    outbox,
    connection: { phase: "connected", session, login, may: allowed, people },
    machine: { ...state.machine, phase: machine, engine },
    project: { ...state.project, id: message.project, effortLog: message.effort_log },
  };
  const [after, opening] = reopened(withOpen(next, (open) => ({ ...open, editable: open.editable && writes(next) })));
  return [after, [...effects, ...opening, ...(outdated ? [{ type: "load" } as const] : [])]];
}

/** Whoever took the open segment over has it now; whoever left it leaves it to this page. */
function presence(state: DocumentState): Step<DocumentState> {
  const { connection, open } = state;
  if (!open) return [state, []];
  const holder = holderOf(connection, open.id);
  const mine = connection.people.find((one) => one.session === connection.session);
  if (holder && open.editable && mine?.segment !== open.id) {
    return [withOpen(state, (lost) => ({ ...lost, editable: false, heldBy: holder.name })), []];
  }
  if (holder || open.heldBy === null) return [state, []];
  return reopened(withOpen(state, (free) => ({ ...free, heldBy: null })));
}

function opened(state: DocumentState, message: Of<"opened">): Step<DocumentState> {
  const { segment } = message;
  const kept = state.outbox.unsaved.get(segment.id);
  const before = segmentOf(state, segment.id);
  // What the server has already needs no saving; it says nothing more about it.
  const same = kept && !kept.confirm && kept.text === segment.target && kept.seq <= message.seq;
  const next = withChanged(same ? { ...state, outbox: forget(state.outbox, segment.id) } : state, [segment]);
  if (segment.id !== openId(next)) return [next, []];
  const now = withOpen(next, (open) => ({ ...open, editable: message.editable, heldBy: message.held_by }));
  return !kept?.text && before && before.target !== segment.target ? showing(now, segment) : [now, []];
}

/** The open segment was changed by somebody or something else: the editor follows. */
function showing(state: DocumentState, segment: Segment): Step<DocumentState> {
  const draft = draftOf(state, segment);
  const text = writtenIn(state, segment);
  const next = withOpen(state, (open) => ({
    ...open,
    draft: draft ? segment : open.draft,
    assist: draft ? begin(segment.id, open.assist.asked, draft) : open.assist,
  }));
  return [next, [{ type: "show", text, recorded: !isBeingUndone(state, segment.id) }]];
}

function saved(state: DocumentState, message: Of<"saved">): DocumentState {
  const { segment: id, seq, version } = message;
  const outbox = settled(state.outbox, id, seq);
  const segment = segmentOf(state, id);
  if (!segment || version <= segment.version) return { ...state, outbox };
  const confirming = segment.status === "confirmed" && outbox.unsaved.get(id)?.confirm;
  const restored = state.open?.id === id && state.open.text === "" && state.open.draft !== null;
  const kept = restored || confirming ? segment.status : "edited";
  const status = segment.target ? kept : "untranslated";
  return withLocal(carried({ ...state, outbox }, id, segment.version, version), id, { version, status });
}

function confirmed(state: DocumentState, message: Of<"confirmed">): DocumentState {
  const { segment, entries, propagated } = message.confirmed;
  const outbox = settled(state.outbox, segment.id, message.seq, true);
  const settledHere = confirmationSettled(state, segment.id, segment.version);
  const next = withChanged({ ...settledHere, outbox }, [segment, ...propagated]);
  const told = { number: segment.number, entries: t("notes.entries", { count: entries.length }) };
  const repetitions = t("notes.repetitions", { count: propagated.length });
  const note = propagated.length ? t("notes.learnedAndRepeated", { ...told, repetitions }) : t("notes.learned", told);
  return { ...next, note };
}

function failed(state: DocumentState, { seq, message }: Of<"failed">): DocumentState {
  if (seq === null) return state;
  const confirming = [...state.outbox.unsaved].find(([, kept]) => kept.seq === seq && kept.confirm);
  const next = { ...state, outbox: refused(state.outbox, seq, message) };
  return confirming ? confirmationSettled(next, confirming[0], null) : next;
}

/** What was to be confirmed has findings that nobody could have seen: it is only saved, and that is said. */
function askedFirst(state: DocumentState, message: Of<"failed">): DocumentState {
  const [outbox, id] = asked(state.outbox, message.seq ?? 0);
  if (id === null) return state;
  const noted = confirmationSettled({ ...state, outbox, note: message.message }, id, null);
  const next = withLocal(noted, id, { status: "edited" });
  return withOpen(next, (open) => (open.id === id ? { ...open, questioned: open.text } : open));
}

/** What an edit of this page has made of a segment is told like this, too. */
function carriedOver(state: DocumentState, changed: readonly Segment[]): DocumentState {
  return changed.reduce((before, segment) => {
    const known = segmentOf(before, segment.id);
    const own = known && before.outbox.unsaved.has(segment.id);
    return own ? carried(before, segment.id, known.version, segment.version) : before;
  }, state);
}

/** Segments changed by somebody or something else: in the open one, the editor follows if it may. */
export function elsewhere(state: DocumentState, changed: readonly Segment[]): Step<DocumentState> {
  const next = withChanged(carriedOver(state, changed), changed);
  const mine = changed.find((segment) => segment.id === openId(state));
  const before = mine && segmentOf(state, mine.id);
  if (!mine || !before || mine.version <= before.version || state.outbox.unsaved.get(mine.id)?.text) return [next, []];
  const editable = !mine.locked && state.open?.heldBy === null && writes(state);
  const told = withOpen(next, (open) => ({ ...open, editable }));
  if (mine.target === before.target && mine.status === before.status && mine.source === before.source)
    return [told, []];
  const [shown, effects] = showing(told, mine);
  if (mine.source === before.source) return [shown, effects];
  // It was split or merged: what helps with it is another.
  const [again, opening] = reopened(shown);
  return [again, [...effects, ...opening]];
}
