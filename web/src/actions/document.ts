// Actions on the open document: panels, windows, views, the download.
import { flushSync } from "react-dom";
import type { Panel } from "../document/state";
import { exportAddress, isFinished, unfinishedOf } from "../workbench/exports";
import { TEXT_SIZES, type Preferences } from "../workbench/preferences";
import type { Action, Workbench } from "./action";
import { t } from "../messages";

/** Show a panel, and begin to write where it has a field; where the focus would be lost, it goes to the editor. */
function showPanel({ session }: Workbench, panel: Panel, phrase?: string): void {
  flushSync(() => session.dispatch({ type: "panelChosen", panel, ...(phrase === undefined ? {} : { phrase }) }));
  const field = document.querySelector<HTMLElement>('[role="tabpanel"] :is(input:not([type="checkbox"]), textarea)');
  if (field) field.focus();
  else if (document.activeElement === document.body) session.view?.focus();
}

/** Change how the workbench looks; a menu that it was chosen from closes, and must not take the focus along. */
const look =
  (changed: (now: Preferences) => Partial<Preferences>) =>
  ({ session, preferences, change }: Workbench): void => {
    change(changed(preferences));
    session.view?.focus();
  };

const selectedText = () => (window.getSelection()?.toString() ?? "").trim().slice(0, 200);

const panel = (name: Panel, title: () => string, keys: string): Action => ({
  title,
  group: "panels",
  keys,
  scope: "document",
  run: (workbench) => showPanel(workbench, name),
});

export const DOCUMENT = {
  matches: panel("matches", () => t("actions.titles.matches"), "Alt+M"),
  concordance: {
    ...panel("concordance", () => t("actions.titles.concordance"), "Alt+C"),
    run: (workbench: Workbench) => showPanel(workbench, "concordance", selectedText()),
  },
  history: panel("history", () => t("actions.titles.history"), "Alt+H"),
  comments: {
    ...panel("comments", () => t("actions.titles.comments"), "Alt+N"),
    label: () => t("actions.labels.comments"),
  },
  search: {
    title: () => t("actions.titles.search"),
    label: () => t("actions.labels.search"),
    group: "document",
    keys: "Mod+K",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "search" }),
  },
  layout: {
    title: () => t("actions.titles.layout"),
    label: () => t("actions.labels.layout"),
    group: "document",
    keys: "Mod+B",
    scope: "document",
    run: look(({ layout }) => ({ layout: layout === "beside" ? "above" : "beside" })),
  },
  size: {
    title: () => t("actions.titles.size"),
    group: "document",
    keys: "Alt+Z",
    scope: "document",
    run: look(({ size }) => ({ size: TEXT_SIZES[TEXT_SIZES.indexOf(size) + 1] ?? TEXT_SIZES[0] })),
  },
  whitespace: {
    title: () => t("actions.titles.whitespace"),
    group: "document",
    keys: "Alt+O",
    scope: "document",
    run: look(({ whitespace }) => ({ whitespace: !whitespace })),
  },
  reading: {
    title: () => t("actions.titles.reading"),
    label: () => t("actions.labels.reading"),
    group: "document",
    keys: "Alt+V",
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "readingToggled" }),
  },
  export: {
    title: () => t("actions.titles.export"),
    label: () => t("actions.labels.export"),
    group: "document",
    keys: "Mod+S",
    scope: "document",
    run: ({ session }) => {
      const finished = isFinished(unfinishedOf(session.state.list.segments));
      if (finished) window.location.assign(exportAddress(session.document, "document"));
      else session.dispatch({ type: "dialogOpened", dialog: "download" });
    },
  },
  help: {
    title: () => t("actions.titles.help"),
    label: () => t("actions.labels.help"),
    group: "document",
    keys: { windows: "F1", mac: "Mod+/" },
    scope: "document",
    run: ({ session }) => session.dispatch({ type: "dialogOpened", dialog: "keys" }),
  },
} as const satisfies Record<string, Action>;
