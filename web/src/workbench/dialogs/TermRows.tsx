// The terms of one language in the form of a concept, a line for each.
import { useEffect, useRef } from "react";
import type { TermText } from "../../api/client";
import { useTranslation } from "../../messages";
import { newTerm, TERM_STATUSES, type TermStatus } from "../concepts";

interface TermRowsProps {
  title: string;
  /** Adds a line. */
  more: string;
  language: string;
  terms: readonly TermText[];
  set: (terms: readonly TermText[]) => void;
  /** The status of a line that is added; null where it is not asked for. */
  status: TermStatus | null;
  /** Whether one begins to write here. */
  begins: boolean;
}

export function TermRows({ title, more, language, terms, set, status, begins }: TermRowsProps) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const put = (at: number, values: Partial<TermText>) =>
    set(terms.map((term, index) => (index === at ? { ...term, ...values } : term)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears.
  useEffect(() => {
    if (!begins) return;
    first.current?.focus();
    first.current?.select();
  }, []);
  return (
    <fieldset>
      <legend>{title}</legend>
      {terms.map((term, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; two may be empty.
        <div className="term-row" key={index}>
          <input
            ref={index === 0 ? first : null}
            className="field"
            lang={term.language}
            maxLength={1000}
            aria-label={title}
            value={term.text}
            onChange={(event) => put(index, { text: event.target.value })}
          />
          {status && (
            <select
              className="field"
              aria-label={t("dialogs.term.statusOf", { term: term.text })}
              value={term.status}
              onChange={(event) => put(index, { status: event.target.value as TermStatus })}
            >
              {TERM_STATUSES.map((one) => (
                <option key={one} value={one}>
                  {t(`termbase.statuses.${one}`)}
                </option>
              ))}
            </select>
          )}
        </div>
      ))}
      <button
        type="button"
        className="link"
        onClick={() => set([...terms, newTerm(language, "", status ?? "admitted")])}
      >
        {more}
      </button>
    </fieldset>
  );
}
