// Actions that are called like what was typed, in the search window.
import { isPermitted, obstacleTo } from "../../actions/action";
import { ACTION_IDS, ACTIONS, type ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import type { DocumentState } from "../../document/state";
import { useSession } from "../../document/useDocument";
import { Key } from "../../parts/Key";
import { useTranslation } from "../../messages";

const MOST = 6;

/** The actions whose names have all the words; after `>`, all of them. */
export function matching(text: string): ActionId[] {
  const asked = text.startsWith(">");
  const words = text.replace(/^>/, "").toLowerCase().split(/\s+/).filter(Boolean);
  if (!asked && words.length === 0) return [];
  const found = ACTION_IDS.filter((id) => words.every((word) => ACTIONS[id].title().toLowerCase().includes(word)));
  return asked ? found : found.slice(0, MOST);
}

export function applicable(text: string, state: DocumentState): ActionId[] {
  return matching(text).filter((id) => obstacleTo(ACTIONS[id], state) === null);
}

export function ActionHits({ text, run }: { text: string; run: (id: ActionId) => void }) {
  const { t } = useTranslation();
  const { state } = useSession();
  const { keymap } = useKeymap();
  const found = matching(text).filter((id) => isPermitted(ACTIONS[id], state));
  if (found.length === 0) return null;
  return (
    <ul className="hits" aria-label={t("dialogs.search.actions")}>
      {found.map((id) => {
        const obstacle = obstacleTo(ACTIONS[id], state);
        return (
          <li key={id}>
            <button
              type="button"
              className="hit action-hit"
              disabled={obstacle !== null}
              title={obstacle ?? undefined}
              onClick={() => run(id)}
            >
              <span>{ACTIONS[id].title()}</span>
              <Key combo={keymap[id]} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
