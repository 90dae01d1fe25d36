// @vitest-environment node
import { expect, test } from "vitest";
import { Effort } from "./effort";

test("what was done is added up, with the time between, and given once", () => {
  let now = 0;
  const effort = new Effort(() => now);
  effort.add("keys");
  now = 400;
  effort.add("keys");
  now = 1000;
  effort.add("sure", 12);
  expect(effort.take()).toEqual([
    { kind: "keys", amount: 2, characters: 0 },
    { kind: "time", amount: 1000, characters: 0 },
    { kind: "sure", amount: 1, characters: 12 },
  ]);
  expect(effort.take()).toEqual([]);
});

test("a long pause was not spent on the segment", () => {
  let now = 0;
  const effort = new Effort(() => now);
  effort.add("keys");
  now = 600_000;
  effort.add("keys");
  expect(effort.take().map((item) => item.kind)).toEqual(["keys"]);
});

test("keys are saved by what was not typed", () => {
  const effort = new Effort(() => 0);
  expect(effort.saved()).toBeNull();
  for (let n = 0; n < 5; n++) effort.add("keys");
  effort.confirm(20);
  expect(effort.saved()).toBe(0.75);
});
