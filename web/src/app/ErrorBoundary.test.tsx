import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorBoundary } from "./ErrorBoundary";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error("segment 12 has no target");
}

test("a view that fails is replaced by a notice that says what happened", () => {
  // React reports what a boundary caught; here that is the point, not a fault of the test.
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <p>the frame stays</p>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText("the frame stays")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("segment 12 has no target");
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
});

test("a view that works is shown as it is", () => {
  render(
    <ErrorBoundary>
      <p>fine</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText("fine")).toBeTruthy();
});
