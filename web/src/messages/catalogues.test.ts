// The catalogues against each other and against the page's code.
import { expect, test } from "vitest";
import { english } from "./en";
import { chinese } from "./zh";

type Tree = { readonly [key: string]: string | Tree };

function* leaves(tree: Tree, path = ""): Generator<[key: string, text: string]> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [path + name, value];
    else yield* leaves(value, `${path}${name}.`);
  }
}

const ENGLISH = new Map(leaves(english));
const CHINESE = new Map(leaves(chinese));

/** A counted message has a form for one and for several; the code names it without. */
const withoutForm = (key: string) => key.replace(/_(one|other)$/, "");
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*([\w]+)/g)].map((found) => found[1]).sort();

const CODE = Object.entries(
  import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
)
  .filter(([path]) => !/\.test\.tsx?$/.test(path) && !/^\.\/(en|zh)\//.test(path))
  .map(([, text]) => text)
  .join("\n");

test("both languages have the same messages", () => {
  const names = (catalogue: Map<string, string>) => [...new Set([...catalogue.keys()].map(withoutForm))].sort();
  expect(names(CHINESE)).toEqual(names(ENGLISH));
});

test("no message is empty, and none has spaces at its ends", () => {
  for (const [key, text] of [...ENGLISH, ...CHINESE]) {
    expect(text, key).not.toBe("");
    expect(text, key).toBe(text.trim());
  }
});

test("a message names the same values in both languages", () => {
  for (const [key, text] of CHINESE) {
    const same = ENGLISH.get(key) ?? ENGLISH.get(`${key}_other`) ?? "";
    expect(placeholders(text), key).toEqual(placeholders(same));
  }
});

test("every message is used", () => {
  const whole = new Set([...CODE.matchAll(/["`]([\w.]+)["`]/g)].map((found) => found[1] as string));
  // A key that is put together, such as `frame.theme.${theme}`, uses all that begin so.
  const begun = [...CODE.matchAll(/`([\w]+\.[\w.]*)\$\{/g)].map((found) => found[1] as string);
  const used = (key: string) => whole.has(key) || begun.some((start) => key.startsWith(start));
  expect([...ENGLISH.keys()].map(withoutForm).filter((key) => !used(key))).toEqual([]);
});

test("a Chinese message is Chinese", () => {
  const latin = [...CHINESE].filter(([, text]) => !/\p{Script=Han}/u.test(text.replace(/\{\{.*?\}\}/g, "")));
  // What is the same in every language: names, formats, signs.
  const same = latin.filter(([key, text]) => text !== (ENGLISH.get(key) ?? ENGLISH.get(`${key}_other`)));
  expect(same).toEqual([]);
});
