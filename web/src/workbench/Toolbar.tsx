// What can be done with the open segment, as buttons that know whether they apply; which segments are listed, and how.
import type { ReactNode } from "react";
import { ActionButton } from "../actions/ActionButton";
import type { ActionId } from "../actions/table";
import { FilterBar } from "./FilterBar";
import { Menu } from "../parts/Menu";
import { usePreferences } from "./preferences";
import { Icon, type IconName } from "./icons";
import { may, openSegment } from "../document/state";
import { useDocument } from "../document/useDocument";
import { useTranslation } from "../messages";

const TOOLS: readonly (readonly [ActionId, IconName])[] = [
  ["copySource", "copy"],
  ["insertTag", "tag"],
  ["comments", "comment"],
  ["split", "split"],
  ["merge", "merge"],
];

interface ToolbarProps {
  /** How many segments pass the filter. */
  shown: number;
  reading: boolean;
  children?: ReactNode;
}

export function Toolbar({ shown, reading, children }: ToolbarProps) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const locked = useDocument((state) => openSegment(state)?.locked ?? false);
  const comments = useDocument((state) => may(state, "comment"));
  return (
    <div className="toolbar">
      <div className="tools" role="toolbar" aria-label={t("workbench.toolbar.segment")}>
        <ActionButton action="confirm" className="tool main" icon={<Icon name="confirm" />} />
        {TOOLS.filter(([id]) => id !== "comments" || comments).map(([id, icon]) => (
          <ActionButton key={id} action={id} className="tool" icon={<Icon name={icon} />} short />
        ))}
        <ActionButton action="approve" className="tool" icon={<Icon name="approved" />} short />
        <ActionButton action="reject" className="tool bare icon-only" icon={<Icon name="reject" />} short />
        <ActionButton
          action="lockSegment"
          className="tool bare icon-only"
          icon={<Icon name="lock" />}
          pressed={locked}
          short
        />
        <ActionButton action="undo" className="tool bare icon-only" icon={<Icon name="undo" />} short />
        <ActionButton action="redo" className="tool bare icon-only" icon={<Icon name="redo" />} short />
      </div>
      <FilterBar shown={shown} />
      <div className="tools">
        <ActionButton action="reading" className="tool bare" icon={<Icon name="preview" />} pressed={reading} short />
        <Menu label={t("workbench.toolbar.view")}>
          {!reading && <ActionButton action="layout" className="" />}
          <ActionButton action="size" className="" />
          <ActionButton action="whitespace" className="" pressed={preferences.whitespace} />
        </Menu>
        {children}
      </div>
    </div>
  );
}
