import { undo } from "@codemirror/commands";
import { describe, expect, test, vi } from "vitest";
import { caretOf, offering, openEditor, textOf } from "../testing/editors";
import { setAssist } from "./fields";
import { lockField } from "./lock";
import {
  caretIsAtEnd,
  ghostIn,
  insert,
  replaceAll,
  shownText,
  take,
  takeAndLock,
  takeProposal,
  toggleLock,
} from "./commands";

const caretAt = (view: ReturnType<typeof openEditor>, place: number, until = place) =>
  view.dispatch({ selection: { anchor: place, head: until } });

describe("taking the ghost text", () => {
  const opened = () => openEditor("Click", offering("Click", " the Save button", " the Save".length));

  test("what is shown is what is written and the ghost text behind it", () => {
    expect(shownText(opened())).toBe("Click the Save button");
    expect(shownText(openEditor("Click"))).toBe("Click");
  });

  test("a word, the sure run, the rest", () => {
    for (const [what, text] of [
      ["word", " the"],
      ["sure", " the Save"],
      ["rest", " the Save button"],
    ] as const) {
      const view = opened();
      expect(take(view, what)).toBe(text);
      expect(textOf(view)).toBe(`Click${text}`);
      expect(caretOf(view)).toBe(textOf(view).length);
    }
  });

  test("goes on from what was taken, and each step is undone by itself", () => {
    const view = opened();
    take(view, "word");
    take(view, "word");
    expect(textOf(view)).toBe("Click the Save");
    undo(view);
    expect(textOf(view)).toBe("Click the");
    undo(view);
    expect(textOf(view)).toBe("Click");
  });

  test("does nothing where there is none", () => {
    const view = openEditor("Press", offering("Click", " Save"));
    expect(take(view, "rest")).toBe("");
    expect(textOf(view)).toBe("Press");
  });

  test("a click takes what precedes it over and locks it", () => {
    const view = opened();
    const ghost = ghostIn(view);
    expect(ghost && takeAndLock(view, ghost, " the".length)).toBe(" the");
    expect(textOf(view)).toBe("Click the");
    expect(view.state.field(lockField)).toBe("Click the".length);
    undo(view);
    expect([textOf(view), view.state.field(lockField)]).toEqual(["Click", 0]);
  });
});

test("the caret is at the end only where nothing is selected", () => {
  const view = openEditor("Click");
  expect(caretIsAtEnd(view)).toBe(true);
  caretAt(view, 2, 5);
  expect(caretIsAtEnd(view)).toBe(false);
  caretAt(view, 4);
  expect(caretIsAtEnd(view)).toBe(false);
});

test("the lock goes to the caret, and away from where it is", () => {
  const view = openEditor("Click Save");
  caretAt(view, 5);
  expect(toggleLock(view)).toBe(5);
  caretAt(view, 8);
  expect(toggleLock(view)).toBe(8);
  caretAt(view, 3);
  expect(toggleLock(view)).toBe(0);
});

describe("putting a text in", () => {
  test("at the caret or in place of the selection", () => {
    const view = openEditor("Click it");
    caretAt(view, 6, 8);
    insert(view, "Save");
    expect([textOf(view), caretOf(view)]).toEqual(["Click Save", 10]);
    undo(view);
    expect(textOf(view)).toBe("Click it");
  });

  test("two words of a script with spaces do not run together", () => {
    for (const [before, text, after] of [
      ["Click", "Save", "Click Save"],
      ["Click ", "Save", "Click Save"],
      ["Click", ".", "Click."],
      ["点击", "保存", "点击保存"],
      ["", "Save", "Save"],
    ] as const) {
      const view = openEditor(before);
      insert(view, text, true);
      expect(textOf(view)).toBe(after);
    }
  });
});

describe("replacing the whole text", () => {
  test("is one step, and touches only what differs", () => {
    const view = openEditor("Click Save now");
    caretAt(view, 5);
    toggleLock(view);
    replaceAll(view, "Click Open now");
    expect([textOf(view), caretOf(view)]).toEqual(["Click Open now", 14]);
    undo(view);
    expect(textOf(view)).toBe("Click Save now");
  });

  test("what is locked stays, unless it comes from outside", () => {
    const refused = vi.fn();
    const view = openEditor("Click Save", undefined, refused);
    toggleLock(view);
    replaceAll(view, "Press Save");
    expect(textOf(view)).toBe("Click Save");
    expect(refused).toHaveBeenCalledOnce();
    replaceAll(view, "Press Save", true);
    expect([textOf(view), view.state.field(lockField)]).toEqual(["Press Save", 0]);
  });

  test("by itself changes nothing", () => {
    const view = openEditor("Click");
    const before = view.state;
    replaceAll(view, "Click");
    expect(view.state).toBe(before);
  });

  test("repeated letters at the edge of the difference are not doubled or lost", () => {
    for (const [from, to] of [
      ["aaa", "aaaa"],
      ["aaaa", "aa"],
      ["abab", "ab"],
      ["", "ab"],
      ["ab", ""],
    ] as const) {
      const view = openEditor(from);
      replaceAll(view, to);
      expect(textOf(view)).toBe(to);
    }
  });
});

test("the other continuation takes the place of what stands behind the caret", () => {
  const view = openEditor("If the file is lost", offering("If", " a file was lost"));
  expect(takeProposal(view)).toBe("");
  caretAt(view, 2);
  expect(takeProposal(view)).toBe(" a file was lost");
  expect([textOf(view), caretOf(view)]).toEqual(["If a file was lost", 18]);
  undo(view);
  view.dispatch({ effects: setAssist.of(offering("If", " the file is lost")) });
  caretAt(view, 2);
  expect(takeProposal(view)).toBe("");
});
