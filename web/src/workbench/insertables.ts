// What the keys for matches and terms insert, in their order.
import type { Match, Segment, Term } from "../api/client";
import type { OpenSegment } from "../document/state";

/** The matches come first, then the machine's draft, then the terms in the order of the source. */
export type Insertable =
  | { kind: "match"; match: Match }
  | { kind: "draft"; text: string }
  | { kind: "term"; term: Term; text: string };

const MOST_MATCHES = 3;
const MOST = 9;

/** The draft that the machine made of the segment, if it has one. */
export function machineDraft(open: OpenSegment): Segment | null {
  return open.draft?.origin === "machine" ? open.draft : null;
}

/** Each term once with each of its meanings, in the order of the source. */
export function termsInOrder(terms: readonly Term[]): readonly Term[] {
  const seen = new Set<string>();
  const sorted = [...terms].sort((one, two) => one.start - two.start || two.source.length - one.source.length);
  const meaning = ({ source, concept }: Term) => `${concept} ${source}`;
  return sorted.filter((term) => !seen.has(meaning(term)) && seen.add(meaning(term)));
}

export function insertables(open: OpenSegment): Insertable[] {
  const found = open.matches.slice(0, MOST_MATCHES).map((match): Insertable => ({ kind: "match", match }));
  const draft = machineDraft(open);
  if (draft) found.push({ kind: "draft", text: draft.target });
  for (const term of termsInOrder(open.terms)) {
    const best = term.translations.find((one) => one.status !== "forbidden");
    if (best) found.push({ kind: "term", term, text: best.text });
  }
  return found.slice(0, MOST);
}
