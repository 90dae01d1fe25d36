import { describe, expect, test } from "vitest";
import { firstWord, joins, wordEdges } from "./scripts";

describe("words in scripts with and without spaces", () => {
  test.each([
    ["e", "S", true],
    ["ж", "С", true],
    ["击", "保", false],
    ["d", "文", false],
    [".", "S", false],
    [undefined, "S", false],
  ])("%s and %s run into each other: %s", (left, right, found) => {
    expect(joins(left, right)).toBe(found);
  });

  test.each([
    [" the file is", " the"],
    ["checked, then", "checked,"],
    ["保存文件之前", "保存"],
    ["设置。然后", "设置。"],
    [" ⟦1⟧保存⟦/1⟧", " ⟦1⟧保存⟦/1⟧"],
    ["", ""],
  ])("the first word of %j is %j", (text, word) => {
    expect(firstWord(text)).toBe(word);
  });

  test("a click finds the edges of Chinese words", () => {
    expect([...wordEdges("请保存文件")]).toEqual([0, 1, 3, 5]);
  });
});
