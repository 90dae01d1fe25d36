// Which actions apply for whom: what somebody may not do has no button, and its key says why it does nothing.
import { expect, test } from "vitest";
import { reduce } from "../document/reduce";
import { nextToApprove } from "../document/reviewing";
import { NOTHING, segmentOf, type DocumentState } from "../document/state";
import type { Permission } from "../live/messages";
import { segment } from "../testing/segments";
import { isPermitted, obstacleTo } from "./action";
import { ACTIONS, ACTION_IDS } from "./table";

const READER: readonly Permission[] = ["read"];
const TRANSLATOR: readonly Permission[] = ["read", "comment", "translate"];

const draft = segment(1, { status: "draft", target: "Click ⟦1⟧Save⟦/1⟧.", origin: "machine" });

/** A document that somebody has opened who may do this. */
function openFor(may: readonly Permission[], one = draft): DocumentState {
  const known = { ...NOTHING, connection: { ...NOTHING.connection, may } };
  return reduce(known, { type: "loaded", segments: [one], structure: 1 })[0];
}

test("a reader's segment is read-only, and nothing that changes something applies", () => {
  const state = openFor(READER);
  expect(state.open?.editable).toBe(false);
  const left = ACTION_IDS.filter((id) => isPermitted(ACTIONS[id], state));
  expect(left).toEqual([
    ...["explain", "hide", "confidence"].sort(
      (a, b) => ACTION_IDS.indexOf(a as never) - ACTION_IDS.indexOf(b as never),
    ),
    ...["next", "previous", "nextUnconfirmed", "matches", "concordance", "history", "comments", "search", "layout"],
    ...["size", "whitespace", "reading", "export", "help"],
  ]);
  expect(obstacleTo(ACTIONS.confirm, state)).toBe("You don't have permission for this in this project.");
  expect(reduce(state, { type: "confirmed" })[0].list.segments[0]?.status).toBe("draft");
});

test("a translator confirms what a reader may not", () => {
  expect(obstacleTo(ACTIONS.confirm, openFor(TRANSLATOR))).toBeNull();
  expect(obstacleTo(ACTIONS.copySource, openFor(TRANSLATOR))).toBeNull();
});

test("the segment stays read-only for a reader whatever is told of it", () => {
  const told = { ...draft, status: "edited" as const, target: "Click it.", version: 2 };
  const [state] = reduce(openFor(READER), { type: "received", message: { type: "segments", segments: [told] } });
  expect(state.open?.editable).toBe(false);
});

const REVIEWER: readonly Permission[] = [...TRANSLATOR, "approve"];
const confirmed = segment(1, { status: "confirmed", target: "Click.", version: 3 });
/** A document opened at its only segment, though that is confirmed. */
const reviewing = (one = confirmed, may = REVIEWER) => reduce(openFor(may, one), { type: "opened", id: one.id })[0];
const obstacles = (state: DocumentState) =>
  (["approve", "reject", "lockSegment"] as const).map((id) => obstacleTo(ACTIONS[id], state));

test("only a reviewer approves, rejects and locks, and only what the status allows", () => {
  const refused = "You don't have permission for this in this project.";
  expect(obstacles(reviewing(confirmed, TRANSLATOR))).toEqual([refused, refused, refused]);
  expect(obstacles(reviewing())).toEqual([null, null, null]);
  expect(obstacles(reviewing({ ...confirmed, status: "approved" }))).toEqual([
    "This segment is approved already.",
    null,
    null,
  ]);
  expect(obstacles(reviewing({ ...confirmed, status: "edited" }))).toEqual([
    "Confirm the segment before you approve it.",
    "Only a confirmed or approved segment can be rejected.",
    null,
  ]);
  const locked = "This segment is locked.";
  expect(obstacles(reviewing({ ...confirmed, locked: true }))).toEqual([locked, locked, null]);
});

test("a decision is shown at once, and the server is asked for it from the version that was looked at", () => {
  const [approved, effects] = reduce(reviewing(), { type: "judged", verdict: { status: "approved" } });
  expect(segmentOf(approved, 1)?.status).toBe("approved");
  expect(effects).toEqual([{ type: "judge", segment: 1, version: 3, verdict: { status: "approved" } }]);
  const [locked] = reduce(reviewing(), { type: "judged", verdict: { locked: true } });
  expect(locked.open?.editable).toBe(false);
  const [unlocked] = reduce(locked, { type: "judged", verdict: { locked: false } });
  expect(unlocked.open?.editable).toBe(true);
});

test("a lock by somebody else makes the open segment read-only", () => {
  const told = { ...confirmed, locked: true, version: 4 };
  const [state] = reduce(reviewing(), { type: "received", message: { type: "segments", segments: [told] } });
  expect(state.open?.editable).toBe(false);
});

test("after an approval the next confirmed segment follows, going round once", () => {
  const list = [
    segment(1, { status: "confirmed" }),
    segment(2, { status: "confirmed" }),
    segment(3, { status: "edited" }),
    segment(4, { status: "confirmed", locked: true }),
  ];
  expect(nextToApprove(list, 1)?.id).toBe(2);
  expect(nextToApprove(list, 2)?.id).toBe(1);
  expect(nextToApprove(list.slice(1), 2)).toBeNull();
});
