import { expect, test } from "vitest";
import { withEdits } from "./fix";

test("the edits of a fix replace characters, not units", () => {
  const edits = [
    { span: [1, 3] as [number, number], was: "  ", text: " " },
    { span: [4, 5] as [number, number], was: ",", text: "" },
  ];
  expect(withEdits("😀  a,", edits)).toBe("😀 a");
});

test("a fix of a text that has changed since is not applied", () => {
  expect(withEdits("Press a", [{ span: [5, 7], was: "  ", text: " " }])).toBeNull();
  expect(withEdits("", [{ span: [0, 0], was: "", text: "⟦1/⟧" }])).toBe("⟦1/⟧");
});
