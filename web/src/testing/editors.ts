// An editor of one segment for tests, without the page around it.
import { history } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { answered, begin, type Assist } from "../editor/assist";
import { assistField, marksField } from "../editor/fields";
import { lockedPrefix } from "../editor/lock";

// The tests' page has no layout; the editor measures itself all the same.
Range.prototype.getClientRects = () => document.body.getClientRects();
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();

/** What the server has answered: after `prefix`, it would go on with `added`. */
export function offering(prefix: string, added: string, sure = 0): Assist {
  const words = [...added.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    start: prefix.length + match.index,
    end: prefix.length + match.index + match[0].length,
    probability: 0.5,
    causes: null,
  }));
  return answered(begin(1, 1, null), {
    type: "completion",
    seq: 1,
    segment: 1,
    prefix,
    text: prefix + added,
    words,
    sure: prefix.length + sure,
    suggestions: [],
    uncovered: [],
    engine: "vanilla",
    ms: 1,
  });
}

/** Open an editor on `text`, with the caret at its end; `refused` is told of edits inside what is locked. */
export function openEditor(text: string, assist: Assist = begin(1, 1, null), refused: () => void = () => {}) {
  const state = EditorState.create({
    doc: text,
    selection: { anchor: text.length },
    extensions: [assistField.init(() => assist), marksField, lockedPrefix(refused), history()],
  });
  return new EditorView({ state, parent: document.body });
}

export const textOf = (view: EditorView) => view.state.doc.toString();
export const caretOf = (view: EditorView) => view.state.selection.main.head;

/** Write `text` in place of what stands between two places, as typing does. */
export function type(view: EditorView, from: number, to: number, text: string): void {
  view.dispatch({ changes: { from, to, insert: text }, userEvent: "input.type" });
}
