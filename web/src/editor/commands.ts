// What keys and clicks do to the text of the open segment. Each is one step for undo.
import { isolateHistory } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { ghostOf, proposalOf, taken, type Ghost, type Take } from "./assist";
import { assistField } from "./fields";
import { fromOutside, lockField, setLock } from "./lock";

export function ghostIn(view: EditorView): Ghost | null {
  return ghostOf(view.state.field(assistField), view.state.doc.toString());
}

export function caretIsAtEnd(view: EditorView): boolean {
  const { main } = view.state.selection;
  return main.empty && main.head === view.state.doc.length;
}

/** Everything that is shown: what is written, and the ghost text behind it. */
export function shownText(view: EditorView): string {
  return view.state.doc.toString() + (ghostIn(view)?.text ?? "");
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

/** Put a text in at the caret, or in place of the selection. */
export function insert(view: EditorView, text: string, spaced = false): void {
  const { from, to } = view.state.selection.main;
  const before = view.state.doc.sliceString(Math.max(0, from - 1), from);
  // Two words of a script with spaces must not run together.
  const gap = spaced && /[\p{Script=Latin}\p{N},;:.]/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(text);
  const put = gap ? ` ${text}` : text;
  view.dispatch({
    changes: { from, to, insert: put },
    selection: { anchor: from + put.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.insert",
    scrollIntoView: true,
  });
  view.focus();
}

/** Replace the whole text: a fix, an earlier version, somebody else's. */
export function replaceAll(view: EditorView, text: string, outside = false): void {
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
    annotations: [isolateHistory.of("full"), ...(outside ? [fromOutside.of(true)] : [])],
    userEvent: "input.replace",
  });
}

/** Let the machine's other continuation take the place of what stands behind the caret. */
export function takeProposal(view: EditorView): string {
  const { state } = view;
  const proposal = proposalOf(state.field(assistField), state.doc.toString(), state.selection.main.head);
  if (!proposal) return "";
  view.dispatch({
    changes: { from: proposal.at, to: state.doc.length, insert: proposal.fresh },
    selection: { anchor: proposal.at + proposal.fresh.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.take",
  });
  // The button for it vanishes, and must not take the focus along.
  view.focus();
  return proposal.fresh;
}
