// @vitest-environment node
import { expect, test } from "vitest";
import { ghostOf } from "../editor/assist";
import { edit } from "../live/mailbox";
import { segment } from "../testing/segments";
import { activated, NOTHING, receive, segmentOf, withSegments, writtenIn, type DeskState } from "./state";

const drafted = segment(1, { status: "draft", target: "Click Save." });
const edited = segment(2, { status: "edited", target: "Done" });
const list = [drafted, edited];
const loaded = withSegments(NOTHING, list, 1);

function typing(state: DeskState, id: number, text: string): DeskState {
  const [box] = edit(state.box, id, { text, caret: text.length, version: 1 });
  return { ...state, box };
}

test("a draft is offered and not written; what was written is written", () => {
  const state = activated(loaded, 1, 1);
  expect(writtenIn(state, drafted)).toBe("");
  expect(ghostOf(state.assist, "")?.text).toBe("Click Save.");
  expect(writtenIn(state, edited)).toBe("Done");
});

test("what another segment's late answer says is not shown in this one", () => {
  const state = activated(loaded, 2, 5);
  const late = receive(state, {
    type: "matches",
    seq: 1,
    segment: 1,
    matches: [],
    stale: true,
    reason: "The index is away.",
  });
  expect(late).toBe(state);
});

test("checks of an older text are dropped", () => {
  const state = activated(loaded, 2, 5);
  const finding = { check: "spaces", message: "Two spaces.", target: [], source: [], fix: null, safe: false };
  expect(receive(state, { type: "checks", seq: 4, segment: 2, findings: [finding] })).toBe(state);
  expect(receive(state, { type: "checks", seq: 5, segment: 2, findings: [finding] }).findings).toHaveLength(1);
});

test("a change from elsewhere does not touch what is not saved yet", () => {
  const state = typing(activated(loaded, 2, 1), 2, "Done by me");
  const changed = segment(2, { status: "edited", target: "Done by them", version: 2 });
  const next = receive(state, { type: "segments", segments: [changed] });
  expect(next.replaced).toBe(state.replaced);
  expect(writtenIn(next, segmentOf(next, 2) ?? edited)).toBe("Done by me");
});

test("a change from elsewhere is followed where nothing of ours waits, and an older one is not", () => {
  const state = activated(loaded, 2, 1);
  const changed = segment(2, { status: "edited", target: "Done by them", version: 2 });
  const next = receive(state, { type: "segments", segments: [changed] });
  expect(next.replaced).toBe(state.replaced + 1);
  expect(segmentOf(next, 2)?.target).toBe("Done by them");
  const older = receive(next, { type: "segments", segments: [segment(2, { target: "old", version: 1 })] });
  expect(segmentOf(older, 2)?.target).toBe("Done by them");
});

test("a confirmation says what the memory gained and drafts the repetitions", () => {
  const done = segment(1, { status: "confirmed", target: "Click Save.", version: 3 });
  const repeated = segment(2, { status: "draft", target: "Click Save.", origin: "propagated", version: 2 });
  const next = receive(loaded, {
    type: "confirmed",
    seq: 3,
    segment: 1,
    confirmed: { segment: done, entries: [9], propagated: [repeated], next: 2 },
  });
  expect(next.note).toBe("Learned from segment 1: 1 memory entry; 1 repetition drafted.");
  expect(segmentOf(next, 1)?.status).toBe("confirmed");
  expect(segmentOf(next, 2)?.origin).toBe("propagated");
});

test("what the server already has when a segment is opened again needs no saving", () => {
  const state = typing(activated(loaded, 2, 1), 2, "Done");
  const next = receive(state, { type: "opened", seq: 2, segment: edited, editable: true, held_by: null });
  expect(next.box.unsaved.size).toBe(0);
});

test("other segments than before are asked for again", () => {
  expect(receive(loaded, { type: "structure", structure: 2 }).outdated).toBe(1);
  expect(receive(loaded, { type: "structure", structure: 1 }).outdated).toBe(0);
});
