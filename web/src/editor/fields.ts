// What the editor knows besides its text: what the machine offers, what is locked, what the checks found.
import { StateEffect, StateField } from "@codemirror/state";
import { begin, type Assist } from "./assist";

export const setAssist = StateEffect.define<Assist>();

export const assistField = StateField.define<Assist>({
  create: () => begin(0, 0, null),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setAssist)) value = effect.value;
    return value;
  },
});

/** Whether the ghost text shows how probable each word is. */
export const setConfidence = StateEffect.define<boolean>();

export const confidenceField = StateField.define<boolean>({
  create: () => false,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setConfidence)) value = effect.value;
    return value;
  },
});

interface Mark {
  from: number;
  to: number;
  message: string;
}
export const setMarks = StateEffect.define<readonly Mark[]>();

/** What the checks found in the text, moved along with it until they have looked again. */
export const marksField = StateField.define<readonly Mark[]>({
  create: () => [],
  update(value, transaction) {
    if (transaction.docChanged) {
      value = value
        .map((mark) => ({
          ...mark,
          from: transaction.changes.mapPos(mark.from, 1),
          to: transaction.changes.mapPos(mark.to, -1),
        }))
        .filter((mark) => mark.from < mark.to);
    }
    for (const effect of transaction.effects) if (effect.is(setMarks)) value = effect.value;
    return value;
  },
});
