// Chance that is the same every time, for tests on random sequences of events.
export class Chance {
  constructor(private seed: number) {}

  /** A number from 0 up to and without `below` (mulberry32). */
  below(below: number): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  yes(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }
}
