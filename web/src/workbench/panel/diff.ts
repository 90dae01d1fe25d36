// How one text became another, word by word.
import { wordsOf } from "../../editor/assist";

export interface DiffPart {
  kind: "same" | "old" | "new";
  text: string;
}

/** Beyond so many pairs of words, two texts are told apart as wholes. */
const MOST_PAIRS = 1_000_000;

export function wordDiff(before: string, after: string): DiffPart[] {
  const old = wordsOf(before);
  const fresh = wordsOf(after);
  if (old.length * fresh.length > MOST_PAIRS) return changed(before, after);
  const common = commonLengths(old, fresh);
  const parts: DiffPart[] = [];
  let gone = "";
  let come = "";
  const add = (same: string) => {
    // A space between two changes is part of one change.
    const last = parts.at(-1);
    if (!gone && !come && last?.kind === "same") last.text += same;
    else parts.push(...changed(gone, come), { kind: "same", text: same });
    gone = "";
    come = "";
  };
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const word = old[i];
    if (word !== undefined && word === fresh[j]) {
      const between = (gone || come) && word.trim() === "" && old[i + 1] !== fresh[j + 1];
      if (between) {
        gone += word;
        come += word;
      } else add(word);
      i += 1;
      j += 1;
    } else if (word !== undefined && common(i + 1, j) >= common(i, j + 1)) {
      gone += word;
      i += 1;
    } else {
      come += fresh[j] ?? "";
      j += 1;
    }
  }
  return [...parts, ...changed(gone, come)];
}

const changed = (old: string, fresh: string): DiffPart[] => [
  ...(old ? [{ kind: "old", text: old } as const] : []),
  ...(fresh ? [{ kind: "new", text: fresh } as const] : []),
];

/** The length of the longest common subsequence of what follows each pair of places. */
function commonLengths(old: readonly string[], fresh: readonly string[]): (i: number, j: number) => number {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => (i <= old.length && j <= fresh.length ? (lengths[i * width + j] ?? 0) : -1);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
