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
  /** Whether the checks' findings in the text are not known here: then the server asks before it confirms. */
  ask: boolean;
  /** Why the server would not have it. */
  refused: string | null;
}

export interface Outbox {
  seq: number;
  unsaved: ReadonlyMap<number, Unsaved>;
}

export const EMPTY: Outbox = { seq: 0, unsaved: new Map() };

type Posted = [Outbox, ClientMessage];

/** Take the next number. */
export function number(outbox: Outbox): [Outbox, number] {
  return [{ ...outbox, seq: outbox.seq + 1 }, outbox.seq + 1];
}

/** The version that a further change of a segment is made from. */
export function versionOf(outbox: Outbox, segment: { id: number; version: number }): number | null {
  const kept = outbox.unsaved.get(segment.id);
  return kept ? kept.version : segment.version;
}

interface Written {
  text: string;
  caret: number;
  version: number | null;
}

export function edit(outbox: Outbox, segment: number, written: Written): Posted {
  const seq = outbox.seq + 1;
  const { text, version } = written;
  const caret = toPoints(text, written.caret);
  const kept = { ...written, seq, confirm: false, ask: false, refused: null };
  return [keep({ ...outbox, seq }, segment, kept), { type: "edit", seq, segment, text, caret, version }];
}

export function confirm(outbox: Outbox, segment: number, written: Written, ask: boolean): Posted {
  const seq = outbox.seq + 1;
  const { text, version } = written;
  const kept = { ...written, seq, confirm: true, ask, refused: null };
  return [keep({ ...outbox, seq }, segment, kept), { type: "confirm", seq, segment, text, version, ask }];
}

/** Go to a segment, with what is not saved of it yet. A confirmation is on its way already, unless it is `lost`: the
 * answer to it settles it, under the number that it was sent with. */
export function open(outbox: Outbox, segment: number, take = false, lost = false): Posted {
  const seq = outbox.seq + 1;
  const kept = outbox.unsaved.get(segment);
  if (!kept || (kept.confirm && !lost))
    return [
      { ...outbox, seq },
      { type: "open", seq, segment, take },
    ];
  const { text, version } = kept;
  const caret = toPoints(text, kept.caret);
  const next = keep({ ...outbox, seq }, segment, { ...kept, seq, refused: null });
  return [next, { type: "open", seq, segment, take, text, caret, version }];
}

/** Everything again, in the order it was written, for a server that may have heard none of it. */
export function resend(outbox: Outbox): [Outbox, ClientMessage[]] {
  const messages: ClientMessage[] = [];
  const waiting = [...outbox.unsaved].sort(([, a], [, b]) => a.seq - b.seq);
  for (const [segment, kept] of waiting) {
    const [opened, opening] = open(outbox, segment, false, true);
    outbox = opened;
    messages.push(opening);
    if (kept.confirm) {
      const [confirmed, message] = confirm(outbox, segment, kept, kept.ask);
      outbox = confirmed;
      messages.push(message);
    }
  }
  return [outbox, messages];
}

/** The server has it; what was written after that still waits. A confirmation is not settled by a save. */
export function settled(outbox: Outbox, segment: number, seq: number, confirmed = false): Outbox {
  const kept = outbox.unsaved.get(segment);
  if (!kept || kept.seq > seq || (kept.confirm && !confirmed)) return outbox;
  return forget(outbox, segment);
}

/** The server asks first: the text of a confirmation is saved as an edit. Returns which segment it is, if any. */
export function asked(outbox: Outbox, seq: number): [Outbox, number | null] {
  const found = [...outbox.unsaved].find(([, kept]) => kept.seq === seq && kept.confirm);
  return found ? [keep(outbox, found[0], { ...found[1], confirm: false }), found[0]] : [outbox, null];
}

/** The server will not have it; it stays here, with the reason. */
export function refused(outbox: Outbox, seq: number, reason: string): Outbox {
  const found = [...outbox.unsaved].find(([, kept]) => kept.seq === seq);
  return found ? keep(outbox, found[0], { ...found[1], refused: reason }) : outbox;
}

export function forget(outbox: Outbox, segment: number): Outbox {
  const unsaved = new Map(outbox.unsaved);
  unsaved.delete(segment);
  return { ...outbox, unsaved };
}

function keep(outbox: Outbox, segment: number, kept: Unsaved): Outbox {
  return { ...outbox, unsaved: new Map(outbox.unsaved).set(segment, kept) };
}
