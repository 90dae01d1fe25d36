import { expect, test } from "vitest";
import { toPoints, toUnits } from "./points";
import { findTags, nextMissingTags, splitTags, tagLabel, withoutTags } from "./tags";

test("tags are told from text", () => {
  expect(splitTags("Click ⟦1⟧Save⟦/1⟧⟦2/⟧.")).toMatchObject([
    "Click ",
    { kind: "open", number: 1 },
    "Save",
    { kind: "close", number: 1 },
    { kind: "alone", number: 2 },
    ".",
  ]);
  expect(findTags("⟦1⟧⟦/1⟧⟦2/⟧").map(tagLabel)).toEqual(["1", "/1", "2/"]);
  expect(splitTags("⟦x⟧ ⟦/3/⟧")).toEqual(["⟦x⟧ ⟦/3/⟧"]);
  expect(withoutTags("a⟦1⟧b⟦/1⟧")).toBe("ab");
});

test("the next missing tag follows the source's order, each as often as it is there", () => {
  const source = "⟦1⟧a⟦/1⟧ ⟦2/⟧";
  expect(nextMissingTags(source, "")).toEqual(["⟦1⟧", "⟦/1⟧"]);
  expect(nextMissingTags(source, "⟦1⟧ b")).toEqual(["⟦/1⟧"]);
  expect(nextMissingTags(source, "⟦2/⟧⟦1⟧ b⟦/1⟧")).toEqual([]);
});

test("characters and UTF-16 units lead to each other", () => {
  const text = "a😀数𝒳b";
  for (let point = 0; point <= 5; point++) expect(toPoints(text, toUnits(text, point))).toBe(point);
  expect(toUnits(text, 2)).toBe(3);
  expect(toUnits("abc", 9)).toBe(3);
});
