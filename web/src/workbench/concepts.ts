// A concept as its form has it: its terms in the project's two languages; those in others are kept as they are.
import type { NewConcept, TermText } from "../api/client";

export const TERM_STATUSES = ["preferred", "admitted", "forbidden"] as const;
export type TermStatus = (typeof TERM_STATUSES)[number];

/** Whether one language takes the other: `zh` takes zh-CN, and `zh-CN` takes zh. */
function sameLanguage(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((tag) => tag.toLowerCase().replaceAll("_", "-").split("-"));
  return (ours ?? []).every((part, at) => theirs?.[at] === undefined || theirs[at] === part);
}

export interface ConceptForm {
  sources: readonly TermText[];
  targets: readonly TermText[];
  others: readonly TermText[];
  definition: string;
  subject: string;
  note: string;
}

export const newTerm = (language: string, text: string, status: TermStatus): TermText => ({
  language,
  text,
  status,
  note: "",
});

/** A new concept of what was selected. */
export function formOf([source, target]: readonly [string, string], texts: { source: string; target: string }) {
  return {
    sources: [newTerm(source, texts.source, "admitted")],
    targets: [newTerm(target, texts.target, "preferred")],
    others: [],
    definition: "",
    subject: "",
    note: "",
  };
}

/** A concept of a termbase, taken apart by language. */
export function takenApart([source, target]: readonly [string, string], concept: Required<NewConcept>): ConceptForm {
  const { terms, definition, subject, note } = concept;
  const of = (language: string) => terms.filter((term) => sameLanguage(language, term.language));
  const [sources, targets] = [of(source), of(target)];
  const others = terms.filter((term) => !sources.includes(term) && !targets.includes(term));
  return { sources, targets, others, definition, subject, note };
}

/** What is sent of a form; lines that were left empty are no terms. */
export function conceptOf({ sources, targets, others, ...about }: ConceptForm): NewConcept {
  const terms = [...sources, ...targets, ...others].map((term) => ({ ...term, text: term.text.trim() }));
  return { terms: terms.filter((term) => term.text), ...about };
}

/** Whether it says something in both languages. */
export const isComplete = ({ sources, targets }: ConceptForm): boolean =>
  [sources, targets].every((terms) => terms.some((term) => term.text.trim()));
