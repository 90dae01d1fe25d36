// What keys and clicks do to the text of the open segment. Each is one step for undo.
import { isolateHistory } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { ghostOf, proposalOf, taken, type Ghost, type Take } from "./assist";
import { assistField } from "./fields";
import { fromOutside, lockField, setLock } from "./lock";
import { joins } from "./scripts";
import { nextMissingTags } from "./tags";

function ghostIn(view: EditorView): Ghost | null {
  return ghostOf(view.state.field(assistField), view.state.doc.toString());
}

function append(view: EditorView, text: string, lock = false): void {
  const end = view.state.doc.length;
  const caret = end + text.length;
  view.dispatch({
    changes: { from: end, insert: text },
    selection: { anchor: caret },
    effects: lock ? [setLock.of(caret)] : [],
    annotations: isolateHistory.of("full"),
    userEvent: "input.take",
    scrollIntoView: true,
  });
}

/** Take part of the ghost text; gives what was taken, which is nothing where there is none of that kind. */
export function take(view: EditorView, what: Take): string {
  const ghost = ghostIn(view);
  const text = ghost ? taken(ghost, what) : "";
  if (text) append(view, text);
  return text;
}

/** A click into the ghost text: what precedes it is taken over and locked. */
export function takeAndLock(view: EditorView, ghost: Ghost, at: number): string {
  const text = ghost.text.slice(0, at);
  append(view, text, true);
  view.focus();
  return text;
}

/** Lock what precedes the caret, or unlock where the caret is inside or at the end of what is locked. */
export function toggleLock(view: EditorView): number {
  const lock = view.state.field(lockField);
  const caret = view.state.selection.main.head;
  const next = lock > 0 && caret <= lock ? 0 : caret;
  view.dispatch({ effects: setLock.of(next) });
  return next;
}

/** Put a text in at the caret, or in place of the selection; the caret goes behind it and behind `skip` more. */
function put(view: EditorView, text: string, skip = 0): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length + skip },
    annotations: isolateHistory.of("full"),
    userEvent: "input.insert",
    scrollIntoView: true,
  });
  view.focus();
}

/** Put a text in at the caret. */
export function insert(view: EditorView, text: string, spaced = false): void {
  const { from } = view.state.selection.main;
  const before = view.state.doc.sliceString(Math.max(0, from - 1), from);
  // Two words of a script with spaces must not run together.
  const gap = spaced && (joins(before, text[0]) || (/[,;:.]/.test(before) && joins("a", text[0])));
  put(view, gap ? ` ${text}` : text);
}

/** Put a suggestion in at the caret. Words that already stand behind the caret are gone over, not doubled. */
export function insertSuggestion(view: EditorView, text: string): void {
  const { doc, selection } = view.state;
  const before = doc.sliceString(0, selection.main.from);
  const behind = doc.sliceString(selection.main.to);
  const shared = overlap(before, text, behind);
  const fresh = text.slice(0, text.length - shared);
  const runsOn = shared === 0 && joins(text.at(-1), behind[0]);
  put(view, runsOn ? `${fresh} ` : fresh, shared);
}

/** Put other words in place of a span; they are selected, so that one may look for others again. */
export function replaceSpan(view: EditorView, span: { start: number; end: number }, text: string): void {
  view.dispatch({
    changes: { from: span.start, to: span.end, insert: text },
    selection: { anchor: span.start, head: span.start + text.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.insert",
    scrollIntoView: true,
  });
  view.focus();
}

/** How much of the end of `text` the text `behind` the caret begins with, in whole words. */
export function overlap(before: string, text: string, behind: string): number {
  for (let length = Math.min(text.length, behind.length); length > 0; length--) {
    const start = text.length - length;
    const left = start > 0 ? text[start - 1] : before.at(-1);
    // The rest of a word that the caret stands in is no word of its own.
    const wholeWords = start === 0 ? true : !joins(left, text[start]);
    if (wholeWords && text.endsWith(behind.slice(0, length)) && !joins(behind[length - 1], behind[length]))
      return length;
  }
  return 0;
}

/** Put a match or the source in place of the whole target. */
export function replaceTarget(view: EditorView, text: string): void {
  replaceAll(view, text);
  view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
  view.focus();
}

/** Put the next missing tag, or the one with a number, in at the caret. A pair goes round what is selected; nothing
 * selected is deleted. */
export function insertTags(view: EditorView, source: string, number?: number): void {
  const [first, closing] = nextMissingTags(source, view.state.doc.toString(), number);
  if (first === undefined) return;
  const { from, to } = view.state.selection.main;
  const around = from < to && closing !== undefined;
  const changes = around
    ? [
        { from, insert: first },
        { from: to, insert: closing },
      ]
    : [{ from: to, insert: first }];
  const added = around ? first.length + closing.length : first.length;
  view.dispatch({
    changes,
    selection: { anchor: to + added },
    annotations: isolateHistory.of("full"),
    userEvent: "input.insert",
    scrollIntoView: true,
  });
  view.focus();
}

/** Replace the whole text: a fix, an earlier version, somebody else's. */
export function replaceAll(view: EditorView, text: string, outside = false, recorded = true): void {
  const whole = view.state.doc.toString();
  if (whole === text) return;
  let start = 0;
  while (start < Math.min(whole.length, text.length) && whole[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(whole.length, text.length) - start && whole.at(-1 - end) === text.at(-1 - end)) end += 1;
  const changes = { from: start, to: whole.length - end, insert: text.slice(start, text.length - end) };
  view.dispatch({
    changes,
    selection: { anchor: text.length },
    effects: outside ? [setLock.of(0)] : [],
    annotations: [
      isolateHistory.of("full"),
      ...(outside ? [fromOutside.of(true)] : []),
      ...(recorded ? [] : [Transaction.addToHistory.of(false)]),
    ],
    userEvent: "input.replace",
  });
}

/** Show a text that the server has; `recorded`: as a step that an undo in the editor takes back. */
export function follow(view: EditorView, text: string, recorded: boolean): void {
  replaceAll(view, text, true, recorded);
}

/** What is written from here on is another step for undo. */
export function separate(view: EditorView): void {
  view.dispatch({ annotations: isolateHistory.of("full") });
}

/** Let the machine's other continuation take the place of what stands behind the caret. */
export function takeProposal(view: EditorView): string {
  const { state } = view;
  const proposal = proposalOf(state.field(assistField), state.doc.toString(), state.selection.main.head);
  if (!proposal) return "";
  view.dispatch({
    changes: { from: proposal.at, to: proposal.at + proposal.old.length, insert: proposal.fresh },
    selection: { anchor: proposal.at + proposal.fresh.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.take",
  });
  // The button for it vanishes, and must not take the focus along.
  view.focus();
  return proposal.fresh;
}
