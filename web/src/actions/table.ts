// Every action of the workbench, by name.
import type { Action } from "./action";
import { DOCUMENT } from "./document";
import { SEGMENT } from "./segment";
import { SUGGESTIONS } from "./suggestions";
import { TAGS } from "./tags";

const TABLE = { ...SUGGESTIONS, ...SEGMENT, ...TAGS, ...DOCUMENT };

export type ActionId = keyof typeof TABLE;
export const ACTIONS: Readonly<Record<ActionId, Action>> = TABLE;
export const ACTION_IDS = Object.keys(TABLE) as ActionId[];
export const GROUPS = ["Suggestions", "Segment", "Tags", "Matches and terms", "Panels", "Document"] as const;

export const inGroup = (group: string): ActionId[] => ACTION_IDS.filter((id) => ACTIONS[id].group === group);
