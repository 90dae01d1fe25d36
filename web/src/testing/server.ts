// A server for tests of the page: it keeps what it hears, and answers when the test wants it to.
import type { Segment } from "../api/client";
import type { ClientMessage, ServerMessage } from "../live/messages";
import type { Chance } from "./chance";

const CONTINUATIONS = ["", " Click", "lick ⟦1⟧Save⟦/1⟧", " and so on.", "数据"];

export class PretendedServer {
  readonly segments: Map<number, Segment>;
  readonly drafts: ReadonlyMap<number, string>;
  /** The text that was last confirmed in each segment. */
  readonly confirmations = new Map<number, string>();
  private heard: ClientMessage[] = [];
  private waiting: ServerMessage[] = [];

  constructor(segments: readonly Segment[]) {
    this.segments = new Map(segments.map((one) => [one.id, one]));
    this.drafts = new Map(segments.map((one) => [one.id, one.target]));
  }

  hear(message: ClientMessage): void {
    this.heard.push(message);
  }

  welcome(): ServerMessage {
    return {
      type: "welcome",
      protocol: 1,
      session: "here",
      login: "ann",
      name: "Ann",
      project: 1,
      document: 1,
      structure: 1,
      machine: "ready",
      engine: "knn",
      effort_log: false,
      people: [],
    };
  }

  /** The connection is lost, with what had not arrived yet on either side. */
  breakOff(chance: Chance): void {
    while (this.heard.length && !chance.yes(3)) this.take(chance);
    this.heard = [];
    this.waiting = [];
  }

  /** The next answer; null where there is none. Answers of the machine may be left out: `all` gives every one. */
  answer(chance: Chance, all = false): ServerMessage | null {
    while (!this.waiting.length && this.heard.length) this.take(chance);
    const message = this.waiting.shift();
    if (!message) return null;
    return message.type === "completion" && !all && chance.yes(4) ? this.answer(chance) : message;
  }

  /** Work out what a message that was heard leads to. */
  private take(chance: Chance): void {
    const message = this.heard.shift();
    if (!message || !("segment" in message)) return;
    const before = this.segments.get(message.segment);
    if (!before) return;
    if (message.type === "edit") {
      this.keep(before, message.text);
      this.complete(message.seq, before.id, message.text, chance);
      this.waiting.push({ type: "saved", seq: message.seq, segment: before.id, version: this.now(before).version });
    }
    if (message.type === "confirm") {
      const segment = { ...before, target: message.text, status: "confirmed" as const, version: before.version + 1 };
      this.segments.set(before.id, segment);
      const confirmed = { segment, entries: [1], propagated: [], next: null };
      this.waiting.push({ type: "confirmed", seq: message.seq, segment: before.id, confirmed });
    }
    if (message.type === "open") {
      const { seq, text } = message;
      this.waiting.push({ type: "opened", seq, segment: before, editable: true, held_by: null });
      if (text !== undefined && text !== null && text !== before.target) {
        this.keep(before, text);
        this.waiting.push({ type: "saved", seq, segment: before.id, version: this.now(before).version });
      }
      const { status, target } = this.now(before);
      this.complete(seq, before.id, status === "draft" ? "" : target, chance);
    }
  }

  private now(segment: Segment): Segment {
    return this.segments.get(segment.id) ?? segment;
  }

  private keep(before: Segment, text: string): void {
    const draft = this.drafts.get(before.id) ?? "";
    const status = text ? ("edited" as const) : draft ? ("draft" as const) : ("untranslated" as const);
    this.segments.set(before.id, { ...before, target: text || draft, status, version: before.version + 1 });
  }

  private complete(seq: number, segment: number, prefix: string, chance: Chance): void {
    const text = prefix + chance.of(CONTINUATIONS);
    const sure = chance.yes(2) ? [...text].length : [...prefix].length;
    const suggestions = chance.yes(2) ? [] : [{ text: chance.of([" other", "ing words"]), probability: 0.3 }];
    this.waiting.push({
      type: "completion",
      seq,
      segment,
      prefix,
      text,
      words: [],
      sure,
      suggestions,
      engine: "knn",
      ms: 1,
    });
  }
}
