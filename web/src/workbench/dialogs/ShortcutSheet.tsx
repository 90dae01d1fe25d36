// All keys on one sheet; a click on a key and then another key gives the action that one.
import { useEffect, useState } from "react";
import { comboOf, isModifier, written } from "../../actions/keys";
import { ACTIONS, GROUPS, inGroup, type ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import { Dialog } from "../../parts/Dialog";
import { Key } from "../../parts/Key";
import { useTranslation } from "../../messages";

export function ShortcutSheet({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const { change, reset } = useKeymap();
  const [waiting, setWaiting] = useState<ActionId | null>(null);
  const [note, setNote] = useState<string>(() => t("dialogs.shortcuts.how"));

  useEffect(() => {
    if (!waiting) return;
    const listen = (event: KeyboardEvent) => {
      if (isModifier(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      setNote(event.key === "Escape" ? t("dialogs.shortcuts.how") : change(waiting, comboOf(event)));
      setWaiting(null);
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [waiting, change, t]);

  return (
    <Dialog title={t("dialogs.shortcuts.title")} close={close} wide>
      <div className="sheet">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{t(`actions.groups.${group}`)}</h3>
            <ul>
              {inGroup(group).map((id) => (
                <li key={id}>
                  <span>{ACTIONS[id].title()}</span>
                  <Shortcut id={id} waiting={waiting === id} wait={() => setWaiting(id)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p>
        <button
          type="button"
          className="button"
          onClick={() => {
            reset();
            setNote(t("dialogs.shortcuts.allReset"));
          }}
        >
          {t("dialogs.shortcuts.reset")}
        </button>{" "}
        <span className="faint" role="status">
          {note}
        </span>
      </p>
    </Dialog>
  );
}

function Shortcut({ id, waiting, wait }: { id: ActionId; waiting: boolean; wait: () => void }) {
  const { t } = useTranslation();
  const { keymap } = useKeymap();
  const { title, fixed } = ACTIONS[id];
  if (fixed) return <Key combo={keymap[id]} />;
  return (
    <button
      type="button"
      className="key-button"
      onClick={wait}
      aria-label={t("dialogs.shortcuts.change", { action: title(), keys: written(keymap[id]) })}
    >
      {waiting ? t("dialogs.shortcuts.press") : <Key combo={keymap[id]} />}
    </button>
  );
}
