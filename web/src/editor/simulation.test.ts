// @vitest-environment node
// The simulated translator of the evaluation can do what the page can do, no more: the page's own state goes through
// the script that tests/evaluation/simulation/test_page.py gives to the translator.
import { describe, expect, test } from "vitest";
import script from "../../../tests/evaluation/simulation/page_script.json";
import {
  answered,
  asking,
  begin,
  ghostOf,
  languageModelAnswered,
  nearestEdge,
  offersOf,
  taken,
  wrote,
  type Assist,
} from "./assist";

const SEGMENT = 1;
type Answer = (typeof script.segments)[number]["answers"][number];

/** The server has answered what was typed, under the newest number. */
function told(assist: Assist, answer: Answer): Assist {
  const points = { seq: assist.asked, segment: SEGMENT, engine: "vanilla", ms: 1 };
  const words = answer.words.map((word) => ({ ...word, causes: null }));
  const { prefix, text, sure, suggestions } = answer;
  const completion = { ...points, prefix, text, sure, suggestions, words, uncovered: [] };
  const completed = answered(assist, { type: "completion", ...completion });
  const line = { type: "language_model" as const, ...points, prefix, text: answer.language_model };
  return languageModelAnswered(completed, line);
}

/** Everything that keys and clicks would make of a text, by the page's own functions. */
function offered(assist: Assist, typed: string): { aid: string; text: string }[] {
  const found: { aid: string; text: string }[] = [];
  const ghost = ghostOf(assist, typed);
  if (ghost) {
    if (taken(ghost, "sure")) found.push({ aid: "tab", text: typed + taken(ghost, "sure") });
    found.push({ aid: "word", text: typed + taken(ghost, "word") });
    found.push({ aid: "rest", text: typed + taken(ghost, "rest") });
    const edges = new Set<number>();
    for (let at = 0; at <= ghost.text.length; at++) edges.add(nearestEdge(ghost, at));
    for (const edge of [...edges].filter((one) => one > 0).sort((a, b) => a - b))
      found.push({ aid: "click", text: typed + ghost.text.slice(0, edge) });
  }
  for (const { kind, text } of offersOf(assist, typed, typed.length))
    found.push({ aid: kind === "language model" ? "language_model" : "box", text: typed + text });
  return found;
}

describe("the script of the simulated translator", () => {
  for (const segment of script.segments) {
    test(segment.name, () => {
      let assist = asking(begin(SEGMENT, 0, segment.draft), 1);
      let typed = "";
      for (const step of segment.steps) {
        const answer = segment.answers.find((one) => one.typed === typed);
        if (answer) {
          assist = told(assist, answer);
          expect(offered(assist, typed)).toEqual(answer.offers);
        }
        if (step.action === "confirm") {
          // What is written is confirmed, or the draft where nothing is.
          expect(typed || ghostOf(assist, "")?.text).toBe(segment.reference);
          continue;
        }
        const texts = offered(assist, typed).filter((one) => one.aid === step.action);
        if (step.action === "type") expect(step.text.slice(0, -1)).toBe(typed);
        else expect(texts.map((one) => one.text)).toContain(step.text);
        assist = wrote(assist, typed, step.text, assist.asked + 1, true);
        typed = step.text;
      }
      expect(segment.steps.at(-1)?.action).toBe("confirm");
    });
  }
});
