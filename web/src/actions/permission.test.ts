// Which actions apply for whom: what somebody may not do has no button, and its key says why it does nothing.
import { expect, test } from "vitest";
import { reduce } from "../document/reduce";
import { NOTHING, type DocumentState } from "../document/state";
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
