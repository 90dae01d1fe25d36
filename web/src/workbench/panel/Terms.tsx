// The terms of the open segment in the order of its source; a key or a click puts one in.
import type { Term } from "../../api/client";
import { insertFound } from "../../actions/suggestions";
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import { may, type OpenSegment } from "../../document/state";
import { useDocument } from "../../document/useDocument";
import { ActionButton } from "../../actions/ActionButton";
import { Icon } from "../icons";
import { Key } from "../../parts/Key";
import { insertables, termsInOrder } from "../insertables";
import { Part } from "./Part";
import { useTranslation } from "../../messages";

export function Terms({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  const writes = useDocument((state) => may(state, "translate"));
  const termbases = useDocument((state) => state.project.termbases);
  const terms = termsInOrder(open.terms);
  const adds = writes && termbases.length > 0;
  if (terms.length === 0 && !adds) return null;
  const numbered = insertables(open);
  const edit = ({ termbase, concept }: Term) => {
    if (termbase && concept) workbench.session.dispatch({ type: "termAsked", term: { termbase, concept } });
  };
  const keyOf = (term: Term) => {
    const index = numbered.findIndex((one) => one.kind === "term" && one.term === term);
    return index >= 0 ? keymap[`found${index + 1}` as ActionId] : undefined;
  };
  return (
    <Part
      name="terms"
      title={t("panel.terms")}
      {...(terms.length ? { hint: t("panel.inOrder") } : {})}
      aside={adds && <ActionButton action="addTerm" className="link" icon={<Icon name="add" />} short />}
    >
      {terms.length === 0 && <p className="faint">{t("panel.noTerms")}</p>}
      {terms.map((term) => (
        <TermLine
          key={`${term.start} ${term.source} ${term.concept}`}
          edit={writes && termbases.some((one) => one.id === term.termbase) ? () => edit(term) : null}
          writes={writes}
          term={term}
          combo={keyOf(term)}
          insert={(text) => insertFound(workbench, { kind: "term", term, text })}
        />
      ))}
    </Part>
  );
}

interface TermLineProps {
  writes: boolean;
  term: Term;
  combo: string | undefined;
  insert: (text: string) => void;
  /** Null where somebody may not change the termbase. */
  edit: (() => void) | null;
}

function TermLine({ writes, term, combo, insert, edit }: TermLineProps) {
  const { t } = useTranslation();
  const explained = [term.definition, term.subject, term.note].filter(Boolean).join(" · ");
  const forbidden = term.translations.filter((one) => one.status === "forbidden");
  return (
    <div className="term-line" title={explained}>
      <span className="term-source">{term.source}</span>
      <span className="term-targets">
        {term.translations
          .filter((one) => one.status !== "forbidden")
          .map((one) => (
            <button
              key={one.text}
              type="button"
              className={one.status}
              disabled={!writes}
              // The focus stays in the editor, and the second click of a double click inserts nothing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => event.detail <= 1 && insert(one.text)}
              title={one.note ? t("panel.clickToInsertWith", { note: one.note }) : t("panel.clickToInsert")}
            >
              {one.text}
            </button>
          ))}
        {forbidden.map((one) => (
          <span
            key={one.text}
            className="forbidden"
            title={one.note ? t("panel.forbiddenWith", { note: one.note }) : t("panel.forbidden")}
          >
            {t("panel.not", { term: one.text })}
          </span>
        ))}
      </span>
      <span className="term-side">
        {edit && (
          <button
            type="button"
            className="put-in edit"
            aria-label={t("panel.editTerm", { term: term.source })}
            title={t("panel.editTerm", { term: term.source })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={edit}
          >
            <Icon name="edited" />
          </button>
        )}
        {writes && combo && <Key combo={combo} />}
      </span>
    </div>
  );
}
