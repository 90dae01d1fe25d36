// The terms of the open segment in the order of its source; a key or a click puts one in.
import type { Term } from "../../api/client";
import { insertFound } from "../../actions/suggestions";
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import { may, type OpenSegment } from "../../document/state";
import { useDocument } from "../../document/useDocument";
import { Key } from "../../parts/Key";
import { insertables, termsInOrder } from "../insertables";
import { Part } from "./Part";
import { useTranslation } from "../../messages";

export function Terms({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  const writes = useDocument((state) => may(state, "translate"));
  const terms = termsInOrder(open.terms);
  if (terms.length === 0) return null;
  const numbered = insertables(open);
  const keyOf = (term: Term) => {
    const index = numbered.findIndex((one) => one.kind === "term" && one.term === term);
    return index >= 0 ? keymap[`found${index + 1}` as ActionId] : undefined;
  };
  return (
    <Part name="terms" title={t("panel.terms")} hint={t("panel.inOrder")}>
      {terms.map((term) => (
        <TermLine
          key={`${term.source}-${term.start}`}
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
}

function TermLine({ writes, term, combo, insert }: TermLineProps) {
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
      {writes && combo && <Key combo={combo} />}
    </div>
  );
}
