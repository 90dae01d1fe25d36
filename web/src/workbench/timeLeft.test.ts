import { expect, test } from "vitest";
import { timeLeft } from "./timeLeft";

test("time left is told in minutes", () => {
  expect(timeLeft(59)).toBe("less than a minute left");
  expect(timeLeft(60)).toBe("1 minute left");
  expect(timeLeft(125)).toBe("3 minutes left");
});
