// The list of segments in the state: loaded, changed by the server, changed here.
import type { Segment } from "../api/client";
import { passes } from "./filters";
import type { DocumentState } from "./state";

/** A segment as it is to be shown: what was written here and is not saved yet stays. */
function withUnsaved(state: DocumentState, segment: Segment): Segment {
  const kept = state.outbox.unsaved.get(segment.id);
  return kept?.text ? { ...segment, target: kept.text } : segment;
}

export function withSegments(state: DocumentState, found: readonly Segment[], structure: number): DocumentState {
  const segments = found.map((one) => withUnsaved(state, one));
  const places = new Map(segments.map((segment, place) => [segment.id, place]));
  const open = state.open && places.has(state.open.id) ? state.open : null;
  return refiltered({ ...state, open, list: { ...state.list, segments, places, structure, loaded: true } });
}

/** Which segments pass the filter is decided when it is set: none vanishes from the list while one works on it. */
export function refiltered(state: DocumentState, filter = state.list.filter): DocumentState {
  const passing = new Set(state.list.segments.filter(passes(filter)).map((one) => one.id));
  const all = passing.size === state.list.segments.length;
  return { ...state, list: { ...state.list, filter, passing: all ? null : passing } };
}

/** Segments as the server has them now; an older version than the one that is there changes nothing. */
export function withChanged(state: DocumentState, changed: readonly Segment[]): DocumentState {
  const segments = [...state.list.segments];
  for (const segment of changed) {
    const place = state.list.places.get(segment.id);
    const before = place === undefined ? undefined : segments[place];
    if (place === undefined || !before || segment.version < before.version) continue;
    segments[place] = withUnsaved(state, segment);
  }
  return { ...state, list: { ...state.list, segments } };
}

/** What the list shows of a segment before the server has answered. */
export function withLocal(state: DocumentState, id: number, values: Partial<Segment>): DocumentState {
  const place = state.list.places.get(id);
  const before = place === undefined ? undefined : state.list.segments[place];
  if (place === undefined || !before) return state;
  const segments = [...state.list.segments];
  segments[place] = { ...before, ...values };
  return { ...state, list: { ...state.list, segments } };
}

/** The list knows what the checks find in what is written in the open segment. */
export function withFindings(state: DocumentState): DocumentState {
  const { open } = state;
  if (!open?.text) return state;
  const counting = open.checked.findings.filter((finding) => !finding.ignored);
  return withLocal(state, open.id, { problems: [...new Set(counting.map((finding) => finding.check))] });
}
