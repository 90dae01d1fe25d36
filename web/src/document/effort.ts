// What a segment took: keystrokes, help that was taken, time at work. Sent only where the project keeps it.
import type { EffortItem, EffortKind } from "../live/messages";

/** A pause longer than this was not spent on the segment. */
const PAUSE = 30_000;

export class Effort {
  private readonly items = new Map<EffortKind, EffortItem>();
  private last: number | null = null;
  private keys = 0;
  private confirmed = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(kind: EffortKind, characters = 0, amount = 1): void {
    const item = this.items.get(kind) ?? { kind, amount: 0, characters: 0 };
    item.amount += amount;
    item.characters += characters;
    this.items.set(kind, item);
    if (kind === "keys") this.keys += amount;
    if (kind !== "time") this.tick();
  }

  /** A translation of so many characters was confirmed. */
  confirm(characters: number): void {
    this.confirmed += characters;
  }

  /** The share of what was confirmed on this page that did not have to be typed; null before there is any. */
  saved(): number | null {
    return this.confirmed === 0 ? null : Math.max(0, 1 - this.keys / this.confirmed);
  }

  private tick(): void {
    const now = this.now();
    const passed = this.last === null ? 0 : now - this.last;
    this.last = now;
    if (passed > 0 && passed < PAUSE) this.add("time", 0, Math.round(passed));
  }

  /** What has gathered since the last time. */
  take(): EffortItem[] {
    const items = [...this.items.values()];
    this.items.clear();
    this.last = null;
    return items;
  }
}
