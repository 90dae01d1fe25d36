// Everything the page says, in English. Other languages follow it key by key.
import { dialogs } from "./dialogs";
import { editor } from "./editor";
import { frame } from "./frame";
import { panel } from "./panel";
import { segment } from "./segment";
import { session } from "./session";
import { workbench } from "./workbench";

export const english = { dialogs, editor, frame, panel, segment, session, workbench } as const;
