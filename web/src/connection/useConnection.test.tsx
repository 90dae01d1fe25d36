import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALM } from "./connection";
import { ConnectionBanner } from "./ConnectionBanner";
import { useConnection } from "./useConnection";

const absent = { state: "absent", detail: "" };
const health = {
  version: "1.2.3",
  model: absent,
  models: [],
  index: absent,
  database: absent,
  plugins: absent,
  jobs: absent,
  disk: absent,
  threads: absent,
};

let reachable = true;
let attempts = 0;

beforeEach(() => {
  vi.useFakeTimers();
  reachable = true;
  attempts = 0;
  vi.stubGlobal("fetch", async () => {
    attempts += 1;
    if (!reachable) throw new TypeError("refused");
    return Response.json(health);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Page() {
  const { connection, retry } = useConnection();
  return (
    <>
      <p>{connection.phase}</p>
      <ConnectionBanner connection={connection} retry={retry} />
    </>
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("the banner is there while the server is not, and goes by itself", async () => {
  render(<Page />);
  await pass(0);
  expect(screen.getByText("connected")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();

  reachable = false;
  await pass(CALM);
  expect(screen.getByRole("status").textContent).toContain("connection to Synslator is lost");

  reachable = true;
  await pass(1_000);
  expect(screen.getByText("connected")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("");
});

test("the button tries at once, and only once at a time", async () => {
  reachable = false;
  render(<Page />);
  await pass(0);
  const before = attempts;
  reachable = true;
  await act(async () => {
    screen.getByRole("button", { name: "Try now" }).click();
    screen.getByRole("button", { name: "Try now" }).click();
  });
  await pass(0);
  expect(screen.getByText("connected")).toBeTruthy();
  expect(attempts).toBe(before + 1);
});

test("losing the network is noticed at once", async () => {
  render(<Page />);
  await pass(0);
  reachable = false;
  window.dispatchEvent(new Event("offline"));
  await pass(0);
  expect(screen.getByText("lost")).toBeTruthy();
});

test("a page that is gone asks no more", async () => {
  const { unmount } = render(<Page />);
  await pass(0);
  unmount();
  const before = attempts;
  await pass(10 * CALM);
  expect(attempts).toBe(before);
});
