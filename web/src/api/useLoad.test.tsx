import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RequestFailed } from "./client";
import { useLoad } from "./useLoad";

interface Asked {
  what: string;
  signal: AbortSignal;
  answer: (data: string) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

let asked: Asked[] = [];
const request = (index: number) => asked[index] as Asked;

/** A request that the test answers when it likes. */
function load(what: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    asked.push({
      what,
      signal,
      answer: (data) => act(async () => resolve(data)),
      fail: (error) => act(async () => reject(error)),
    });
  });
}

const show = (what: string) =>
  renderHook(({ what, round }) => useLoad(what, (signal) => load(what, signal), round), {
    initialProps: { what, round: 0 },
  });

beforeEach(() => {
  asked = [];
});
afterEach(cleanup);

test("it is loading, then loaded", async () => {
  const { result } = show("a");
  expect(result.current).toMatchObject({ status: "loading", data: null, problem: null });
  await request(0).answer("one");
  expect(result.current).toMatchObject({ status: "loaded", data: "one", problem: null });
  expect(asked).toHaveLength(1);
});

test("a failure says why, and that nothing is there", async () => {
  const { result } = show("a");
  await request(0).fail(new RequestFailed("There is no such project.", "missing", 404));
  expect(result.current).toMatchObject({ status: "failed", problem: "There is no such project.", missing: true });
});

test("a failure keeps what was known, and the next answer clears it", async () => {
  const { result } = show("a");
  await request(0).answer("one");
  act(() => result.current.reload());
  await request(1).fail(new Error("The server cannot be reached."));
  expect(result.current).toMatchObject({ status: "failed", data: "one", missing: false });
  act(() => result.current.reload());
  await request(2).answer("two");
  expect(result.current).toMatchObject({ status: "loaded", data: "two", problem: null });
});

test("another key cancels the request, and its late answer is dropped", async () => {
  const { result, rerender } = show("a");
  rerender({ what: "b", round: 0 });
  expect(asked.map((one) => one.what)).toEqual(["a", "b"]);
  expect(request(0).signal.aborted).toBe(true);
  await request(1).answer("of b");
  await request(0).answer("of a");
  expect(result.current.data).toBe("of b");
});

test("another key forgets what was known of the one before", async () => {
  const { result, rerender } = show("a");
  await request(0).answer("of a");
  rerender({ what: "b", round: 0 });
  expect(result.current).toMatchObject({ status: "loading", data: null });
});

test("another round asks again, and what is known stays until the answer is there", async () => {
  const { result, rerender } = show("a");
  await request(0).answer("one");
  rerender({ what: "a", round: 1 });
  expect(asked.map((one) => one.what)).toEqual(["a", "a"]);
  expect(result.current).toMatchObject({ status: "loaded", data: "one" });
  await request(1).answer("two");
  expect(result.current.data).toBe("two");
});

test("what is set is newer than an answer on its way", async () => {
  const { result } = show("a");
  act(() => result.current.set("mine"));
  await request(0).answer("theirs");
  expect(result.current).toMatchObject({ status: "loaded", data: "mine" });
});

test("a view that is left cancels its request", () => {
  const { unmount } = show("a");
  unmount();
  expect(request(0).signal.aborted).toBe(true);
});
