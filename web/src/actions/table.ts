// Every action of the workbench, by name.
import type { Action, Group } from "./action";
import { DOCUMENT } from "./document";
import { REVIEW } from "./review";
import { SEGMENT } from "./segment";
import { SUGGESTIONS } from "./suggestions";
import { TAGS } from "./tags";
import { TERMS } from "./terms";

const TABLE = { ...SUGGESTIONS, ...SEGMENT, ...REVIEW, ...TAGS, ...TERMS, ...DOCUMENT };

export type ActionId = keyof typeof TABLE;
export const ACTIONS: Readonly<Record<ActionId, Action>> = TABLE;
export { GROUPS } from "./action";
export const ACTION_IDS = Object.keys(TABLE) as ActionId[];

export const inGroup = (group: Group): ActionId[] => ACTION_IDS.filter((id) => ACTIONS[id].group === group);
