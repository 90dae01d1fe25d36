import { describe, expect, test } from "vitest";
import type { Finding } from "../api/client";
import { ghostOf } from "../editor/assist";
import type { ServerMessage } from "../live/messages";
import { Chance } from "../testing/chance";
import { segment } from "../testing/segments";
import { textToConfirm } from "./confirming";
import type { DocumentEvent, Effect } from "./events";
import { ALL } from "./filters";
import { reduce } from "./reduce";
import { draftOf, NOTHING, openSegment, segmentOf, visibleSegments, writtenIn, type DocumentState } from "./state";

const drafted = segment(1, { status: "draft", target: "Click Save." });
const edited = segment(2, { status: "edited", target: "Done" });
const loaded = then(NOTHING, { type: "loaded", segments: [drafted, edited], structure: 1 });

/** The state after some events, without what they cause. */
function then(state: DocumentState, ...events: DocumentEvent[]): DocumentState {
  return events.reduce((before, event) => reduce(before, event)[0], state);
}

const received = (message: ServerMessage): DocumentEvent => ({ type: "received", message });
const typed = (text: string): DocumentEvent => {
  return { type: "edited", written: { text, caret: text.length, anchor: text.length } };
};
const sent = (effects: readonly Effect[]) => effects.flatMap((one) => (one.type === "send" ? [one.message] : []));

const finding: Finding = {
  check: "numbers",
  message: "Missing number: 30",
  target: [],
  source: [],
  fix: null,
  safe: false,
  blocking: true,
};
const checks = (state: DocumentState, ...findings: Finding[]): DocumentEvent =>
  received({ type: "checks", seq: state.outbox.seq, segment: state.open?.id ?? 0, findings });

describe("ignoring a finding", () => {
  const opened = then(loaded, { type: "opened", id: 2 });
  const found = then(opened, checks(opened, finding));
  const [ignored, effects] = reduce(found, {
    type: "ignored",
    finding: found.open?.checked.findings[0] as Finding,
    ignored: true,
  });

  test("the server is told which one in which text, and confirming does not ask about it", () => {
    expect(sent(effects)).toMatchObject([
      { type: "ignore", segment: 2, text: "Done", check: "numbers", message: "Missing number: 30", ignored: true },
    ]);
    expect(openSegment(found)?.problems).toEqual(["numbers"]);
    expect(openSegment(ignored)?.problems).toEqual([]);
    expect(segmentOf(then(found, { type: "confirmed" }), 2)?.status).toBe("edited");
    expect(segmentOf(then(ignored, { type: "confirmed" }), 2)?.status).toBe("confirmed");
  });

  test("findings that were on their way do not undo it", () => {
    const late = then(ignored, checks(found, finding));
    expect(segmentOf(then(late, { type: "confirmed" }), 2)?.status).toBe("confirmed");
    const answer = then(late, checks(late, { ...finding, ignored: true }));
    expect(answer.open?.checked.findings[0]?.ignored).toBe(true);
  });

  test("in another text it is reported again", () => {
    const changed = then(ignored, typed("Done!"));
    expect(openSegment(then(changed, checks(changed, finding)))?.problems).toEqual(["numbers"]);
  });
});

describe("opening", () => {
  test("the first segment that is not confirmed is where the work goes on", () => {
    expect(loaded.open?.id).toBe(1);
    const confirmed = segment(1, { status: "confirmed", target: "Click Save." });
    expect(then(NOTHING, { type: "loaded", segments: [confirmed, edited], structure: 1 }).open?.id).toBe(2);
    const linked = { ...NOTHING, wanted: confirmed.id };
    expect(then(linked, { type: "loaded", segments: [confirmed, edited], structure: 1 }).open?.id).toBe(confirmed.id);
    const late = then(linked, { type: "loaded", segments: [edited], structure: 1 });
    expect(late.open?.id).toBe(edited.id);
    const all = { type: "loaded", segments: [confirmed, edited], structure: 1 } as const;
    expect(then(late, all).open?.id).toBe(confirmed.id);
    const typing = then(late, { type: "edited", written: { text: "a", caret: 1, anchor: 1 } });
    expect(then(typing, all).open?.id).toBe(edited.id);
  });

  test("a draft is offered and not written; what was written is written", () => {
    expect(loaded.open?.text).toBe("");
    expect(loaded.open && ghostOf(loaded.open.assist, "")?.text).toBe("Click Save.");
    expect(then(loaded, { type: "opened", id: 2 }).open?.text).toBe("Done");
  });

  test("nothing is changed by it, and the segment before is left", () => {
    const [next, effects] = reduce(loaded, { type: "opened", id: 2 });
    expect(next.list.segments).toEqual(loaded.list.segments);
    expect(sent(effects)).toMatchObject([
      { type: "close", segment: 1 },
      { type: "open", segment: 2 },
    ]);
  });

  test("the caret that rests is told, and saves nothing", () => {
    const state = then(loaded, { type: "opened", id: 2 });
    const [moved, waiting] = reduce(state, { type: "moved", written: { text: "Done", caret: 2, anchor: 2 } });
    expect(waiting).toContainEqual({ type: "awaitRest" });
    const [rested, effects] = reduce(moved, { type: "rested" });
    expect(sent(effects)).toMatchObject([{ type: "open", segment: 2, caret: 2 }]);
    expect(rested.outbox.unsaved.size).toBe(0);
  });
});

