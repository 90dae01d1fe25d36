import { beforeEach, expect, test, vi } from "vitest";
import { applyLanguage, chooseLanguage, t } from ".";
import { localeOf, preferred, storedLanguage } from "./language";

beforeEach(() => localStorage.clear());

test.each([
  [["zh-CN", "en"], "zh"],
  [["zh-TW"], "zh"],
  [["de-DE", "zh"], "zh"],
  [["en-GB", "zh"], "en"],
  [["de"], "en"],
  [[], "en"],
])("a browser that asks for %j gets %s", (tags, language) => {
  expect(preferred(tags)).toBe(language);
});

test("the browser decides until somebody else does", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["zh-CN"]);
  expect(storedLanguage()).toBe("zh");
  localStorage.setItem("synslator.language", "en");
  expect(storedLanguage()).toBe("en");
  localStorage.setItem("synslator.language", "klingon");
  expect(storedLanguage()).toBe("zh");
  vi.restoreAllMocks();
});

test("a chosen language is spoken, remembered, and told to the browser", () => {
  chooseLanguage("zh");
  expect(t("frame.projects")).toBe("项目");
  expect(document.documentElement.lang).toBe("zh-Hans");
  expect(storedLanguage()).toBe("zh");
  chooseLanguage("en");
  applyLanguage();
  expect(t("frame.projects")).toBe("Projects");
  expect(document.documentElement.lang).toBe("en");
});

test("numbers and dates are written as in the browser's own variety of the language", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["zh-CN", "en-GB"]);
  expect(localeOf("en")).toBe("en-GB");
  expect(localeOf("zh")).toBe("zh-CN");
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-DE"]);
  expect(localeOf("zh")).toBe("zh-Hans");
  vi.restoreAllMocks();
});
