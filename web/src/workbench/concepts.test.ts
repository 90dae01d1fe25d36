import { expect, test } from "vitest";
import type { TermText } from "../api/client";
import { conceptOf, formOf, isComplete, takenApart } from "./concepts";

const term = (language: string, text: string, status: TermText["status"] = "admitted"): TermText => ({
  language,
  text,
  status,
  note: "",
});
const ABOUT = { definition: "Collects readings.", subject: "meters", note: "n" };

test("what was selected becomes a term with a preferred translation", () => {
  const form = formOf(["zh", "en-GB"], { source: "集中器", target: " hub " });
  expect(conceptOf(form).terms).toEqual([term("zh", "集中器"), term("en-GB", "hub", "preferred")]);
});

test("a concept is taken apart by language, and nothing that the form does not show is lost", () => {
  const terms = [term("zh-CN", "集中器"), term("de", "Konzentrator"), term("en", "hub", "forbidden")];
  const form = takenApart(["zh", "en-GB"], { terms, ...ABOUT });
  expect(form.sources).toEqual([terms[0]]);
  expect(form.targets).toEqual([terms[2]]);
  expect(form.others).toEqual([terms[1]]);
  expect(conceptOf(form)).toEqual({ terms: [terms[0], terms[2], terms[1]], ...ABOUT });
});

test("a language of another country is another one", () => {
  const form = takenApart(["zh", "en-GB"], { terms: [term("en-US", "color")], ...ABOUT });
  expect(form.targets).toEqual([]);
});

test("lines that were left empty are no terms, and a term needs both languages", () => {
  const form = formOf(["zh", "en"], { source: "集中器", target: "  " });
  expect(conceptOf(form).terms).toEqual([term("zh", "集中器")]);
  expect(isComplete(form)).toBe(false);
  expect(isComplete({ ...form, targets: [term("en", ""), term("en", "hub")] })).toBe(true);
});
