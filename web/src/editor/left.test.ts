// @vitest-environment node
import { describe, expect, test } from "vitest";
import { leftOf } from "./left";

describe("what is left of a suggestion that is departed from", () => {
  test.each([
    ["another word takes the place of the next one", "at is open", "The c", "The cu", " is open"],
    ["and its further letters of no other", " is open", "The cu", "The cup", " is open"],
    ["its end is a space that was there already", " is open", "The cup", "The cup ", "is open"],
    ["a letter makes a finished word longer", " is open", "The file", "The files", " is open"],
    ["a word that is ended early goes", "es are open", "The fil", "The fil ", "are open"],
    ["what agrees is written, and nothing else goes", "file is", "The ", "The fi", "le is"],
    ["a mark takes the place of a word", "and restart", "Save ", "Save ,", " restart"],
    ["a character of a script without spaces takes that of one", "开设置", "打", "打印", "设置"],
    ["what is deleted is suggested again", " is", "The file", "The fi", "le is"],
    ["where the last word is another, what follows is open", "Settings", "", "O", "…"],
    ["and stays open", "…", "O", "Op", "…"],
    ["a tag is no word, and stays", "⟦1⟧Save⟦/1⟧ now", "Click ", "Click O", "⟦1⟧⟦/1⟧ now"],
    ["and is written whole", "⟦1⟧Save⟦/1⟧ now", "Click ", "Click ⟦1⟧", "Save⟦/1⟧ now"],
  ])("%s", (_, shown, before, after, left) => {
    expect(leftOf(shown, before, after)).toBe(left);
  });
});