describe("confirming", () => {
  test("with nothing typed, the draft is confirmed", () => {
    const [next, effects] = reduce(loaded, { type: "confirmed" });
    expect(sent(effects)).toMatchObject([
      { type: "confirm", segment: 1, text: "Click Save." },
      { type: "close" },
      { type: "open", segment: 2 },
    ]);
    expect(segmentOf(next, 1)?.status).toBe("confirmed");
    expect(next.open?.id).toBe(2);
  });

  test("what is typed is confirmed as it stands, whatever is suggested behind it", () => {
    const state = then(loaded, typed("Click"));
    expect(state.open && ghostOf(state.open.assist, "Click")?.text).toBe(" Save.");
    expect(sent(reduce(state, { type: "confirmed" })[1])[0]).toMatchObject({ type: "confirm", text: "Click" });
  });

  test("where nothing is typed and the draft is hidden, there is nothing to confirm", () => {
    const [next, effects] = reduce(then(loaded, { type: "hid" }), { type: "confirmed" });
    expect(effects).toEqual([]);
    expect(next.note).toBe("There is nothing to confirm yet.");
  });

  test("a missing number is asked about once, in place", () => {
    const state = then(loaded, typed("Click"));
    const [asked, nothing] = reduce(then(state, checks(state, finding)), { type: "confirmed" });
    expect(nothing).toEqual([]);
    expect(asked.open?.id).toBe(1);
    expect(asked.open?.questioned).toBe("Click");
    expect(sent(reduce(asked, { type: "confirmed" })[1])[0]).toMatchObject({ type: "confirm", text: "Click" });
  });

  test("what the checks find in what is written is known to the list at once", () => {
    const state = then(loaded, typed("Click"));
    const found = then(state, checks(state, finding, finding));
    expect(segmentOf(found, 1)?.problems).toEqual([finding.check]);
    const better = then(found, typed("Click 30"));
    expect(segmentOf(then(better, checks(better)), 1)?.problems).toEqual([]);
  });

  test("an answer to the question does not count for another text", () => {
    let state = then(loaded, typed("Click"));
    state = then(state, checks(state, finding), { type: "confirmed" }, typed("Click on"));
    state = then(state, checks(state, finding));
    expect(reduce(state, { type: "confirmed" })[1]).toEqual([]);
  });

  test("a finding of a lesser kind, or one in an older text, does not ask", () => {
    const state = then(loaded, typed("Click"));
    const spaces = then(state, checks(state, { ...finding, check: "spaces", blocking: false }));
    expect(sent(reduce(spaces, { type: "confirmed" })[1])).not.toEqual([]);
    const older = then(state, checks(state, finding), typed("Click 30"));
    expect(sent(reduce(older, { type: "confirmed" })[1])).not.toEqual([]);
  });

  test("where the checks have not answered yet, the server asks, and the segment is saved and not confirmed", () => {
    const state = then(loaded, typed("Click"));
    const [gone, effects] = reduce(state, { type: "confirmed" });
    const confirm = sent(effects)[0];
    expect(confirm).toMatchObject({ type: "confirm", text: "Click", ask: true });
    const seq = confirm?.type === "confirm" ? confirm.seq : 0;
    const told = "Segment 1 is not confirmed yet: 30 is missing.";
    const asked = then(gone, received({ type: "failed", seq, code: "FindingsToSee", message: told }));
    expect(segmentOf(asked, 1)).toMatchObject({ target: "Click", status: "edited" });
    expect(asked.note).toBe(told);
    const saved = then(asked, received({ type: "saved", seq, segment: 1, version: 2 }));
    expect(saved.outbox.unsaved.size).toBe(0);
    expect(segmentOf(saved, 1)?.status).toBe("edited");
  });

  test("where the checks have answered, or the question was answered, the server need not ask", () => {
    const state = then(loaded, typed("Click"));
    const clean = reduce(then(state, checks(state)), { type: "confirmed" });
    expect(sent(clean[1])[0]).toMatchObject({ type: "confirm", ask: false });
    const asked = then(state, checks(state, finding), { type: "confirmed" });
    expect(sent(reduce(asked, { type: "confirmed" })[1])[0]).toMatchObject({ type: "confirm", ask: false });
  });

  test("what is confirmed and opened again at once waits for nothing once it is confirmed", () => {
    const [gone, effects] = reduce(loaded, { type: "confirmed" });
    const confirm = sent(effects)[0];
    const seq = confirm?.type === "confirm" ? confirm.seq : 0;
    const done = segment(1, { status: "confirmed", target: "Click Save.", version: 2 });
    const confirmed = { segment: done, entries: [9], propagated: [], next: 2 };
    const again = then(gone, { type: "opened", id: 1 });
    expect(again.open?.text).toBe("Click Save.");
    const settled = then(again, received({ type: "confirmed", seq, segment: 1, confirmed }));
    expect(settled.outbox.unsaved.size).toBe(0);
  });

  test("says what the memory gained and drafts the repetitions", () => {
    const done = segment(1, { status: "confirmed", target: "Click Save.", version: 3 });
    const repeated = segment(2, { status: "draft", target: "Click Save.", origin: "propagated", version: 2 });
    const confirmed = { segment: done, entries: [9], propagated: [repeated], next: 2 };
    const next = then(loaded, received({ type: "confirmed", seq: 3, segment: 1, confirmed }));
    expect(next.note).toBe("Learned from segment 1: 1 memory entry; 1 repetition drafted.");
    expect(segmentOf(next, 1)?.status).toBe("confirmed");
    expect(segmentOf(next, 2)?.origin).toBe("propagated");
  });
});

