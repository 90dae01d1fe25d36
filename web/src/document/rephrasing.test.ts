// @vitest-environment node
import { expect, test } from "vitest";
import type { ServerMessage } from "../live/messages";
import { segment } from "../testing/segments";
import type { DocumentEvent } from "./events";
import { reduce } from "./reduce";
import { offersIn } from "./rephrasing";
import { NOTHING, type DocumentState } from "./state";

const TEXT = "😀 Please check it";
const PLACE = { start: TEXT.indexOf("check"), end: TEXT.indexOf("check") + 5 };

function then(state: DocumentState, ...events: DocumentEvent[]): DocumentState {
  return events.reduce((before, event) => reduce(before, event)[0], state);
}

const moved = (anchor: number, caret: number): DocumentEvent => ({
  type: "moved",
  written: { text: TEXT, caret, anchor },
});
const loaded = then(NOTHING, {
  type: "loaded",
  segments: [segment(2, { status: "edited", target: TEXT })],
  structure: 1,
});
const selected = then(loaded, moved(PLACE.end, PLACE.start));

function answered(state: DocumentState, seq = state.open?.rephrasing?.seq ?? 0): DocumentState {
  const message: ServerMessage = {
    type: "rephrasings",
    seq,
    segment: 2,
    start: PLACE.start - 1,
    end: PLACE.end - 1,
    rephrasings: [{ text: "look at", probability: 0.4 }],
  };
  return then(state, { type: "received", message });
}

test("other words are asked for the selection, in the server's places", () => {
  const [asked, effects] = reduce(selected, { type: "askedToRephrase" });
  const { start, end } = PLACE;
  expect(effects).toMatchObject([
    { type: "send", message: { type: "rephrase", segment: 2, text: TEXT, start: start - 1, end: end - 1 } },
  ]);
  expect(asked.open && offersIn(asked.open)).toEqual([]);
  const [unasked, nothing] = reduce(then(loaded, moved(3, 3)), { type: "askedToRephrase" });
  expect(unasked.open?.rephrasing).toBeNull();
  expect(nothing).toEqual([]);
});

test("they are offered in place of the selection until something is written or selected", () => {
  const offering = answered(then(selected, { type: "askedToRephrase" }));
  expect(offering.open && offersIn(offering.open)).toMatchObject([
    { kind: "rephrasing", text: "look at", span: PLACE },
  ]);
  for (const event of [moved(3, 3), { type: "hid" } as const])
    expect(then(offering, event).open?.rephrasing).toBeNull();
});

test("a late answer to what is not asked any more changes nothing", () => {
  const asked = then(selected, { type: "askedToRephrase" });
  const { seq = 0 } = asked.open?.rephrasing ?? {};
  const elsewhere = then(asked, moved(3, 3));
  expect(answered(elsewhere, seq).open?.rephrasing).toBeNull();
  expect(answered(asked, seq - 1).open?.rephrasing?.lines).toBeNull();
});
