import { expect, test } from "vitest";
import { halfway } from "./halves";

const halves = (source: string, target: string) => {
  const at = source.indexOf("|");
  const place = halfway(source.replace("|", ""), at, target);
  return [target.slice(0, place), target.slice(place)];
};

test.each([
  // The second of two full stops answers the second of two.
  ["请检查设置。|然后保存。", "Check the settings. Then save.", "Check the settings."],
  ["一。二。|三。", "One. Two! Three.", "One. Two!"],
  // A comma answers a comma, whatever full stops there are in numbers.
  ["长度为1.5米，|宽度为2米。", "It is 1.5 m long, and 2 m wide.", "It is 1.5 m long,"],
  // Other marks than in the source: the one that is as far along.
  ["点击按钮，|然后等待。", "Click the button; then wait.", "Click the button;"],
  // A closing tag stays with its words.
  ["请⟦1⟧保存。⟦/1⟧|然后等待。", "Please ⟦1⟧save.⟦/1⟧ Then wait.", "Please ⟦1⟧save.⟦/1⟧"],
  // Nothing tells where: the whole translation stays with the first half.
  ["点击|按钮", "Click the button", "Click the button"],
  [
    "很长的第一句话在这里结束，|短。",
    "Yes, a very long sentence whose only mark stands far away.",
    "Yes, a very long sentence whose only mark stands far away.",
  ],
  ["一。|二。", "", ""],
])("%s: %s", (source, target, first) => {
  const [left, right] = halves(source, target);
  expect(left).toBe(first);
  expect(`${left}${right}`).toBe(target);
});
