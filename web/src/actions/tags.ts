// Actions on tags: the next one that is missing, or one by its number.
import { insertTags } from "../editor/commands";
import { nextMissingTags } from "../editor/tags";
import { inEditable, inView, perform, type Action, type Workbench } from "./action";
import { t } from "../messages";

const byNumber = (number: number): Action => ({
  title: () => t("actions.titles.tag", { number }),
  group: "tags",
  keys: `Alt+Shift+${number}`,
  scope: "document",
  needs: "translate",
  obstacle: inEditable((open, segment) =>
    nextMissingTags(segment.source, open.text, number).length ? null : t("actions.obstacles.tagThere", { number }),
  ),
  run: inView((view, segment) => insertTags(view, segment.source, number)),
});

/** Put a tag in that was clicked in the source. */
export function insertTag(workbench: Workbench, number: number): void {
  perform(byNumber(number), workbench);
}

export const TAGS = {
  insertTag: {
    title: () => t("actions.titles.insertTag"),
    label: () => t("actions.labels.insertTag"),
    group: "tags",
    keys: "Alt+G",
    scope: "document",
    needs: "translate",
    obstacle: inEditable((open, segment) =>
      nextMissingTags(segment.source, open.text).length ? null : t("actions.obstacles.noTag"),
    ),
    run: inView((view, segment) => insertTags(view, segment.source)),
  },
  tag1: byNumber(1),
  tag2: byNumber(2),
  tag3: byNumber(3),
  tag4: byNumber(4),
  tag5: byNumber(5),
  tag6: byNumber(6),
  tag7: byNumber(7),
  tag8: byNumber(8),
  tag9: byNumber(9),
} as const satisfies Record<string, Action>;
