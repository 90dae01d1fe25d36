// Actions on the open document: panels, windows, views, the download.
import { flushSync } from "react-dom";
import type { Panel } from "../document/state";
import { exportAddress, isFinished, unfinishedOf } from "../workbench/exports";
import type { Action, Workbench } from "./action";

/** Show a panel, and begin to write where it has a field; where the focus would be lost, it goes to the editor. */
function showPanel({ session }: Workbench, panel: Panel, phrase?: string): void {
  flushSync(() => session.dispatch({ type: "panelChosen", panel, ...(phrase === undefined ? {} : { phrase }) }));
  const field = document.querySelector<HTMLElement>('[role="tabpanel"] :is(input:not([type="checkbox"]), textarea)');
  if (field) field.focus();
  else if (document.activeElement === document.body) session.view?.focus();
}

const selectedText = () => (window.getSelection()?.toString() ?? "").trim().slice(0, 200);

const panel = (name: Panel, title: string, keys: string): Action => ({
  title,
  group: "Panels",
  keys,
  scope: "document",
  run: (workbench) => showPanel(workbench, name),
});

export const DOCUMENT = {
  matches: panel("matches", "Matches and terms", "Alt+M"),
  concordance: {
    ...panel("concordance", "Concordance of the selection", "Alt+C"),
    run: (workbench: Workbench) => showPanel(workbench, "concordance", selectedText()),
  },
  history: panel("history", "History of the segment", "Alt+H"),
  comments: { ...panel("comments", "Comments", "Alt+N"), label: "Comment" },
  search: {
    title: "Find & replace, go to segment, run an action",
    label: "Find & replace",
    group: "Document",
    keys: "Mod+K",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "search" }),
  },
  layout: {
    title: "Layout: source and target side by side, or stacked",
    label: "Layout",
    group: "Document",
    keys: "Mod+B",
    scope: "document",
    run: ({ preferences, change }) => change({ layout: preferences.layout === "beside" ? "above" : "beside" }),
  },
  reading: {
    title: "Preview: the whole text",
    label: "Preview",
    group: "Document",
    keys: "Alt+V",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "readingToggled" }),
  },
  export: {
    title: "Download the translated document",
    label: "Download",
    group: "Document",
    keys: "Mod+S",
    scope: "document",
    run: ({ session }) => {
      const finished = isFinished(unfinishedOf(session.state.list.segments));
      if (finished) window.location.assign(exportAddress(session.document, "document"));
      else session.dispatch({ type: "dialogOpened", dialog: "download" });
    },
  },
  help: {
    title: "Keyboard shortcuts",
    label: "Shortcuts",
    group: "Document",
    keys: { windows: "F1", mac: "Mod+/" },
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "keys" }),
  },
} as const satisfies Record<string, Action>;
