import { undo } from "@codemirror/commands";
import { describe, expect, test, vi } from "vitest";
import { Chance } from "../testing/chance";
import { caretOf, offering, openEditor, textOf } from "../testing/editors";
import { ghostOf } from "./assist";
import { assistField, setAssist } from "./fields";
import { lockField } from "./lock";
import {
  insert,
  insertSuggestion,
  insertTags,
  overlap,
  replaceAll,
  replaceTarget,
  take,
  takeAndLock,
  takeProposal,
  toggleLock,
} from "./commands";

const caretAt = (view: ReturnType<typeof openEditor>, place: number, until = place) =>
  view.dispatch({ selection: { anchor: place, head: until } });

describe("taking the ghost text", () => {
  const opened = () => openEditor("Click", offering("Click", " the Save button", " the Save".length));

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
    const ghost = ghostOf(view.state.field(assistField), "Click");
    expect(ghost && takeAndLock(view, ghost, " the".length)).toBe(" the");
    expect(textOf(view)).toBe("Click the");
    expect(view.state.field(lockField)).toBe("Click the".length);
    undo(view);
    expect([textOf(view), view.state.field(lockField)]).toEqual(["Click", 0]);
  });
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
      ["Нажмите", "Сохранить", "Нажмите Сохранить"],
      ["Πατήστε,", "Αποθήκευση", "Πατήστε, Αποθήκευση"],
      ["打开Word", "文档", "打开Word文档"],
      ["", "Save", "Save"],
    ] as const) {
      const view = openEditor(before);
      insert(view, text, true);
      expect(textOf(view)).toBe(after);
    }
  });
});

describe("a suggestion in the middle of a text", () => {
  test.each([
    ["Lanhai Water |smart water meter", "smart water", "Lanhai Water smart water| meter"],
    ["Lanhai Water |smart water meter", "smart", "Lanhai Water smart| water meter"],
    ["Lanhai Water |meter", "smart water", "Lanhai Water smart water |meter"],
    ["Click Sa|ve now", "ve", "Click Save| now"],
    ["Click | now", "Save now", "Click Save now|"],
    ["Click |", "Save", "Click Save|"],
    ["The c|at home", "at", "The cat| home"],
    ["看|数据表", "数据表", "看数据表|"],
    ["请|检查设置", "保存文件", "请保存文件|检查设置"],
    ["请|检查设置", "先检查", "请先检查|设置"],
  ])("%s and “%s” give %s: no word is doubled and none is lost", (before, text, after) => {
    const caret = before.indexOf("|");
    const view = openEditor(before.replace("|", ""));
    caretAt(view, caret);
    insertSuggestion(view, text);
    expect(`${textOf(view).slice(0, caretOf(view))}|${textOf(view).slice(caretOf(view))}`).toBe(after);
    undo(view);
    expect(textOf(view)).toBe(before.replace("|", ""));
  });

  test("whatever stands around, everything that stood there still does, and what was put in is there", () => {
    for (let seed = 0; seed < 300; seed++) {
      const chance = new Chance(seed);
      const words = () =>
        Array.from({ length: chance.below(4) }, () => chance.of(["a", "an", "water", "水"])).join(" ");
      const [before, text, behind] = [words(), words(), words()];
      const shared = overlap(before, text, behind);
      expect(text.endsWith(behind.slice(0, shared))).toBe(true);
      const view = openEditor(before + behind);
      caretAt(view, before.length);
      insertSuggestion(view, text);
      expect(textOf(view).startsWith(before + text)).toBe(true);
      expect(textOf(view).endsWith(behind)).toBe(true);
    }
  });
});

describe("tags", () => {
  const source = "点击⟦1⟧保存⟦/1⟧⟦2/⟧";
  test("a pair goes round what is selected, and nothing is deleted", () => {
    const view = openEditor("Click Save now");
    caretAt(view, 6, 10);
    insertTags(view, source);
    expect(textOf(view)).toBe("Click ⟦1⟧Save⟦/1⟧ now");
    caretAt(view, 0, 5);
    insertTags(view, source);
    expect(textOf(view)).toBe("Click⟦2/⟧ ⟦1⟧Save⟦/1⟧ now");
  });
  test("the tag with a number goes in, and one that is there already does not", () => {
    const view = openEditor("Click Save now");
    caretAt(view, 10);
    insertTags(view, source, 2);
    expect(textOf(view)).toBe("Click Save⟦2/⟧ now");
    insertTags(view, source, 2);
    expect(textOf(view)).toBe("Click Save⟦2/⟧ now");
    caretAt(view, 6, 10);
    insertTags(view, source, 1);
    expect(textOf(view)).toBe("Click ⟦1⟧Save⟦/1⟧⟦2/⟧ now");
  });
  test("without a selection, one tag goes in at the caret", () => {
    const view = openEditor("Click ");
    insertTags(view, source);
    expect(textOf(view)).toBe("Click ⟦1⟧");
    insertTags(view, source);
    expect(textOf(view)).toBe("Click ⟦1⟧⟦/1⟧");
  });
});

test("a match takes the place of the whole target, in one step, with the caret behind it", () => {
  const view = openEditor("Each data");
  caretAt(view, 4);
  replaceTarget(view, "Each data concentrator can serve 128 meters.");
  expect(textOf(view)).toBe("Each data concentrator can serve 128 meters.");
  expect(caretOf(view)).toBe(textOf(view).length);
  undo(view);
  expect(textOf(view)).toBe("Each data");
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
  expect(takeProposal(view)).toBe("a file was");
  expect([textOf(view), caretOf(view)]).toEqual(["If a file was lost", 13]);
  undo(view);
  view.dispatch({ effects: setAssist.of(offering("If", " the file is lost")) });
  caretAt(view, 2);
  expect(takeProposal(view)).toBe("");
});
