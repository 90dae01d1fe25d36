// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { CompletionMessage } from "../live/messages";
import { Chance } from "../testing/chance";
import {
  answered,
  asking,
  begin,
  ghostOf,
  hide,
  languageModelAnswered,
  nearestEdge,
  offersOf,
  proposalOf,
  shownOf,
  taken,
  uncoveredOf,
  wrote,
  type Assist,
} from "./assist";

/** An answer as the server gives it: places in characters, the words of the added text one by one. */
function answer(segment: number, seq: number, prefix: string, added: string, sure = 0): CompletionMessage {
  const text = prefix + added;
  const points = (units: number) => [...text.slice(0, units)].length;
  const words = [...added.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    start: points(prefix.length + match.index),
    end: points(prefix.length + match.index + match[0].length),
    probability: 0.5,
    causes: null,
  }));
  return {
    type: "completion",
    seq,
    segment,
    prefix,
    text,
    words,
    sure: points(prefix.length + sure),
    suggestions: [{ text: " other words", probability: 0.2 }],
    uncovered: [],
    engine: "vanilla",
    ms: 1,
  };
}

const opened = (segment = 1) => begin(segment, 1, null);

describe("the ghost text", () => {
  test("completes a half word and the rest of the sentence", () => {
    const assist = answered(opened(), answer(1, 1, "the ba", "ckup task starts", "ckup task".length));
    const ghost = ghostOf(assist, "the ba");
    expect(ghost?.text).toBe("ckup task starts");
    expect(ghost && taken(ghost, "sure")).toBe("ckup task");
    expect(ghost && taken(ghost, "word")).toBe("ckup");
    expect(ghost && taken(ghost, "rest")).toBe("ckup task starts");
  });

  test("shrinks by itself while what is typed agrees with it", () => {
    const assist = answered(opened(), answer(1, 1, "the ba", "ckup task", 4));
    expect(ghostOf(assist, "the bac")?.text).toBe("kup task");
    expect(ghostOf(assist, "the bac")?.sure).toBe(3);
    expect(ghostOf(assist, "the backup t")?.words).toHaveLength(1);
    expect(ghostOf(assist, "the bank")).toBeNull();
  });

  test("does not offer again what was just deleted", () => {
    const assist = answered(opened(), answer(1, 1, "the foo", " bar"));
    expect(ghostOf(assist, "the fo")).toBeNull();
  });

  test("counts in the browser's units behind characters beyond the first plane", () => {
    const assist = answered(opened(), answer(1, 1, "😀 the", " 𝒳 value", " 𝒳".length));
    const ghost = ghostOf(assist, "😀 the");
    expect(ghost && taken(ghost, "sure")).toBe(" 𝒳");
    expect(ghost && taken(ghost, "word")).toBe(" 𝒳");
  });

  test("is hidden until the next thing that is sent", () => {
    const assist = hide(answered(opened(), answer(1, 1, "a", " b")));
    expect(ghostOf(assist, "a")).toBeNull();
    expect(offersOf(assist, "a", 1)).toEqual([]);
    expect(ghostOf(asking(assist, 2), "a")?.text).toBe(" b");
  });

  test("a click means the nearer edge of a word", () => {
    const ghost = { text: " restart ⟦1⟧now⟦/1⟧", sure: 0, words: [], awaited: false };
    expect(nearestEdge(ghost, 2)).toBe(1);
    expect(nearestEdge(ghost, 7)).toBe(8);
    expect(nearestEdge(ghost, 10)).toBe(9);
  });
});

