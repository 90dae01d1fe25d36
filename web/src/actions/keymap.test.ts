import { beforeEach, describe, expect, test } from "vitest";
import { comboOf, typesText, written } from "./keys";
import { actionOf, assign, DEFAULT_KEYMAP, defaultKeymap, storedKeymap, storeKeymap, type Keymap } from "./keymap";
import { ACTION_IDS, ACTIONS, GROUPS } from "./table";

beforeEach(() => localStorage.clear());

type Modifier = "ctrl" | "alt" | "shift" | "meta";

const press = (key: string, code: string, modifiers: Modifier[] = [], platform: "windows" | "mac" = "windows") =>
  comboOf(
    {
      key,
      code,
      ctrlKey: modifiers.includes("ctrl"),
      metaKey: modifiers.includes("meta"),
      altKey: modifiers.includes("alt"),
      shiftKey: modifiers.includes("shift"),
    },
    platform,
  );

const distinct = (keymap: Keymap) => new Set(Object.values(keymap)).size;

describe.each(["windows", "mac"] as const)("the keys on %s", (platform) => {
  const keymap = defaultKeymap(platform);
  test("no two actions have the same key", () => {
    expect(distinct(keymap)).toBe(ACTION_IDS.length);
  });
  test("no key types a letter", () => {
    expect(Object.values(keymap).filter(typesText)).toEqual([]);
  });
});

test("every action has a title and belongs to a group that is shown", () => {
  for (const id of ACTION_IDS) {
    expect(ACTIONS[id].title()).not.toBe("");
    expect(GROUPS).toContain(ACTIONS[id].group);
  }
});

test("a pressed key finds its action, whatever the layout makes of it", () => {
  const keymap = defaultKeymap("windows");
  expect(actionOf(press("Tab", "Tab"), keymap)).toBe("acceptHighlighted");
  expect(actionOf(press("¡", "Digit1", ["alt"]), keymap)).toBe("suggestion1");
  expect(actionOf(press("&", "Digit1", ["ctrl"]), keymap)).toBe("found1");
  expect(actionOf(press("Enter", "Enter", ["ctrl"]), keymap)).toBe("confirm");
  expect(actionOf(press("Enter", "Enter", ["meta"]), keymap)).toBeNull();
  expect(actionOf(press("Tab", "Tab", ["shift"]), keymap)).toBeNull();
  expect(actionOf(press("a", "KeyA"), keymap)).toBeNull();
  expect(actionOf(press("k", "KeyK", ["ctrl"]), keymap)).toBe("search");
  expect(actionOf(press("K", "KeyK", ["ctrl", "shift"]), keymap)).toBeNull();
  expect(press("?", "Slash", ["shift"])).toBe("?");
});

test("a Mac has Command where others have Ctrl, and no End", () => {
  const keymap = defaultKeymap("mac");
  expect(actionOf(press("Enter", "Enter", ["meta"], "mac"), keymap)).toBe("confirm");
  expect(actionOf(press("Enter", "Enter", ["ctrl"], "mac"), keymap)).toBeNull();
  expect(actionOf(press("1", "Digit1", ["ctrl"], "mac"), keymap)).toBe("found1");
  expect(actionOf(press("ArrowRight", "ArrowRight", ["meta"], "mac"), keymap)).toBe("acceptAll");
  expect(actionOf(press("ß", "KeyS", ["alt"], "mac"), keymap)).toBe("copySource");
});

describe("giving an action another key", () => {
  test("a key that is taken changes places, and that is said", () => {
    const { keymap, note } = assign(DEFAULT_KEYMAP, "acceptWord", "Tab");
    expect(keymap.acceptWord).toBe("Tab");
    expect(keymap.acceptHighlighted).toBe(DEFAULT_KEYMAP.acceptWord);
    expect(note).toBe("“Accept next word” now has Tab. “Accept highlighted words” now has Ctrl →.");
    expect(distinct(keymap)).toBe(ACTION_IDS.length);
  });

  test.each(["A", "Shift+A", "1", " ", "?"])("%s types a character and is refused", (combo) => {
    const { keymap, note } = assign(DEFAULT_KEYMAP, "lock", combo);
    expect(keymap).toBe(DEFAULT_KEYMAP);
    expect(note).toContain("types a character");
  });

  test("Esc and Enter keep their meaning", () => {
    for (const combo of ["Escape", "Enter"]) expect(assign(DEFAULT_KEYMAP, "lock", combo).keymap).toBe(DEFAULT_KEYMAP);
  });
});

test("changed keys are remembered, and what is stored may be nonsense", () => {
  storeKeymap(assign(DEFAULT_KEYMAP, "lock", "F9").keymap);
  expect(storedKeymap().lock).toBe("F9");
  expect(storedKeymap().confirm).toBe(DEFAULT_KEYMAP.confirm);
  for (const stored of ["nonsense", "null", '{"lock": 3, "confirm": "B", "next": "Escape"}']) {
    localStorage.setItem("synslator.shortcuts", stored);
    expect(storedKeymap()).toEqual(DEFAULT_KEYMAP);
  }
  localStorage.setItem("synslator.shortcuts", '{"lock": "F9", "fix": "F9"}');
  expect(distinct(storedKeymap())).toBe(ACTION_IDS.length);
});

test("keys are written as people write them", () => {
  expect(written("Mod+ArrowRight", "windows")).toBe("Ctrl →");
  expect(written("Mod+Shift+ArrowRight", "mac")).toBe("⌘ ⇧ →");
});
