// A button for an action: named and enabled as the table says, with its key.
import type { ReactNode } from "react";
import { useDocument } from "../document/useDocument";
import { Key } from "../parts/Key";
import { isPermitted, obstacleTo, perform } from "./action";
import { written } from "./keys";
import { ACTIONS, type ActionId } from "./table";
import { useKeymap } from "./useKeymap";
import { useWorkbench } from "./useWorkbench";
import { useTranslation } from "../messages";

interface ActionButtonProps {
  action: ActionId;
  className?: string;
  pressed?: boolean;
  /** Stands before the name, or, where there is little room, for it. */
  icon?: ReactNode;
  /** Without the key beside its name: the tooltip has it. */
  short?: boolean;
}

export function ActionButton({ action: id, className = "button", pressed, icon, short = false }: ActionButtonProps) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  const action = ACTIONS[id];
  const obstacle = useDocument((state) => obstacleTo(action, state));
  const permitted = useDocument((state) => isPermitted(action, state));
  if (!permitted) return null;
  return (
    <button
      type="button"
      className={className}
      title={t(obstacle ? "actions.titleNot" : "actions.title", {
        title: action.title(),
        keys: written(keymap[id]),
        obstacle: obstacle ?? "",
      })}
      aria-pressed={pressed}
      disabled={obstacle !== null}
      // The focus stays in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => perform(action, workbench)}
    >
      {icon}
      <span className="label">{(action.label ?? action.title)()}</span> {!short && <Key combo={keymap[id]} />}
    </button>
  );
}
