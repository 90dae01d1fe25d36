// Everything the page says, in English. Other languages follow it key by key.
import { frame } from "./frame";
import { session } from "./session";

export const english = { frame, session } as const;
