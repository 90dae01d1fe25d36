// What each event makes of the open document: `(state, event) → [state, effects]`, and nothing else.
import type { Finding, Segment } from "../api/client";
import { asking, hide, wrote as wroteOn } from "../editor/assist";
import { toPoints } from "../editor/points";
import { t } from "../messages";
import * as outboxes from "../live/outbox";
import { confirmed } from "./confirming";
import type { DocumentEvent, Effect, Step, Written } from "./events";
import { nextUnconfirmed } from "./filters";
import { carried, did, wrote } from "./history";
import { receive } from "./incoming";
import { opened, reopened } from "./opening";
import { askedToRephrase } from "./rephrasing";
import { judged } from "./reviewing";
import { refiltered, withChanged, withFindings, withLocal, withSegments } from "./segments";
import { type DocumentState, type OpenSegment, openId, openSegment, segmentOf, visibleSegments } from "./state";
import { forgotten, notTakenBack, tookBack, undone } from "./undoing";

export function reduce(state: DocumentState, event: DocumentEvent): Step<DocumentState> {
  switch (event.type) {
    case "unstashed":
      return [{ ...state, outbox: event.outbox }, []];
    case "connected":
      return [state, [{ type: "send", message: { type: "hello", protocol: 1, client: event.client } }]];
    case "disconnected":
      return [{ ...state, connection: { ...state.connection, phase: "lost" } }, []];
    case "missing":
      return [{ ...state, connection: { ...state.connection, phase: "missing" }, note: event.reason }, []];
    case "received":
      return receive(state, event.message);
    case "loaded":
      return begun(withSegments(state, event.segments, event.structure));
    case "refreshed":
      return [withChanged(state, [event.segment]), []];
    case "noted":
      return [{ ...state, note: event.note }, []];
    case "opened":
      return opened(state, event.id, event.caret);
    case "stepped":
      return stepped(state, event.by);
    case "steppedToUnconfirmed":
      return steppedToUnconfirmed(state);
    case "tookOver":
      return reopened(state, true);
    case "edited":
      return edited(state, event.written);
    case "followed":
      return [written(wrote(state, event.written), event.written), []];
    case "moved":
      return moved(written(state, event.written));
    case "rested":
      return rested(state);
    case "hid":
      return [inOpen(state, (open) => ({ assist: hide(open.assist), chosen: -1, rephrasing: null })), []];
    case "chose":
      return [inOpen(state, () => ({ chosen: event.suggestion })), []];
    case "askedToRephrase":
      return askedToRephrase(state);
    case "explained":
      return [inOpen(state, (open) => ({ explained: !open.explained })), []];
    case "confirmed":
      return confirmed(state);
    case "merged":
      return merged(state);
    case "judged":
      return judged(state, event.verdict);
    case "carried":
      return [carried(state, event.segment, event.from, event.to), []];
    case "ignored":
      return ignored(state, event.finding, event.ignored);
    case "changed":
      return [did(state, { kind: "changed", changes: event.changes }), [{ type: "separate" }]];
    case "undone":
      return undone(state);
    case "tookBack":
      return tookBack(state, event);
    case "notTakenBack":
      return [notTakenBack(state, event.reason), []];
    case "forgotten":
      return [forgotten(state), []];
    case "keptMine":
      return keptMine(state, event.id);
    case "tookTheirs":
      return tookTheirs(state, event.id);
    case "filtered":
      return [refiltered(state, event.filter), []];
    case "panelChosen":
      return [inView(state, { panel: event.panel, phrase: event.phrase ?? state.view.phrase, drawer: true }), []];
    case "drawerMoved":
      return [inView(state, { drawer: event.open }), []];
    case "dialogOpened":
      return [inView(state, { dialog: event.dialog }), []];
    case "termAsked":
      return [inView(state, { dialog: "term", term: event.term }), []];
    case "picked":
      return [inOpen(state, () => ({ picked: event.text })), []];
    case "termbasesKnown":
      return [{ ...state, project: { ...state.project, termbases: event.termbases } }, []];
    case "termsChanged":
      return reopened(state);
    case "dialogClosed":
      return [inView(state, { dialog: null }), []];
    case "readingToggled":
      return [inView(state, { reading: !state.view.reading }), []];
  }
}

function inOpen(state: DocumentState, change: (open: OpenSegment) => Partial<OpenSegment>): DocumentState {
  return state.open ? { ...state, open: { ...state.open, ...change(state.open) } } : state;
}

const inView = (state: DocumentState, values: Partial<DocumentState["view"]>): DocumentState => ({
  ...state,
  view: { ...state.view, ...values },
});

const noted = (state: DocumentState, note: string): Step<DocumentState> => [{ ...state, note }, []];

/** The work goes on at the segment that the address names, or at the first one that is not confirmed. */
function begun(state: DocumentState): Step<DocumentState> {
  if (segmentOf(state, state.wanted)) return opened(state, state.wanted ?? 0);
  if (state.open !== null || state.list.segments.length === 0) return [state, []];
  const [next, effects] = steppedToUnconfirmed(state);
  return [{ ...next, wanted: state.wanted }, effects];
}

