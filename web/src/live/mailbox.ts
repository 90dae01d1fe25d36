// What was written and is not known to be saved, as pure state. Every message has a number that never goes
// back; an edit stays here until the server says that it, or a later one of the same segment, is durable.
import type { ClientMessage } from "./messages";
import { toPoints } from "../editor/points";

export interface Unsaved {
  text: string;
  caret: number;
  /** The version of the segment that the text was made from; null: whatever the server has. */
  version: number | null;
  seq: number;
  confirm: boolean;
  /** Why the server would not have it. */
  refused: string | null;
}

export interface Mailbox {
  seq: number;
  unsaved: ReadonlyMap<number, Unsaved>;
}

export const EMPTY: Mailbox = { seq: 0, unsaved: new Map() };

type Posted = [Mailbox, ClientMessage];

/** Take the next number. */
export function number(box: Mailbox): [Mailbox, number] {
  return [{ ...box, seq: box.seq + 1 }, box.seq + 1];
}

interface Written {
  text: string;
  caret: number;
  version: number | null;
}

export function edit(box: Mailbox, segment: number, written: Written): Posted {
  const seq = box.seq + 1;
  const { text, version } = written;
  const caret = toPoints(text, written.caret);
  const kept = { ...written, seq, confirm: false, refused: null };
  return [keep({ ...box, seq }, segment, kept), { type: "edit", seq, segment, text, caret, version }];
}

export function confirm(box: Mailbox, segment: number, written: Written): Posted {
  const seq = box.seq + 1;
  const { text, version } = written;
  const kept = { ...written, seq, confirm: true, refused: null };
  return [keep({ ...box, seq }, segment, kept), { type: "confirm", seq, segment, text, version }];
}

/** Go to a segment, with what is not saved of it yet. */
export function open(box: Mailbox, segment: number, take = false): Posted {
  const seq = box.seq + 1;
  const kept = box.unsaved.get(segment);
  if (!kept)
    return [
      { ...box, seq },
      { type: "open", seq, segment, take },
    ];
  const { text, version } = kept;
  const caret = toPoints(text, kept.caret);
  const next = keep({ ...box, seq }, segment, { ...kept, seq, refused: null });
  return [next, { type: "open", seq, segment, take, text, caret, version }];
}

/** Everything again, in the order it was written, for a server that may have heard none of it. */
export function resend(box: Mailbox): [Mailbox, ClientMessage[]] {
  const messages: ClientMessage[] = [];
  const waiting = [...box.unsaved].sort(([, a], [, b]) => a.seq - b.seq);
  for (const [segment, kept] of waiting) {
    const [opened, opening] = open(box, segment);
    box = opened;
    messages.push(opening);
    if (kept.confirm) {
      const [confirmed, message] = confirm(box, segment, kept);
      box = confirmed;
      messages.push(message);
    }
  }
  return [box, messages];
}

/** The server has it; what was written after that still waits. A confirmation is not settled by a save. */
export function settled(box: Mailbox, segment: number, seq: number, confirmed = false): Mailbox {
  const kept = box.unsaved.get(segment);
  if (!kept || kept.seq > seq || (kept.confirm && !confirmed)) return box;
  return forget(box, segment);
}

/** The server will not have it; it stays here, with the reason. */
export function refused(box: Mailbox, seq: number, reason: string): Mailbox {
  const found = [...box.unsaved].find(([, kept]) => kept.seq === seq);
  return found ? keep(box, found[0], { ...found[1], refused: reason }) : box;
}

export function forget(box: Mailbox, segment: number): Mailbox {
  const unsaved = new Map(box.unsaved);
  unsaved.delete(segment);
  return { ...box, unsaved };
}

function keep(box: Mailbox, segment: number, kept: Unsaved): Mailbox {
  return { ...box, unsaved: new Map(box.unsaved).set(segment, kept) };
}
