// A server for tests of the page: it keeps what it hears, and answers when the test wants it to.
import type { Segment } from "../api/client";
import type { Versioned } from "../document/history";
import type { ClientMessage, ServerMessage } from "../live/messages";
import type { Chance } from "./chance";

const CONTINUATIONS = ["", " Click", "lick ⟦1⟧Save⟦/1⟧", " and so on.", "数据"];

export class PretendedServer {
  readonly segments: Map<number, Segment>;
  readonly drafts: ReadonlyMap<number, string>;
  /** The text that was last confirmed in each segment. */
  readonly confirmations = new Map<number, string>();
  /** The confirmations of each segment that were not taken back, and how it stood before each. */
  private readonly standing = new Map<number, { before: Segment; text: string }[]>();
  private heard: ClientMessage[] = [];
  private waiting: ServerMessage[] = [];

  constructor(segments: readonly Segment[]) {
    this.segments = new Map(segments.map((one) => [one.id, one]));
    this.drafts = new Map(segments.map((one) => [one.id, one.status === "draft" ? one.target : ""]));
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
      may: ["read", "comment", "translate", "approve", "manage", "administer"],
      effort_log: false,
      people: [],
    };
  }

  /** Take confirmations back that nobody has changed since. */
  undo(changes: readonly Versioned[]) {
    const changed: Segment[] = [];
    const refused: { segment: number; message: string }[] = [];
    for (const { segment: id, version } of changes) {
      const now = this.segments.get(id);
      const before = now?.version === version ? this.standing.get(id)?.pop()?.before : undefined;
      if (now && before) {
        const { target, status } = before;
        const back = { ...now, target, status, version: version + 1 };
        this.segments.set(id, back);
        changed.push(back);
      } else refused.push({ segment: id, message: "It was changed meanwhile." });
    }
    return { changed, refused };
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
      const again = before.status === "confirmed" && before.target === message.text;
      if (!again)
        this.standing.set(before.id, [...(this.standing.get(before.id) ?? []), { before, text: message.text }]);
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
    const written = text === this.standing.get(before.id)?.at(-1)?.text ? ("confirmed" as const) : ("edited" as const);
    const status = text ? written : draft ? ("draft" as const) : ("untranslated" as const);
    const segment = { ...before, target: text || draft, status, version: before.version + 1 };
    this.segments.set(before.id, segment);
    if (status !== "edited") this.waiting.push({ type: "segments", segments: [segment] });
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
      uncovered: [],
      engine: "knn",
      ms: 1,
    });
  }
}
