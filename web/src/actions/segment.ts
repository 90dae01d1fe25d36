// Actions on the open segment: write in it, confirm it, go to another one.
import { undo, undoDepth } from "@codemirror/commands";
import { flushSync } from "react-dom";
import { textToConfirm } from "../document/confirming";
import { obstacleToUndo, writtenLast } from "../document/undoing";
import { replaceAll, replaceTarget } from "../editor/commands";
import { withEdits } from "../editor/fix";
import { openId, openSegment, type DocumentState } from "../document/state";
import { inEditable, inView, type Action, type Workbench } from "./action";
import type { Finding } from "../api/client";

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
  return next && next.unit === segment?.unit ? null : "The next segment is in another paragraph.";
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
    title: "Confirm and go to the next segment",
    label: "Confirm",
    group: "Segment",
    keys: "Mod+Enter",
    scope: "document",
    obstacle: inEditable((open) => (textToConfirm(open).trim() ? null : "There is nothing to confirm yet.")),
    run: ({ session }) => session.dispatch({ type: "confirmed" }),
  },
  undo: {
    title: "Undo, also in segments that were left",
    label: "Undo",
    group: "Segment",
    keys: "Mod+Z",
    scope: "editor",
    obstacle: obstacleToUndo,
    run: undoLast,
  },
  next: {
    title: "Next segment",
    group: "Segment",
    keys: "Mod+ArrowDown",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "stepped", by: 1 }),
  },
  previous: {
    title: "Previous segment",
    group: "Segment",
    keys: "Mod+ArrowUp",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "stepped", by: -1 }),
  },
  nextUnconfirmed: {
    title: "Next unconfirmed segment",
    label: "Next unconfirmed",
    group: "Segment",
    keys: "Mod+Shift+ArrowDown",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "steppedToUnconfirmed" }),
  },
  copySource: {
    title: "Copy source to target",
    label: "Copy source",
    group: "Segment",
    keys: "Alt+S",
    scope: "document",
    obstacle: inEditable(),
    run: inView((view, segment) => replaceTarget(view, segment.source)),
  },
  fix: {
    title: "Fix the first QA issue that has a fix",
    label: "Fix",
    group: "Segment",
    keys: "Alt+F",
    scope: "document",
    obstacle: inEditable((open) =>
      open.checked.findings.some((one) => one.fix !== null) ? null : "No automatic fix available.",
    ),
    run: (workbench) => {
      const finding = workbench.session.state.open?.checked.findings.find((one) => one.fix !== null);
      if (finding) applyFix(workbench, finding);
    },
  },
  split: {
    title: "Split segment",
    label: "Split",
    group: "Segment",
    keys: "Alt+X",
    scope: "document",
    obstacle: inEditable(),
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "split" }),
  },
  merge: {
    title: "Merge with the next segment",
    label: "Merge",
    group: "Segment",
    keys: "Alt+J",
    scope: "document",
    obstacle: (state) => inEditable()(state) ?? noNeighbour(state),
    run: ({ session }) => session.dispatch({ type: "merged" }),
  },
} as const satisfies Record<string, Action>;