describe("a draft", () => {
  const draft = (text: string, exact = false) => begin(1, 9, { text, exact });

  test("is there before the machine has answered, and stays until what is typed departs from it", () => {
    let assist = draft("Once installed.");
    expect(ghostOf(assist, "")?.text).toBe("Once installed.");
    assist = answered(assist, answer(1, 1, "", "After installing."));
    expect(ghostOf(assist, "")?.text).toBe("Once installed.");
    assist = answered(assist, answer(1, 2, "On", " installation."));
    expect(ghostOf(assist, "On")?.text).toBe("ce installed.");
    expect(ghostOf(assist, "Once ")?.text).toBe("installed.");
    assist = answered(assist, answer(1, 3, "Once it", " is installed."));
    expect(ghostOf(assist, "Once it")?.text).toBe(" is installed.");
  });

  test("that took the draft's place says what it leaves out of the source, for as long as it is shown", () => {
    const shorter = { ...answer(1, 2, "Re", "ad the manual."), uncovered: [[5, 9]] as [number, number][] };
    const assist = answered(draft("Please read the manual and keep it."), shorter);
    expect(uncoveredOf(assist, "")).toEqual([]);
    expect(uncoveredOf(assist, "Re")).toEqual([[5, 9]]);
    expect(uncoveredOf(assist, "Read")).toEqual([[5, 9]]);
    expect(uncoveredOf(assist, "Rest")).toEqual([]);
    expect(uncoveredOf(hide(assist), "Re")).toEqual([]);
  });

  test("is there again when everything typed is deleted", () => {
    const assist = answered(draft("Once installed."), answer(1, 2, "Af", "ter installing."));
    expect(ghostOf(assist, "Af")?.text).toBe("ter installing.");
    expect(ghostOf(assist, "")?.text).toBe("Once installed.");
  });

  test("is sure as far as the machine's own answer agrees in whole words", () => {
    const agreeing = answered(draft("Read the manual, then start."), answer(1, 1, "", "Read the manually.", 18));
    const ghost = ghostOf(agreeing, "");
    expect(ghost?.text).toBe("Read the manual, then start.");
    expect(ghost && taken(ghost, "sure")).toBe("Read the");
    expect(ghost?.words).toHaveLength(2);
  });

  test("that is the memory's exact translation is sure as a whole", () => {
    const later = answered(draft("Once installed.", true), answer(1, 1, "", "After installing."));
    const ghost = ghostOf(later, "");
    expect(ghost && taken(ghost, "sure")).toBe("Once installed.");
    expect(taken({ text: "Once installed.", sure: 0, words: [], awaited: false }, "word")).toBe("Once");
  });
});

describe("going back into the text", () => {
  const text = "If the file is lost";
  test("what is written behind the caret is never replaced, only shown as a change", () => {
    const assist = answered(opened(), answer(1, 1, "If", " a file was lost"));
    expect(ghostOf(assist, text)).toBeNull();
    expect(proposalOf(assist, text, 2)).toEqual({ at: 3, old: "the file is", fresh: "a file was" });
  });
  test("a change of one word is shown as one word, and another sentence not at all", () => {
    const one = answered(opened(), answer(1, 1, "If", " the files is lost"));
    expect(proposalOf(one, text, 2)).toEqual({ at: 7, old: "file", fresh: "files" });
    const other = answered(opened(), answer(1, 1, "If", " you cannot find it anywhere, ask whoever had it last"));
    expect(proposalOf(other, text, 2)).toBeNull();
  });
  test("an answer that agrees with all of it goes on behind it", () => {
    const assist = answered(opened(), answer(1, 1, "If", " the file is lost, stop."));
    expect(proposalOf(assist, text, 2)).toBeNull();
    expect(ghostOf(assist, text)?.text).toBe(", stop.");
  });
});

describe("the suggestion box", () => {
  test("shows the half word and puts in the rest of it", () => {
    const message = { ...answer(1, 1, "the ba", "ckup"), suggestions: [{ text: "ckend fails", probability: 0.3 }] };
    const offers = offersOf(answered(opened(), message), "the bac", 7);
    expect(offers).toEqual([{ kind: "translation", half: "bac", text: "kend fails", probability: 0.3 }]);
  });
  test("leaves out what is improbable, and what begins with a word that is there already", () => {
    const suggested = (prefix: string, ghost: string, ...texts: string[]) => {
      const suggestions = texts.map((text, place) => ({ text, probability: place === 0 ? 0.05 : 0.3 }));
      return answered(opened(), { ...answer(1, 1, prefix, ghost), suggestions });
    };
    const words = (assist: Assist, text: string, caret = text.length) =>
      offersOf(assist, text, caret).map((offer) => offer.half + offer.text);
    const assist = suggested("Close the ", "lid.", "cover", "the lid", "lid, then", "cover now", "door");
    expect(words(assist, "Close the ")).toEqual(["cover", "door"]);
    expect(words(suggested("the ba", "ckup is lost", "ckup was", "nk", "ck"), "the ba")).toEqual(["bank", "back"]);
    // Behind the caret stands what was written, not the ghost text.
    const inside = answered(opened(), {
      ...answer(1, 1, "the ", "file is open"),
      suggestions: [
        { text: "file was", probability: 0.4 },
        { text: "one", probability: 0.049 },
        { text: "document", probability: 0.3 },
      ],
    });
    expect(words(inside, "the file", 4)).toEqual(["document"]);
  });
  test("has the language model's line last", () => {
    let assist = answered(opened(), answer(1, 1, "a", " b"));
    assist = languageModelAnswered(assist, {
      type: "language_model",
      seq: 1,
      segment: 1,
      prefix: "a",
      text: " free line",
    });
    expect(offersOf(assist, "a", 1).map((offer) => offer.kind)).toEqual(["translation", "language model"]);
  });
});

