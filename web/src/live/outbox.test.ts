// @vitest-environment node
import { expect, test } from "vitest";
import { Chance } from "../testing/chance";
import { confirm, edit, EMPTY, open, refused, resend, settled, type Outbox } from "./outbox";
import type { ClientMessage } from "./messages";

const at = (text: string, version: number | null = 1) => ({ text, caret: text.length, version });

test("an edit is kept until it, or a later one, is saved", () => {
  let [outbox, first] = edit(EMPTY, 7, at("Cl"));
  [outbox] = edit(outbox, 7, at("Click"));
  expect(first).toEqual({ type: "edit", seq: 1, segment: 7, text: "Cl", caret: 2, version: 1 });
  outbox = settled(outbox, 7, 1);
  expect(outbox.unsaved.get(7)?.text).toBe("Click");
  outbox = settled(outbox, 7, 2);
  expect(outbox.unsaved.size).toBe(0);
});

test("a confirmation is not settled by the save of an edit", () => {
  let [outbox] = edit(EMPTY, 7, at("Click"));
  [outbox] = confirm(outbox, 7, at("Click."), false);
  expect(settled(outbox, 7, 2).unsaved.size).toBe(1);
  expect(settled(outbox, 7, 2, true).unsaved.size).toBe(0);
});

test("the caret is told in characters", () => {
  const [, message] = edit(EMPTY, 7, { text: "😀 ok", caret: 3, version: 1 });
  expect(message).toMatchObject({ caret: 2 });
});

test("a segment is opened again with what was not saved of it and the version that was made from", () => {
  const [edited] = edit(EMPTY, 7, at("Click", 4));
  const [outbox, message] = open(edited, 7);
  expect(message).toMatchObject({ type: "open", seq: 2, segment: 7, text: "Click", version: 4 });
  expect(outbox.unsaved.get(7)?.seq).toBe(2);
});

test("what the server would not have stays, with the reason", () => {
  const [outbox] = edit(EMPTY, 7, at("Click"));
  const kept = refused(outbox, 1, "It is locked.").unsaved.get(7);
  expect(kept).toMatchObject({ text: "Click", refused: "It is locked." });
});

/** A server that saves what reaches it, and tells, unless the line breaks in between. */
class Server {
  texts = new Map<number, string>();
  confirmed = new Map<number, string>();
  newest = 0;

  hear(message: ClientMessage): { segment: number; seq: number; confirmed: boolean } | null {
    if (message.type !== "edit" && message.type !== "open" && message.type !== "confirm") return null;
    expect(message.seq).toBeGreaterThan(this.newest);
    this.newest = message.seq;
    if (message.text == null) return null;
    this.texts.set(message.segment, message.text);
    if (message.type === "confirm") this.confirmed.set(message.segment, message.text);
    return { segment: message.segment, seq: message.seq, confirmed: message.type === "confirm" };
  }
}

test("over a line that breaks at any moment, the server ends up with what was written last", () => {
  for (let seed = 0; seed < 60; seed++) {
    const chance = new Chance(seed);
    const server = new Server();
    const written = new Map<number, { text: string; confirm: boolean }>();
    let outbox: Outbox = EMPTY;
    let connected = true;
    const send = (message: ClientMessage) => {
      if (!connected) return;
      if (chance.yes(9)) {
        connected = false; // it broke before the message arrived
        return;
      }
      const saved = server.hear(message);
      if (chance.yes(9)) connected = false; // it broke before the answer arrived
      if (saved && connected) outbox = settled(outbox, saved.segment, saved.seq, saved.confirmed);
    };
    const again = () => {
      connected = true;
      const [next, messages] = resend(outbox);
      outbox = next;
      messages.forEach(send);
    };
    for (let step = 0; step < 80; step++) {
      const segment = 1 + chance.below(4);
      const text = `${seed}-${step}`;
      const confirming = chance.yes(4);
      const [next, message] = confirming ? confirm(outbox, segment, at(text), false) : edit(outbox, segment, at(text));
      outbox = next;
      written.set(segment, { text, confirm: confirming });
      expect(message).toMatchObject({ seq: outbox.seq });
      send(message);
      if (!connected && chance.yes(3)) again();
    }
    for (let tries = 0; outbox.unsaved.size > 0 && tries < 50; tries++) again();
    expect(outbox.unsaved.size).toBe(0);
    for (const [segment, last] of written) {
      expect(server.texts.get(segment)).toBe(last.text);
      if (last.confirm) expect(server.confirmed.get(segment)).toBe(last.text);
    }
  }
});
