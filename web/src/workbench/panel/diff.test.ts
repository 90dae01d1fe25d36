import { expect, test } from "vitest";
import { Chance } from "../../testing/chance";
import { wordDiff, type DiffPart } from "./diff";

const side = (parts: readonly DiffPart[], kind: "old" | "new") =>
  parts
    .filter((part) => part.kind === "same" || part.kind === kind)
    .map((part) => part.text)
    .join("");

test("only the words that differ are marked", () => {
  expect(wordDiff("The file is lost.", "The backup file was lost.")).toEqual([
    { kind: "same", text: "The " },
    { kind: "new", text: "backup " },
    { kind: "same", text: "file " },
    { kind: "old", text: "is" },
    { kind: "new", text: "was" },
    { kind: "same", text: " lost." },
  ]);
  // A space between two changes is part of them.
  expect(wordDiff("It is kept open.", "It was left open.")).toEqual([
    { kind: "same", text: "It " },
    { kind: "old", text: "is kept" },
    { kind: "new", text: "was left" },
    { kind: "same", text: " open." },
  ]);
  expect(wordDiff("点击保存", "点击打开")).toEqual([
    { kind: "same", text: "点击" },
    { kind: "old", text: "保存" },
    { kind: "new", text: "打开" },
  ]);
});

test("equal texts have no difference, and one that is empty is new as a whole", () => {
  expect(wordDiff("Save ⟦1⟧it⟦/1⟧.", "Save ⟦1⟧it⟦/1⟧.")).toEqual([{ kind: "same", text: "Save ⟦1⟧it⟦/1⟧." }]);
  expect(wordDiff("", "Save.")).toEqual([{ kind: "new", text: "Save." }]);
  expect(wordDiff("", "")).toEqual([]);
});

test("whatever the texts, both can be read from the difference", () => {
  for (let seed = 0; seed < 200; seed++) {
    const chance = new Chance(seed);
    const words = () =>
      Array.from({ length: chance.below(12) }, () => chance.of(["the", "file", " ", "，", "数据", "⟦1⟧", "😀"])).join(
        "",
      );
    const before = words();
    const after = words();
    const parts = wordDiff(before, after);
    expect(side(parts, "old")).toBe(before);
    expect(side(parts, "new")).toBe(after);
  }
});
