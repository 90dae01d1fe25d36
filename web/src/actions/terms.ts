// Adding a term from where one works: from what is selected in the source and in the translation.
import { withoutTags } from "../editor/tags";
import type { Action } from "./action";
import { t } from "../messages";

export const TERMS = {
  addTerm: {
    title: () => t("actions.titles.addTerm"),
    label: () => t("actions.labels.addTerm"),
    group: "found",
    keys: "Alt+T",
    scope: "document",
    needs: "translate",
    obstacle: ({ open, project }) => {
      if (!open) return t("actions.obstacles.noSegment");
      return project.termbases.length ? null : t("actions.obstacles.noTermbase");
    },
    run: ({ session }) => {
      const { open } = session.state;
      if (!open) return;
      const [from, to] = [Math.min(open.anchor, open.caret), Math.max(open.anchor, open.caret)];
      const target = withoutTags(open.text.slice(from, to)).trim();
      session.dispatch({ type: "termAsked", term: { source: open.picked, target } });
    },
  },
} as const satisfies Record<string, Action>;
