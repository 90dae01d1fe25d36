// What each key does in the active segment. Whether a key means anything here is decided first, so that the
// editor's own keys keep their meaning everywhere else.
import type { EditorView } from "@codemirror/view";
import type { Finding, Match, Segment, Term } from "../api/client";
import type { Offer } from "../editor/assist";
import { caretIsAtEnd, ghostIn, insert, replaceAll, take, takeProposal, toggleLock } from "../editor/commands";
import { nextMissingTag } from "../editor/tags";
import { withEdits } from "../editor/fix";
import type { Action } from "../keys/shortcuts";
import type { Desk } from "./desk";

/** What Ctrl+1 … Ctrl+9 put in: the matches first, then the terms. */
export type Insertable = { kind: "match"; match: Match } | { kind: "term"; term: Term; text: string };

export const MOST_MATCH_KEYS = 3;

export function insertables(matches: readonly Match[], terms: readonly Term[]): Insertable[] {
  const first = matches.slice(0, MOST_MATCH_KEYS).map((match): Insertable => ({ kind: "match", match }));
  const seen = new Set<string>();
  const words: Insertable[] = [];
  for (const term of terms) {
    const best = term.translations.find((one) => one.status !== "forbidden");
    if (!best || seen.has(term.source)) continue;
    seen.add(term.source);
    words.push({ kind: "term", term, text: best.text });
  }
  return [...first, ...words].slice(0, 9);
}

export function insertOne(desk: Desk, one: Insertable): void {
  if (!desk.view || !desk.state.editable) return;
  const text = one.kind === "match" ? one.match.insert : one.text;
  insert(desk.view, text, one.kind === "term");
  desk.effort.add(one.kind, text.length);
}

export function takeOffer(desk: Desk, offer: Offer): void {
  if (!desk.view) return;
  insert(desk.view, offer.text);
  desk.effort.add(offer.kind === "language model" ? "language model" : "suggestion", offer.text.length);
}

export function applyFix(desk: Desk, finding: Finding): void {
  if (!desk.view || finding.fix === null) return;
  const fixed = withEdits(desk.view.state.doc.toString(), finding.fix);
  // The text has changed since it was checked; the checks of what it is now are on their way.
  if (fixed === null) return;
  replaceAll(desk.view, fixed);
  desk.effort.add("fix");
  desk.view.focus();
}

/** Keys that take part of the ghost text; false where there is none of it at the caret. */
export function takeGhost(desk: Desk, view: EditorView, action: Action): boolean {
  if (!ghostIn(view) || !caretIsAtEnd(view)) return false;
  const what = action === "takeSure" ? "sure" : action === "takeWord" ? "word" : "rest";
  const text = take(view, what);
  if (text) desk.effort.add(what, text.length);
  else desk.say("Nothing is sure here. Ctrl → takes a word, End takes all that is shown.");
  return true;
}

/** The keys of the active segment that need no window or panel; false: not one of them. */
export function act(desk: Desk, segment: Segment, action: Action): boolean {
  const { view } = desk;
  if (!view) return false;
  switch (action) {
    case "takeSure":
    case "takeWord":
    case "takeRest":
      return desk.state.editable && takeGhost(desk, view, action);
    case "proposal": {
      const text = takeProposal(view);
      if (text) desk.effort.add("rest", text.length);
      return true;
    }
    case "lock": {
      const at = toggleLock(view);
      desk.say(at ? "What precedes the caret is locked." : "Nothing is locked.");
      return true;
    }
    case "hide":
      desk.hideOffers();
      return true;
    case "confirm":
      desk.confirm();
      return true;
    case "copySource":
      insert(view, segment.source);
      return true;
    case "nextTag": {
      const tag = nextMissingTag(segment.source, view.state.doc.toString());
      if (tag) insert(view, tag);
      else desk.say("No tag is missing.");
      return true;
    }
    case "fix": {
      const finding = desk.state.findings.find((one) => one.fix !== null);
      if (finding) applyFix(desk, finding);
      else desk.say("There is nothing that can be mended with certainty.");
      return true;
    }
    default:
      return false;
  }
}
