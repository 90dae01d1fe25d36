// Everything the page says, in Simplified Chinese.
import type { Translated } from "../catalogue";
import type { english } from "../en";
import { dialogs } from "./dialogs";
import { editor } from "./editor";
import { frame } from "./frame";
import { panel } from "./panel";
import { segment } from "./segment";
import { session } from "./session";
import { workbench } from "./workbench";

export const chinese = { dialogs, editor, frame, panel, segment, session, workbench } satisfies Translated<
  typeof english
>;
