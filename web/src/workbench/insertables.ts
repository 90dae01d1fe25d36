// What the keys for matches and terms insert, in their order.
import type { Match, Term } from "../api/client";

/** The matches come first, then the terms. */
export type Insertable = { kind: "match"; match: Match } | { kind: "term"; term: Term; text: string };

const MOST_MATCHES = 3;
const MOST = 9;

export function insertables(matches: readonly Match[], terms: readonly Term[]): Insertable[] {
  const first = matches.slice(0, MOST_MATCHES).map((match): Insertable => ({ kind: "match", match }));
  const seen = new Set<string>();
  const words: Insertable[] = [];
  for (const term of terms) {
    const best = term.translations.find((one) => one.status !== "forbidden");
    if (!best || seen.has(term.source)) continue;
    seen.add(term.source);
    words.push({ kind: "term", term, text: best.text });
  }
  return [...first, ...words].slice(0, MOST);
}
