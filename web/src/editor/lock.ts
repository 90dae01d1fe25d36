// A prefix that no key can change: set by a click into the ghost text, or by the key for it.
import { invertedEffects } from "@codemirror/commands";
import { Annotation, EditorState, StateEffect, StateField, type Transaction, type Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

export const setLock = StateEffect.define<number>();
/** Marks what may change a locked prefix: a newer version from the server, chosen by the translator. */
export const fromOutside = Annotation.define<boolean>();

export const lockField = StateField.define<number>({
  create: () => 0,
  update(value, transaction) {
    value = Math.min(value, transaction.newDoc.length);
    for (const effect of transaction.effects) {
      if (effect.is(setLock)) value = Math.min(effect.value, transaction.newDoc.length);
    }
    return value;
  },
});

const undoing = (transaction: Transaction) => transaction.isUserEvent("undo") || transaction.isUserEvent("redo");

/** A change filter would let an insertion at the very beginning through; this looks at whole transactions. */
const guard = (refused: () => void) =>
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || undoing(transaction) || transaction.annotation(fromOutside)) return transaction;
    const lock = transaction.startState.field(lockField);
    let touched = false;
    transaction.changes.iterChangedRanges((from) => {
      if (from < lock) touched = true;
    }, true);
    if (!touched) return transaction;
    refused();
    return [];
  });

const look = EditorView.decorations.compute([lockField], (state) => {
  const lock = state.field(lockField);
  return lock > 0 ? Decoration.set(Decoration.mark({ class: "cm-locked" }).range(0, lock)) : Decoration.none;
});

// Undoing a click that took text over also takes back the lock that it set.
const undone = invertedEffects.of((transaction) =>
  transaction.effects.some((effect) => effect.is(setLock)) ? [setLock.of(transaction.startState.field(lockField))] : [],
);

export function lockedPrefix(refused: () => void): Extension {
  return [lockField, guard(refused), look, undone];
}
