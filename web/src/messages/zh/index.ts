// Everything the page says, in Simplified Chinese.
import type { Translated } from "../catalogue";
import type { english } from "../en";
import { frame } from "./frame";
import { session } from "./session";

export const chinese = { frame, session } satisfies Translated<typeof english>;
