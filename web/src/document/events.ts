// What can happen to the open document, and what the page must do about it beyond its own state.
import type { Segment } from "../api/client";
import type { ClientMessage, EffortKind, ServerMessage } from "../live/messages";
import type { Outbox } from "../live/outbox";
import type { Filter } from "./filters";
import type { Dialog, Panel } from "./state";

/** What is written in the editor, and what is selected there. */
export interface Written {
  text: string;
  caret: number;
  anchor: number;
}

export type DocumentEvent =
  // The connection and the server.
  | { type: "unstashed"; outbox: Outbox }
  | { type: "connected"; client: string }
  | { type: "disconnected" }
  | { type: "missing"; reason: string }
  | { type: "received"; message: ServerMessage }
  | { type: "loaded"; segments: readonly Segment[]; structure: number }
  | { type: "refreshed"; segment: Segment }
  | { type: "noted"; note: string }
  // The translator goes to another segment.
  /** `caret`: where in its text one clicked; the end, unless given. */
  | { type: "opened"; id: number; caret?: number }
  | { type: "stepped"; by: number }
  | { type: "steppedToUnconfirmed" }
  | { type: "tookOver" }
  // The translator writes.
  | { type: "edited"; written: Written }
  | { type: "followed"; written: Written }
  | { type: "moved"; written: Written }
  | { type: "rested" }
  | { type: "hid" }
  | { type: "chose"; suggestion: number }
  | { type: "explained" }
  | { type: "confirmed" }
  | { type: "merged" }
  | { type: "keptMine"; id: number }
  | { type: "tookTheirs"; id: number }
  // The translator looks at something else.
  | { type: "filtered"; filter: Filter }
  | { type: "panelChosen"; panel: Panel; phrase?: string }
  | { type: "drawerMoved"; open: boolean }
  | { type: "dialogOpened"; dialog: Dialog }
  | { type: "dialogClosed" }
  | { type: "readingToggled" };

export type Effect =
  | { type: "send"; message: ClientMessage }
  /** Ask for the list of segments. */
  | { type: "load" }
  /** Ask for one segment. */
  | { type: "refresh"; segment: number }
  | { type: "merge"; segment: number; version: number }
  /** Have `rested` happen when the caret has not moved for a moment; or not any more. */
  | { type: "awaitRest" }
  | { type: "forgetRest" }
  /** Put a text that the server has into the editor. */
  | { type: "show"; text: string }
  /** Send what the segment took, if the project keeps that. */
  | { type: "sendEffort"; segment: number }
  | { type: "countEffort"; kind: EffortKind; characters: number }
  | { type: "countConfirmed"; characters: number };

/** What an event makes of the state, and what is to be done. */
export type Step<State> = readonly [State, readonly Effect[]];