describe("deleting everything", () => {
  test("leaves the segment its draft, in the list and as the suggestion", () => {
    const state = then(loaded, typed("Cl"), typed(""));
    expect(openSegment(state)).toMatchObject({ target: "Click Save.", status: "draft" });
    expect(state.open && ghostOf(state.open.assist, "")?.text).toBe("Click Save.");
    const seq = state.outbox.seq;
    const saved = then(state, received({ type: "saved", seq, segment: 1, version: 5 }));
    expect(openSegment(saved)).toMatchObject({ target: "Click Save.", status: "draft", version: 5 });
  });

  test("leaves a segment without a draft untranslated", () => {
    const state = then(loaded, { type: "opened", id: 2 }, typed(""));
    expect(openSegment(state)).toMatchObject({ target: "", status: "untranslated" });
  });
});

describe("what comes from elsewhere", () => {
  const theirs = segment(2, { status: "edited", target: "Done by them", version: 2 });
  const opened = then(loaded, { type: "opened", id: 2 });

  test("what another segment's late answer says is not shown in this one", () => {
    const late: ServerMessage = { type: "matches", seq: 1, segment: 1, matches: [], stale: true, reason: "No index." };
    expect(then(opened, received(late))).toBe(opened);
  });

  test("checks of an older text are dropped", () => {
    const old: ServerMessage = { type: "checks", seq: 1, segment: 2, findings: [finding] };
    expect(then(opened, received(old))).toBe(opened);
    expect(then(opened, checks(opened, finding)).open?.checked).toEqual({ text: "Done", findings: [finding] });
  });

  test("a change does not touch what is not saved yet", () => {
    const state = then(opened, typed("Done by me"));
    const [next, effects] = reduce(state, received({ type: "segments", segments: [theirs] }));
    expect(effects).toEqual([]);
    expect(writtenIn(next, segmentOf(next, 2) ?? edited)).toBe("Done by me");
  });

  test("a change is followed where nothing of ours waits, and an older one is not", () => {
    const [next, effects] = reduce(opened, received({ type: "segments", segments: [theirs] }));
    expect(effects).toEqual([{ type: "show", text: "Done by them", recorded: true }]);
    expect(segmentOf(next, 2)?.target).toBe("Done by them");
    const older = reduce(next, received({ type: "segments", segments: [segment(2, { target: "old", version: 1 })] }));
    expect(older[1]).toEqual([]);
    expect(segmentOf(older[0], 2)?.target).toBe("Done by them");
  });

  test("what the server already has when a segment is opened again needs no saving", () => {
    const state = then(opened, typed("Done"));
    const seq = state.outbox.seq;
    const next = then(state, received({ type: "opened", seq, segment: edited, editable: true, held_by: null }));
    expect(next.outbox.unsaved.size).toBe(0);
  });

  test("other segments than before are asked for again", () => {
    expect(reduce(loaded, received({ type: "structure", structure: 2 }))[1]).toEqual([{ type: "load" }]);
    expect(reduce(loaded, received({ type: "structure", structure: 1 }))[1]).toEqual([]);
  });
});

