// What can happen to the open document, and what the page must do about it beyond its own state.
import type { Finding, Segment, Termbase } from "../api/client";
import type { ClientMessage, EffortKind, ServerMessage } from "../live/messages";
import type { Outbox } from "../live/outbox";
import type { Filter } from "./filters";
import type { Versioned } from "./history";
import type { Verdict } from "./reviewing";
import type { Dialog, Panel, TermAsked } from "./state";

/** What is written in the editor, and what is selected there. */
export interface Written {
  text: string;
  caret: number;
  anchor: number;
  /** How many steps the editor's own history has now. */
  depth?: number;
  /** How many of its steps were undone and can be done again. */
  redos?: number;
  /** Whether this is a step back, or none of the editor's history. */
  how?: "done" | "undone" | "unrecorded";
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
  | { type: "askedToRephrase" }
  | { type: "explained" }
  | { type: "confirmed" }
  | { type: "merged" }
  /** A reviewer has decided about the open segment. */
  | { type: "judged"; verdict: Verdict }
  /** A change of this page's own, which is not undone, has made another version of a segment. */
  | { type: "carried"; segment: number; from: number; to: number }
  /** What a check found is ignored in this text from now on, or reported again. */
  | { type: "ignored"; finding: Finding; ignored: boolean }
  /** The server has changed segments for this page, and left them at these versions. */
  | { type: "changed"; changes: readonly Versioned[] }
  | { type: "undone" }
  | { type: "tookBack"; changed: readonly Segment[]; refused: readonly { segment: number; message: string }[] }
  | { type: "notTakenBack"; reason: string }
  | { type: "forgotten" }
  | { type: "keptMine"; id: number }
  | { type: "tookTheirs"; id: number }
  // The translator looks at something else.
  | { type: "filtered"; filter: Filter }
  | { type: "panelChosen"; panel: Panel; phrase?: string }
  | { type: "drawerMoved"; open: boolean }
  | { type: "dialogOpened"; dialog: Dialog }
  | { type: "termAsked"; term: TermAsked }
  | { type: "picked"; text: string }
  | { type: "termbasesKnown"; termbases: readonly Termbase[] }
  /** A termbase was changed here: the open segment's terms, checks and suggestions follow. */
  | { type: "termsChanged" }
  | { type: "dialogClosed" }
  | { type: "readingToggled" };

export type Effect =
  | { type: "send"; message: ClientMessage }
  /** Ask for the list of segments. */
  | { type: "load" }
  /** Ask for one segment. */
  | { type: "refresh"; segment: number }
  | { type: "merge"; segment: number; version: number }
  | { type: "judge"; segment: number; version: number; verdict: Verdict }
  | { type: "undo"; changes: readonly Versioned[] }
  /** Have `rested` happen when the caret has not moved for a moment; or not any more. */
  | { type: "awaitRest" }
  | { type: "forgetRest" }
  /** Put a text that the server has into the editor; `recorded`: as a step that its history keeps. */
  | { type: "show"; text: string; recorded: boolean }
  /** What is written from here on is another step of the editor's own history. */
  | { type: "separate" }
  /** Send what the segment took, if the project keeps that. */
  | { type: "sendEffort"; segment: number }
  | { type: "countEffort"; kind: EffortKind; characters: number }
  | { type: "countConfirmed"; characters: number };

/** What an event makes of the state, and what is to be done. */
export type Step<State> = readonly [State, readonly Effect[]];
