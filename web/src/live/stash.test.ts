import { beforeEach, expect, test } from "vitest";
import { edit, EMPTY, forget } from "./outbox";
import { stash, unstash } from "./stash";

beforeEach(() => localStorage.clear());

test("what a page left behind is there for the next one, once", async () => {
  const [outbox] = edit(EMPTY, 7, { text: "Click", caret: 5, version: 3 });
  stash(12, "first-page", outbox);
  const found = await unstash(12, EMPTY);
  expect(found.unsaved.get(7)).toMatchObject({ text: "Click", version: 3, confirm: false });
  expect((await unstash(12, EMPTY)).unsaved.size).toBe(0);
});

test("nothing is left behind once everything is saved, and other documents are left alone", async () => {
  const [outbox] = edit(EMPTY, 7, { text: "Click", caret: 5, version: 3 });
  stash(12, "first-page", outbox);
  expect((await unstash(1, EMPTY)).unsaved.size).toBe(0);
  stash(12, "first-page", forget(outbox, 7));
  expect(localStorage.length).toBe(0);
});

test("a damaged stash does not keep the page from opening", async () => {
  localStorage.setItem("synslator.unsaved.12.first-page", "{");
  expect((await unstash(12, EMPTY)).unsaved.size).toBe(0);
});
