// The editor of one segment, put together. Its owner is told of every change that is not a half-made one of
// an input method, and of every key.
import { defaultKeymap, history, historyField, historyKeymap, redoDepth, undoDepth } from "@codemirror/commands";
import { Compartment, EditorState, Prec, Transaction } from "@codemirror/state";
import { Decoration, EditorView, highlightWhitespace, keymap, type ViewUpdate } from "@codemirror/view";
import type { Written } from "../document/events";
import type { Assist } from "./assist";
import { chips, tagMeanings } from "./chips";
import { assistField, confidenceField, marksField, setAssist, setConfidence } from "./fields";
import { ghostListener, ghostText, type GhostListener } from "./ghost";
import { fromOutside, lockedPrefix } from "./lock";

interface EditorOwner extends GhostListener {
  /** The text or the selection is another: typed here, given from outside, or only gone to. */
  changed(written: Written, how: "edited" | "followed" | "moved"): void;
  /** A key was pressed; true: it is handled. Never called while an input method is composing. */
  key(event: KeyboardEvent): boolean;
  /** Somebody tried to change what is locked. */
  lockedRefused(): void;
  typed(): void;
}

/** What an editor that is gone knew of what was written in it, and the text that this belongs to. */
export interface KeptHistory {
  text: string;
  steps: unknown;
}

interface EditorWishes {
  text: string;
  caret: number;
  language: string;
  label: string;
  readOnly: boolean;
  assist: Assist;
  /** What the tags stand for, by number. */
  meanings: ReadonlyMap<number, string>;
  confidence: boolean;
  /** What was written in the segment before, if its text is still the same. */
  kept?: KeptHistory | undefined;
}

const RIGHT_TO_LEFT = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]);

export function direction(language: string): "rtl" | "ltr" {
  return RIGHT_TO_LEFT.has(language.split("-")[0]?.toLowerCase() ?? "") ? "rtl" : "ltr";
}

const marks = EditorView.decorations.compute([marksField, "doc"], (state) => {
  const length = state.doc.length;
  const found = state.field(marksField).filter((mark) => mark.to <= length);
  return Decoration.set(
    found.map((mark) =>
      Decoration.mark({ class: "cm-finding", attributes: { title: mark.message } }).range(mark.from, mark.to),
    ),
    true,
  );
});

/** A closing dialog gives the focus back, but leaves the caret where the last click in it was. Letters would go
 * nowhere until the editor notices that, some milliseconds later; so the caret is put back with the focus. */
function restoreCaret(view: EditorView): void {
  const selection = document.getSelection();
  if (!selection || view.contentDOM.contains(selection.focusNode)) return;
  const { anchor, head } = view.state.selection.main;
  const from = view.domAtPos(anchor);
  const to = view.domAtPos(head);
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

function writtenIn(state: EditorState): Written {
  const { head: caret, anchor } = state.selection.main;
  return { text: state.doc.toString(), caret, anchor, depth: undoDepth(state), redos: redoDepth(state) };
}

/** Whether a change is a step of the editor's history, a step back, or none of it. */
function howWritten(transactions: readonly Transaction[]): "done" | "undone" | "unrecorded" {
  const changing = transactions.filter((one) => one.docChanged);
  if (changing.some((one) => one.isUserEvent("undo"))) return "undone";
  const recorded = changing.some((one) => one.annotation(Transaction.addToHistory) !== false);
  return recorded ? "done" : "unrecorded";
}

/** What a later editor of the same segment must know to undo what was written in this one. */
export function keptHistory(view: EditorView): KeptHistory {
  return { text: view.state.doc.toString(), steps: view.state.field(historyField) };
}

const nonce = () => document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";

const whitespace = new Compartment();
const marked = (on: boolean) => (on ? highlightWhitespace() : []);

export function showWhitespace(view: EditorView, on: boolean): void {
  view.dispatch({ effects: whitespace.reconfigure(marked(on)) });
}

export function createEditor(parent: HTMLElement, wishes: EditorWishes, owner: EditorOwner): EditorView {
  let composing = false;
  const tell = (update: ViewUpdate) => {
    if (composing || update.view.composing) return;
    const outside = update.transactions.some((one) => one.annotation(fromOutside));
    if (update.docChanged) {
      const written = { ...writtenIn(update.state), how: howWritten(update.transactions) };
      owner.changed(written, outside ? "followed" : "edited");
    } else if (update.selectionSet) owner.changed(writtenIn(update.state), "moved");
  };
  const state = EditorState.create({
    doc: wishes.text,
    selection: { anchor: wishes.caret },
    extensions: [
      assistField.init(() => wishes.assist),
      confidenceField.init(() => wishes.confidence),
      marksField,
      lockedPrefix(() => owner.lockedRefused()),
      Prec.highest(
        EditorView.domEventHandlers({
          keydown(event) {
            if (event.isComposing || event.keyCode === 229 || composing) return false;
            return owner.key(event);
          },
          compositionstart() {
            composing = true;
          },
          compositionend(_event, view) {
            // The editor reads the composed text from the page only after this event.
            window.setTimeout(() => {
              composing = false;
              view.dispatch({});
              owner.changed(writtenIn(view.state), "edited");
            });
          },
          focus: (_event, view) => restoreCaret(view),
          beforeinput(event) {
            if (event.inputType.startsWith("insert") || event.inputType.startsWith("delete")) owner.typed();
          },
        }),
      ),
      history(),
      ...(wishes.kept?.text === wishes.text ? [historyField.init(() => wishes.kept?.steps)] : []),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      whitespace.of([]),
      EditorView.cspNonce.of(nonce()),
      EditorView.contentAttributes.of({
        "aria-label": wishes.label,
        lang: wishes.language,
        dir: direction(wishes.language),
        spellcheck: "true",
        autocorrect: "off",
        autocapitalize: "off",
      }),
      EditorState.readOnly.of(wishes.readOnly),
      EditorView.editable.of(!wishes.readOnly),
      ghostListener.of(owner),
      tagMeanings.of(wishes.meanings),
      chips,
      ghostText,
      marks,
      EditorView.updateListener.of(tell),
    ],
  });
  return new EditorView({ state, parent });
}

export function showAssist(view: EditorView, assist: Assist): void {
  if (view.state.field(assistField) !== assist) view.dispatch({ effects: setAssist.of(assist) });
}

export function showConfidence(view: EditorView, confidence: boolean): void {
  if (view.state.field(confidenceField) !== confidence) view.dispatch({ effects: setConfidence.of(confidence) });
}