describe("two windows", () => {
  const me = { session: "mine", login: "ann", name: "Ann", segment: 1 };
  const other = { session: "other", login: "ann", name: "Ann", segment: null };
  const present = (...people: (typeof me | typeof other)[]): DocumentEvent => received({ type: "presence", people });
  const here = { ...loaded, connection: { ...loaded.connection, session: "mine", login: "ann" } };

  test("the one that the segment was taken from is read-only and says by whom", () => {
    const taken = then(here, present({ ...me, segment: null }, { ...other, segment: 1 }));
    expect(taken.open).toMatchObject({ editable: false, heldBy: "Ann" });
    const stays = then(here, present(me, { ...other, segment: 2 }));
    expect(stays.open).toMatchObject({ editable: true, heldBy: null });
  });

  test("a segment that is left is asked for again", () => {
    const taken = then(here, present({ ...me, segment: null }, { ...other, segment: 1 }));
    const [left, effects] = reduce(taken, present({ ...me, segment: null }, { ...other, segment: 2 }));
    expect(sent(effects)).toMatchObject([{ type: "open", segment: 1, take: false }]);
    expect(reduce(left, present({ ...me, segment: null }))[1]).toEqual([]);
  });
});

test("a filter never hides the segment that is open", () => {
  const filtered = then(loaded, { type: "filtered", filter: { ...ALL, status: "edited" } });
  expect(visibleSegments(filtered.list, 1).map((one) => one.id)).toEqual([1, 2]);
  expect(visibleSegments(filtered.list, 2).map((one) => one.id)).toEqual([2]);
  expect(then(filtered, { type: "filtered", filter: ALL }).list.passing).toBeNull();
});

test("whatever happens in whatever order, what is confirmed is what was visible, and nothing unsaved is forgotten", () => {
  for (let seed = 0; seed < 80; seed++) {
    const chance = new Chance(seed);
    const segments = [1, 2, 3].map((id) => segment(id, chance.yes(2) ? { status: "draft", target: "a b c" } : {}));
    let state = then(NOTHING, { type: "loaded", segments, structure: 1 });
    const seqs = new Map<number, number>();
    for (let step = 0; step < 60; step++) {
      const visible = state.open ? textToConfirm(state.open) : "";
      const event = anyEvent(chance, state, seqs);
      const [next, effects] = reduce(state, event);
      for (const message of sent(effects)) {
        if (message.type === "edit" || message.type === "confirm") {
          seqs.set(message.segment, message.seq);
          expect(next.outbox.unsaved.get(message.segment)?.text).toBe(message.text);
        }
        if (message.type === "confirm") expect(message.text).toBe(visible);
      }
      if (event.type === "opened") expect(next.list.segments).toEqual(state.list.segments);
      if (next.open) {
        // An opened draft is the first suggestion, letter by letter.
        const one = openSegment(next);
        const draft = one && draftOf(next, one);
        if (draft && next.open.text === "" && !next.open.assist.hidden) {
          expect(ghostOf(next.open.assist, "")?.text).toBe(draft.text);
        }
        expect(visibleSegments(next.list, next.open.id).some((shown) => shown.id === next.open?.id)).toBe(true);
      }
      for (const id of state.outbox.unsaved.keys()) {
        const acknowledged = event.type === "received" && "segment" in event.message && event.message.segment === id;
        if (!acknowledged) expect(next.outbox.unsaved.has(id)).toBe(true);
      }
      state = next;
    }
  }
});

/** Something that a translator, the connection or the server might do next. */
function anyEvent(chance: Chance, state: DocumentState, seqs: ReadonlyMap<number, number>): DocumentEvent {
  const id = 1 + chance.below(3);
  const text = state.open?.text ?? "";
  switch (chance.below(10)) {
    case 0:
      return { type: "opened", id };
    case 1:
      return typed(text + chance.of(["a", " b", "c", "数"]));
    case 2:
      return typed(text.slice(0, -1));
    case 3:
      return { type: "confirmed" };
    case 4:
      return { type: "hid" };
    case 5:
      return { type: "filtered", filter: chance.yes(2) ? ALL : { ...ALL, status: "draft" } };
    case 6:
      return { type: "stepped", by: chance.yes(2) ? 1 : -1 };
    case 7: {
      const seq = Math.max(0, (seqs.get(id) ?? 0) - chance.below(2));
      return received({ type: "saved", seq, segment: id, version: 1 + seq });
    }
    case 8: {
      const added = chance.of(["a b", " c", ""]);
      const words: [] = [];
      const seq = chance.below(state.outbox.seq + 1);
      const whole = text + added;
      const shared = { words, suggestions: [], uncovered: [], engine: "knn", ms: 1, sure: text.length };
      return received({ type: "completion", seq, segment: id, prefix: text, text: whole, ...shared });
    }
    default:
      return received({ type: "checks", seq: state.outbox.seq, segment: id, findings: chance.yes(2) ? [finding] : [] });
  }
}