test("late answers, answers to other segments and answers from the future change nothing", () => {
  let assist = asking(opened(), 5);
  assist = answered(assist, answer(1, 5, "now", " here"));
  expect(answered(assist, answer(1, 4, "n", "ever"))).toBe(assist);
  expect(answered(assist, answer(2, 5, "now", " there"))).toBe(assist);
  expect(answered(assist, answer(1, 6, "now", " later"))).toBe(assist);
});

test("whatever happens in whatever order, what is shown continues exactly what is written", () => {
  for (let seed = 0; seed < 60; seed++) {
    const chance = new Chance(seed);
    let assist: Assist = opened();
    let text = "";
    let seq = 1;
    let newest = 0;
    const inFlight: CompletionMessage[] = [];
    for (let step = 0; step < 60; step++) {
      const kind = chance.below(6);
      const ghost = ghostOf(assist, text);
      if (kind === 0) text += chance.of(["a", "b", " ", "数", "😀"]);
      else if (kind === 1 && ghost) text += ghost.text[0];
      else if (kind === 2 && ghost) text += taken(ghost, chance.of(["sure", "word", "rest"] as const));
      else if (kind === 3) text = text.slice(0, Math.max(0, text.length - 1 - chance.below(3)));
      else if (kind === 4) assist = hide(assist);
      else if (inFlight.length) {
        // Answers may overtake each other, and be of a segment that was left.
        const [message] = inFlight.splice(chance.below(inFlight.length), 1);
        if (message) {
          const late = chance.yes(8) ? { ...message, segment: 2 } : message;
          assist = answered(assist, late);
          if (late.segment === 1) newest = Math.max(newest, late.seq);
        }
      }
      if (kind < 4) {
        seq += 1;
        assist = asking(assist, seq);
        const added = chance.of([" a b", "a", "", " 数据 b", " b😀 a"]);
        inFlight.push(answer(1, seq, text, added, chance.below(added.length + 1)));
      }
      const shown = ghostOf(assist, text);
      if (shown) {
        expect(assist.completion?.text).toBe(text + shown.text);
        expect(text.startsWith(assist.completion?.prefix ?? "?")).toBe(true);
        expect(shown.text.startsWith(taken(shown, "word"))).toBe(true);
        expect(taken(shown, "word").length).toBeGreaterThan(0);
        expect(shown.sure).toBeLessThanOrEqual(shown.text.length);
        for (const word of shown.words) expect(word.start).toBeLessThan(word.end);
      }
      expect(assist.completion?.seq ?? 0).toBe(newest);
    }
  }
});

describe("while an answer is awaited", () => {
  const first = answered(begin(1, 1, null), answer(1, 1, "The ", "file is open", 4));

  test("what is left of the suggestion stays, and no key accepts it", () => {
    const departed = wrote(first, "The ", "The c", 2, true);
    expect(shownOf(departed, "The c")).toEqual({ text: " is open", sure: 0, words: [], awaited: true });
    expect(ghostOf(departed, "The c")).toBeNull();
    const further = wrote(departed, "The c", "The cup", 3, true);
    expect(shownOf(further, "The cup")?.text).toBe(" is open");
  });

  test("it goes with the answer, with Esc, and where no machine would answer", () => {
    const departed = wrote(first, "The ", "The c", 2, true);
    const told = answered(departed, answer(1, 2, "The c", ""));
    expect(shownOf(told, "The c")).toBeNull();
    expect(shownOf(hide(departed), "The c")).toBeNull();
    expect(shownOf(wrote(first, "The ", "The c", 2, false), "The c")).toBeNull();
    expect(shownOf(wrote(hide(first), "The ", "The c", 2, true), "The c")).toBeNull();
  });

  test("what agrees is the suggestion itself", () => {
    const agreed = wrote(first, "The ", "The f", 2, true);
    expect(shownOf(agreed, "The f")).toEqual(ghostOf(agreed, "The f"));
    expect(ghostOf(agreed, "The f")?.text).toBe("ile is open");
  });
});
