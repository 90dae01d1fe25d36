import { undo, redo } from "@codemirror/commands";
import { expect, test, vi } from "vitest";
import { Chance } from "../testing/chance";
import { openEditor, textOf, type } from "../testing/editors";
import { fromOutside, lockField, setLock } from "./lock";

const lockOf = (view: ReturnType<typeof openEditor>) => view.state.field(lockField);
const locked = (text: string, lock: number, refused = () => {}) => {
  const view = openEditor(text, undefined, refused);
  view.dispatch({ effects: setLock.of(lock) });
  return view;
};

test("nothing inside the locked prefix changes, its very beginning included", () => {
  const refused = vi.fn();
  const view = locked("Click Save now", 10, refused);
  type(view, 0, 0, "x");
  type(view, 3, 5, "");
  type(view, 9, 12, "y");
  expect(textOf(view)).toBe("Click Save now");
  expect(refused).toHaveBeenCalledTimes(3);
});

test("text is added right behind the locked prefix and further on", () => {
  const refused = vi.fn();
  const view = locked("Click Save now", 10, refused);
  type(view, 10, 10, "!");
  type(view, 11, 15, " it");
  expect(textOf(view)).toBe("Click Save! it");
  expect(lockOf(view)).toBe(10);
  expect(refused).not.toHaveBeenCalled();
});

test("a change of several places is refused as a whole where one of them is locked", () => {
  const view = locked("one two", 3);
  view.dispatch({
    changes: [
      { from: 1, to: 2, insert: "N" },
      { from: 7, insert: " three" },
    ],
  });
  expect(textOf(view)).toBe("one two");
});

test("a newer version from the server may change what is locked", () => {
  const refused = vi.fn();
  const view = locked("Click Save", 10, refused);
  view.dispatch({ changes: { from: 0, to: 10, insert: "Press" }, annotations: fromOutside.of(true) });
  expect(textOf(view)).toBe("Press");
  expect(lockOf(view)).toBe(5);
  expect(refused).not.toHaveBeenCalled();
});

test("undoing a step takes back the lock that it set, and redoing sets it again", () => {
  const view = openEditor("Click");
  view.dispatch({ changes: { from: 5, insert: " Save" }, effects: setLock.of(10), userEvent: "input.take" });
  expect(lockOf(view)).toBe(10);
  undo(view);
  expect([textOf(view), lockOf(view)]).toEqual(["Click", 0]);
  redo(view);
  expect([textOf(view), lockOf(view)]).toEqual(["Click Save", 10]);
});

test("what is locked is shown as such", () => {
  const view = locked("Click Save", 5);
  expect(view.contentDOM.querySelector(".cm-locked")?.textContent).toBe("Click");
  view.dispatch({ effects: setLock.of(0) });
  expect(view.contentDOM.querySelector(".cm-locked")).toBeNull();
});

test("whatever is typed and wherever, the locked prefix stays as it is", () => {
  for (let seed = 0; seed < 30; seed++) {
    const chance = new Chance(seed);
    const view = locked("The file is saved", chance.below(18));
    const prefix = textOf(view).slice(0, lockOf(view));
    for (let step = 0; step < 40; step++) {
      const from = chance.below(textOf(view).length + 1);
      const to = from + chance.below(textOf(view).length - from + 1);
      type(view, from, to, chance.of(["", "a", " b ", "数"]));
      expect(textOf(view).slice(0, lockOf(view))).toBe(prefix);
    }
    view.destroy();
  }
});
