// The segment in the page's address.
import { expect, it } from "vitest";
import { nameInAddress, segmentInAddress } from "./address";

it("names the open segment, and is read back", () => {
  nameInAddress(41);
  expect(window.location.hash).toBe("#segment-41");
  expect(segmentInAddress(window.location.hash)).toBe(41);
});

it("names none where it is something else", () => {
  for (const hash of ["", "#content", "#segment-", "#segment-x", "#segment-4/5"]) {
    expect(segmentInAddress(hash)).toBeNull();
  }
});
