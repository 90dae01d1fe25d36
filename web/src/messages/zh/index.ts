// Everything the page says, in Simplified Chinese.
import type { Translated } from "../catalogue";
import type { english } from "../en";
import * as actions from "./actions";
import * as analysis from "./analysis";
import * as common from "./common";
import * as dialogs from "./dialogs";
import * as editor from "./editor";
import * as frame from "./frame";
import * as home from "./home";
import * as notes from "./notes";
import * as panel from "./panel";
import * as people from "./people";
import * as project from "./project";
import * as resources from "./resources";
import * as segment from "./segment";
import * as settings from "./settings";
import * as workbench from "./workbench";

export const chinese = {
  ...actions,
  ...analysis,
  ...common,
  ...dialogs,
  ...editor,
  ...frame,
  ...home,
  ...notes,
  ...panel,
  ...people,
  ...project,
  ...resources,
  ...segment,
  ...settings,
  ...workbench,
} satisfies Translated<typeof english>;
