import { describe, expect, test } from "vitest";
import { sameLanguage, servesPair } from "./languages";

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
