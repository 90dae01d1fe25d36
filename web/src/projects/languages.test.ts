import { describe, expect, test } from "vitest";
import { amount, sameLanguage, servesPair, unitOf } from "./languages";

describe("language tags", () => {
  test.each([
    ["zh", "zh", true],
    ["zh", "zh-CN", true],
    ["zh_Hans", "zh-hans-cn", true],
    ["zh-TW", "zh-CN", false],
    ["en", "de", false],
    ["zh", "zhx", false],
  ])("%s and %s", (one, other, same) => {
    expect(sameLanguage(one, other)).toBe(same);
  });

  test("a pair has a direction", () => {
    const model = { source_language: "en", target_language: "zh" };
    expect(servesPair(model, "en-GB", "zh")).toBe(true);
    expect(servesPair(model, "zh", "en")).toBe(false);
  });
});

test("texts are counted as translators are paid for them", () => {
  expect(["zh-Hans", "ja", "th", "ko", "de", "ar"].map(unitOf)).toEqual([
    "characters",
    "characters",
    "characters",
    "words",
    "words",
    "words",
  ]);
  expect(amount(12, "zh")).toBe("12 characters");
});
