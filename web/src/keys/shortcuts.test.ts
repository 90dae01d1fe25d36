import { beforeEach, expect, test } from "vitest";
import { ACTIONS, actionOf, comboOf, DEFAULT_KEYS, remap, storedKeys, storeKeys, written } from "./shortcuts";

beforeEach(() => localStorage.clear());

const press = (key: string, code: string, ...modifiers: ("ctrl" | "alt" | "shift" | "meta")[]) =>
  comboOf({
    key,
    code,
    ctrlKey: modifiers.includes("ctrl"),
    metaKey: modifiers.includes("meta"),
    altKey: modifiers.includes("alt"),
    shiftKey: modifiers.includes("shift"),
  });

test("no two actions have the same key", () => {
  expect(new Set(Object.values(DEFAULT_KEYS)).size).toBe(ACTIONS.length);
});

test("a pressed key finds its action, whatever the layout makes of it", () => {
  expect(actionOf(press("Tab", "Tab"), DEFAULT_KEYS)).toBe("takeSure");
  expect(actionOf(press("¡", "Digit1", "alt"), DEFAULT_KEYS)).toBe("offer1");
  expect(actionOf(press("Enter", "Enter", "meta"), DEFAULT_KEYS)).toBe("confirm");
  expect(actionOf(press("Tab", "Tab", "shift"), DEFAULT_KEYS)).toBeNull();
  expect(actionOf(press("a", "KeyA"), DEFAULT_KEYS)).toBeNull();
  expect(actionOf(press("k", "KeyK", "ctrl"), DEFAULT_KEYS)).toBe("search");
  expect(actionOf(press("K", "KeyK", "ctrl", "shift"), DEFAULT_KEYS)).toBeNull();
  expect(press("?", "Slash", "shift")).toBe("?");
});

test("a key that is taken changes places", () => {
  const keys = remap(DEFAULT_KEYS, "takeWord", "Tab");
  expect(keys.takeWord).toBe("Tab");
  expect(keys.takeSure).toBe("Ctrl+ArrowRight");
  expect(new Set(Object.values(keys)).size).toBe(ACTIONS.length);
});

test("changed keys are remembered, and what is stored may be nonsense", () => {
  storeKeys(remap(DEFAULT_KEYS, "lock", "F9"));
  expect(storedKeys().lock).toBe("F9");
  expect(storedKeys().confirm).toBe("Ctrl+Enter");
  localStorage.setItem("synslator.keys", "nonsense");
  expect(storedKeys()).toEqual(DEFAULT_KEYS);
});

test("keys are written as people write them", () => {
  expect(written("Ctrl+ArrowRight")).toBe("Ctrl →");
});
