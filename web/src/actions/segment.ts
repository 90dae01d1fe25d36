// Actions on the open segment: write in it, confirm it, go to another one.
import { redo, undo, undoDepth } from "@codemirror/commands";
import { flushSync } from "react-dom";
import { textToConfirm } from "../document/confirming";
import { obstacleToUndo, writtenLast } from "../document/undoing";
import { replaceAll, replaceTarget } from "../editor/commands";
import { withEdits } from "../editor/fix";
import { openId, openSegment, type DocumentState } from "../document/state";
import { inEditable, inView, type Action, type Workbench } from "./action";
import type { Finding } from "../api/client";
import { t } from "../messages";

export function applyFix({ session }: Workbench, finding: Finding): void {
  if (!session.view || finding.fix === null) return;
  const fixed = withEdits(session.view.state.doc.toString(), finding.fix);
  // The text has changed since it was checked; the checks of what it is now are on their way.
  if (fixed === null) return;
  replaceAll(session.view, fixed);
  session.effort.add("fix");
  session.view.focus();
}

/** Only segments of one paragraph can be merged. */
function noNeighbour(state: DocumentState): string | null {
  const segment = openSegment(state);
  const place = segment ? state.list.places.get(segment.id) : undefined;
  const next = place === undefined ? undefined : state.list.segments[place + 1];
  return next && next.unit === segment?.unit ? null : t("actions.obstacles.otherParagraph");
}

/** Undo what was done last in the document: in the editor of its segment, or by the server. */
function undoLast({ session }: Workbench): void {
  const written = writtenLast(session.state);
  if (!written) {
    session.dispatch({ type: "undone" });
    return;
  }
  // Its editor must be there before it can undo.
  flushSync(() => session.dispatch({ type: "opened", id: written.segment }));
  const { view } = session;
  if (!view || openId(session.state) !== written.segment || undoDepth(view.state) <= written.depth || !undo(view))
    session.dispatch({ type: "forgotten" });
  view?.focus();
}

export const SEGMENT = {
  confirm: {
    title: () => t("actions.titles.confirm"),
    label: () => t("actions.labels.confirm"),
    group: "segment",
    keys: "Mod+Enter",
    scope: "document",
    needs: "translate",
    obstacle: inEditable((open) => (textToConfirm(open).trim() ? null : t("actions.obstacles.nothingToConfirm"))),
    run: ({ session }) => session.dispatch({ type: "confirmed" }),
  },
  undo: {
    title: () => t("actions.titles.undo"),
    label: () => t("actions.labels.undo"),
    group: "segment",
    keys: "Mod+Z",
    scope: "editor",
    needs: "translate",
    obstacle: obstacleToUndo,
    run: undoLast,
  },
  redo: {
    title: () => t("actions.titles.redo"),
    label: () => t("actions.labels.redo"),
    group: "segment",
    keys: { windows: "Mod+Y", mac: "Mod+Shift+Z" },
    scope: "editor",
    needs: "translate",
    obstacle: inEditable((open) => (open.redos ? null : t("actions.obstacles.nothingToRedo"))),
    run: inView((view) => {
      redo(view);
      view.focus();
    }),
  },
  next: {
    title: () => t("actions.titles.next"),
    group: "segment",
    keys: "Mod+ArrowDown",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "stepped", by: 1 }),
  },
  previous: {
    title: () => t("actions.titles.previous"),
    group: "segment",
    keys: "Mod+ArrowUp",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "stepped", by: -1 }),
  },
  nextUnconfirmed: {
    title: () => t("actions.titles.nextUnconfirmed"),
    label: () => t("actions.labels.nextUnconfirmed"),
    group: "segment",
    keys: "Mod+Shift+ArrowDown",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "steppedToUnconfirmed" }),
  },
  copySource: {
    title: () => t("actions.titles.copySource"),
    label: () => t("actions.labels.copySource"),
    group: "segment",
    keys: "Alt+S",
    scope: "document",
    needs: "translate",
    obstacle: inEditable(),
    run: inView((view, segment) => replaceTarget(view, segment.source)),
  },
  fix: {
    title: () => t("actions.titles.fix"),
    label: () => t("actions.labels.fix"),
    group: "segment",
    keys: "Alt+F",
    scope: "document",
    needs: "translate",
    obstacle: inEditable((open) =>
      open.checked.findings.some((one) => one.fix !== null && !one.ignored) ? null : t("actions.obstacles.noFix"),
    ),
    run: (workbench) => {
      const finding = workbench.session.state.open?.checked.findings.find((one) => one.fix !== null && !one.ignored);
      if (finding) applyFix(workbench, finding);
    },
  },
  split: {
    title: () => t("actions.titles.split"),
    label: () => t("actions.labels.split"),
    group: "segment",
    keys: "Alt+X",
    scope: "document",
    needs: "translate",
    obstacle: inEditable(),
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "split" }),
  },
  merge: {
    title: () => t("actions.titles.merge"),
    label: () => t("actions.labels.merge"),
    group: "segment",
    keys: "Alt+J",
    scope: "document",
    needs: "translate",
    obstacle: (state) => inEditable()(state) ?? noNeighbour(state),
    run: ({ session }) => session.dispatch({ type: "merged" }),
  },
} as const satisfies Record<string, Action>;