function stepped(state: DocumentState, by: number): Step<DocumentState> {
  const visible = visibleSegments(state.list, openId(state));
  const at = visible.findIndex((one) => one.id === openId(state));
  const next = visible[at < 0 ? 0 : at + by];
  return next ? opened(state, next.id) : [state, []];
}

function steppedToUnconfirmed(state: DocumentState): Step<DocumentState> {
  const next = nextUnconfirmed(visibleSegments(state.list, openId(state)), openId(state));
  return next ? opened(state, next.id) : noted(state, t("notes.allShownConfirmed"));
}

function written(state: DocumentState, now: Written): DocumentState {
  const { text, caret, anchor, redos = 0 } = now;
  return inOpen(state, () => ({ text, caret, anchor, redos, chosen: -1, rephrasing: null, explained: false }));
}

/** The text is another: it is sent to be saved, and stays in the outbox until it is. */
function edited(state: DocumentState, now: Written): Step<DocumentState> {
  const segment = openSegment(state);
  if (!state.open || !segment) return [state, []];
  const { text, caret } = now;
  const version = outboxes.versionOf(state.outbox, segment);
  const [outbox, message] = outboxes.edit(state.outbox, segment.id, { text, caret, version });
  const next = withLocal(
    { ...written(wrote(state, now), now), outbox, wanted: null },
    segment.id,
    shownAs(text, state.open.draft),
  );
  const answers = state.machine.phase === "ready" && state.connection.phase === "connected";
  const before = state.open.text;
  const asked = inOpen(next, (open) => ({ assist: wroteOn(open.assist, before, text, outbox.seq, answers) }));
  return [asked, [{ type: "forgetRest" }, { type: "send", message }]];
}

/** What the list shows of a text that is being written. Without one, the segment has its draft again. */
function shownAs(text: string, draft: Segment | null): Partial<Segment> {
  if (text) return { target: text, status: "edited", quality: null };
  if (draft)
    return { target: draft.target, status: "draft", origin: draft.origin, rate: draft.rate, quality: draft.quality };
  return { target: "", status: "untranslated" };
}

/** The caret is elsewhere: once it rests, the machine goes on from there, and nothing is saved for that. */
function moved(state: DocumentState): Step<DocumentState> {
  const { open } = state;
  const effects: Effect[] = [{ type: "forgetRest" }];
  if (open?.editable && open.text !== "") effects.push({ type: "awaitRest" });
  return [state, effects];
}

function rested(state: DocumentState): Step<DocumentState> {
  const { open } = state;
  if (!open || state.outbox.unsaved.has(open.id)) return [state, []];
  const [outbox, seq] = outboxes.number(state.outbox);
  const next = inOpen({ ...state, outbox }, () => ({ assist: asking(open.assist, seq) }));
  const caret = toPoints(open.text, open.caret);
  return [next, [{ type: "send", message: { type: "open", seq, segment: open.id, caret } }]];
}

/** The finding stays ignored while source and target are the same; the server tells its findings again. */
function ignored(state: DocumentState, finding: Finding, on: boolean): Step<DocumentState> {
  const { open } = state;
  if (!open?.editable || !open.checked.findings.includes(finding)) return [state, []];
  const findings = open.checked.findings.map((one) => (one === finding ? { ...one, ignored: on } : one));
  const checked = { ...open.checked, findings };
  const [outbox, seq] = outboxes.number(state.outbox);
  const { check, message } = finding;
  const text = open.checked.text;
  const sent = { type: "ignore", seq, segment: open.id, text, check, message, ignored: on } as const;
  return [
    withFindings(inOpen({ ...state, outbox }, () => ({ checked, ignoredSince: seq }))),
    [{ type: "send", message: sent }],
  ];
}

/** Put the open segment and the one after it together. */
function merged(state: DocumentState): Step<DocumentState> {
  const segment = openSegment(state);
  if (!segment) return [state, []];
  if (state.outbox.unsaved.has(segment.id)) return noted(state, t("notes.waitUntilSaved"));
  return [state, [{ type: "merge", segment: segment.id, version: segment.version }]];
}

/** After a conflict: put one's own text in place of theirs, which stays among the versions. */
function keptMine(state: DocumentState, id: number): Step<DocumentState> {
  const conflict = state.conflicts.get(id);
  if (!conflict) return [state, []];
  const text = state.open?.id === id ? state.open.text : conflict.yours;
  const { version } = conflict.theirs;
  const [outbox, message] = outboxes.edit(state.outbox, id, { text, caret: text.length, version });
  return [{ ...state, outbox, conflicts: without(state.conflicts, id) }, [{ type: "send", message }]];
}

function tookTheirs(state: DocumentState, id: number): Step<DocumentState> {
  const conflict = state.conflicts.get(id);
  if (!conflict) return [state, []];
  const settled = { ...state, outbox: outboxes.forget(state.outbox, id), conflicts: without(state.conflicts, id) };
  const next = withLocal(settled, id, conflict.theirs);
  if (openId(next) !== id) return [next, []];
  const [after, effects] = reopened(next);
  return [after, [{ type: "show", text: conflict.theirs.target, recorded: true }, ...effects]];
}

function without<Value>(map: ReadonlyMap<number, Value>, key: number): ReadonlyMap<number, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
