import { expect, test } from "vitest";
import { segment } from "../testing/segments";
import { ALL, count, nextUnconfirmed, passes } from "./filters";

const list = [
  segment(1, { status: "confirmed", rate: 101, origin: "memory" }),
  segment(2, { status: "draft", problems: ["spaces"], target: "Click ⟦1⟧Save⟦/1⟧.", quality: 40 }),
  segment(3, { status: "edited", comments: 2, repeated: 2, quality: 39 }),
  segment(4, { status: "approved", rate: 60, origin: "memory" }),
  segment(5, { status: "untranslated", locked: true }),
];
const shown = (values: Partial<typeof ALL>) => list.filter(passes({ ...ALL, ...values })).map((one) => one.id);

test("each filter lets through what it says", () => {
  expect(shown({})).toEqual([1, 2, 3, 4, 5]);
  expect(shown({ status: "unconfirmed" })).toEqual([2, 3, 5]);
  expect(shown({ status: "approved" })).toEqual([4]);
  expect(shown({ origin: "memory" })).toEqual([1, 4]);
  expect(shown({ rate: 75 })).toEqual([1]);
  expect(shown({ doubtful: true })).toEqual([3]);
  expect(shown({ checks: true })).toEqual([2]);
  expect(shown({ comments: true })).toEqual([3]);
  expect(shown({ repeated: true })).toEqual([3]);
  expect(shown({ text: "click save" })).toEqual([2]);
});

test("the chips count what their filters show", () => {
  expect(count(list)).toEqual({ all: 5, unconfirmed: 3, checks: 1, comments: 1, matched: 1, doubtful: 1, repeated: 1 });
});

test("the next one that is not confirmed goes round once and leaves out locked ones", () => {
  expect(nextUnconfirmed(list, 1)?.id).toBe(2);
  expect(nextUnconfirmed(list, 3)?.id).toBe(2);
  expect(nextUnconfirmed(list, null)?.id).toBe(2);
  expect(
    nextUnconfirmed(
      [list[0], list[3]].filter((one) => one !== undefined),
      1,
    ),
  ).toBeNull();
});
