import { beforeEach, expect, test, vi } from "vitest";
import { nextTheme, storedTheme, storeTheme, THEMES } from "./theme";

beforeEach(() => localStorage.clear());

test("the system decides until somebody else does", () => {
  expect(storedTheme()).toBe("system");
  storeTheme("dark");
  expect(storedTheme()).toBe("dark");
});

test("a theme that no longer exists is the system's", () => {
  localStorage.setItem("synslator.theme", "sepia");
  expect(storedTheme()).toBe("system");
});

test("the button goes round all themes", () => {
  expect(THEMES.map(nextTheme)).toEqual(["light", "dark", "system"]);
});

test("a browser that stores nothing still has a theme", () => {
  const refuse = vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("refused", "SecurityError");
  });
  expect(storedTheme()).toBe("system");
  refuse.mockRestore();
});
