// What an action is. All of them are in `table`; keys, buttons, the search window, the sheet of shortcuts and the
// documentation are made from there.
import type { EditorView } from "@codemirror/view";
import type { Segment } from "../api/client";
import type { DocumentSession } from "../document/DocumentSession";
import { may, openSegment, type DocumentState, type OpenSegment } from "../document/state";
import type { Permission } from "../live/messages";
import type { Preferences } from "../workbench/preferences";
import type { Platform } from "./keys";
import { t } from "../messages";

/** What actions work on. */
export interface Workbench {
  session: DocumentSession;
  preferences: Preferences;
  change: (values: Partial<Preferences>) => void;
}

/** Under which heading an action is listed. */
export const GROUPS = ["suggestions", "segment", "review", "tags", "found", "panels", "document"] as const;
export type Group = (typeof GROUPS)[number];

export interface Action {
  /** What it does, as a menu would say it. */
  title: () => string;
  /** A word or two for its button; the title, if there is none. */
  label?: () => string;
  group: Group;
  keys: string | Readonly<Record<Platform, string>>;
  /** Where its key works: anywhere in an open document, or only while the caret is in the editor. */
  scope: "document" | "editor";
  /** What one must be allowed to do in the project; nobody else gets a button for it. */
  needs?: Permission;
  /** Why it does not apply now: null where it does, empty where that needs no words. */
  obstacle?: (state: DocumentState) => string | null;
  /** Where it does not apply, its key keeps its usual meaning in the editor. */
  yields?: boolean;
  /** Shown on the sheet, but its key cannot be changed. */
  fixed?: boolean;
  run: (workbench: Workbench) => void;
}

export const defaultKey = ({ keys }: Action, on: Platform): string => (typeof keys === "string" ? keys : keys[on]);

/** Whether somebody may do something at all, wherever they are. */
export const isPermitted = ({ needs }: Action, state: DocumentState): boolean => !needs || may(state, needs);

/** Why an action does not apply now; null where it does. Nothing is changed by asking. */
export function obstacleTo(action: Action, state: DocumentState): string | null {
  if (!isPermitted(action, state)) return t("actions.obstacles.notPermitted");
  return action.obstacle?.(state) ?? null;
}

/** Do it if it applies; otherwise say why not. */
export function perform(action: Action, workbench: Workbench): boolean {
  const obstacle = obstacleTo(action, workbench.session.state);
  if (obstacle === null) action.run(workbench);
  else if (obstacle && !action.yields) workbench.session.say(obstacle);
  return obstacle === null;
}

/** An action on the open segment's text needs one that may be changed. */
export function inEditable(further: (open: OpenSegment, segment: Segment) => string | null = () => null) {
  return (state: DocumentState): string | null => {
    const segment = openSegment(state);
    if (!state.open || !segment) return t("actions.obstacles.noSegment");
    if (!state.open.editable)
      return state.open.heldBy
        ? t("actions.obstacles.heldBy", { name: state.open.heldBy })
        : t("actions.obstacles.readOnly");
    return further(state.open, segment);
  };
}

/** Do something with the open segment and its editor. */
export function inView(work: (view: EditorView, segment: Segment, workbench: Workbench) => void) {
  return (workbench: Workbench): void => {
    const { view, state } = workbench.session;
    const segment = openSegment(state);
    if (view && segment) work(view, segment, workbench);
  };
}
