// A pressed key, and the action that it means where the focus is.
import { perform, type Workbench } from "./action";
import { comboOf } from "./keys";
import { actionOf, type Keymap } from "./keymap";
import { ACTIONS } from "./table";

type Focus = "editor" | "field" | "elsewhere";

/** Where a key was pressed: in the editor, in another field that takes letters, or somewhere else. */
export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof HTMLElement)) return "elsewhere";
  if (target.isContentEditable) return "editor";
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ? "field" : "elsewhere";
}

/** In a field, the keys that move or choose in it are the field's own. */
const leavesFieldAlone = (combo: string) => /^(Mod|Ctrl|Alt|Meta)\+|^F\d+$|^Escape$/.test(combo);

/** Do what a key means; return whether it is handled. */
export function press(event: KeyboardEvent, workbench: Workbench, keymap: Keymap): boolean {
  const focus = focusOf(event.target);
  const combo = comboOf(event);
  const id = actionOf(combo, keymap);
  if (id === null) return false;
  const action = ACTIONS[id];
  if (action.scope === "editor" && focus !== "editor") return false;
  if (focus === "field" && !leavesFieldAlone(combo)) return false;
  return perform(action, workbench) || !action.yields;
}
