// The page of keys in the documentation, made from the table of actions.
import { written } from "./keys";
import { defaultKeymap } from "./keymap";
import { ACTIONS, GROUPS, inGroup } from "./table";
import type { Group } from "./action";
import { t } from "../messages";

const WINDOWS = defaultKeymap("windows");
const MAC = defaultKeymap("mac");

const code = (text: string) => `\`${text}\``;

function group(name: Group): string {
  const lines = inGroup(name).map(
    (id) => `| ${ACTIONS[id].title()} | ${code(written(WINDOWS[id], "windows"))} | ${code(written(MAC[id], "mac"))} |`,
  );
  return [
    `## ${t(`actions.groups.${name}`)}`,
    "",
    "| action | Windows, Linux | macOS |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

export function keysPage(): string {
  return [
    "# Keyboard shortcuts",
    "",
    "Every action of the workbench and its key. <!-- Written from web/src/actions by `npm --prefix web test -- -u`. -->",
    "In the page, `F1` (on a Mac `⌘ /`) shows this list: click a shortcut, then press the new keys. `Ctrl K` and a `>`",
    "run an action by its name. A key that types a character cannot be given to an action; a key that another action",
    "has is exchanged, and the page says so.",
    "",
    "`Tab` stays in the editor. To leave it with the keyboard, press `Esc` and then `Tab` within two seconds.",
    "",
    ...GROUPS.map(group),
  ].join("\n");
}
