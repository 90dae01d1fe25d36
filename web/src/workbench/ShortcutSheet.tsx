// All keys on one sheet; a click on a key and then another key gives the action that one.
import { useEffect, useState } from "react";
import { ACTIONS, comboOf, SHORTCUTS, written, type Action } from "../keys/shortcuts";
import { useKeys } from "../keys/useKeys";
import { Dialog } from "../parts/Dialog";
import { Key } from "../parts/Key";

export function ShortcutSheet({ close }: { close: () => void }) {
  const { keys, change, reset } = useKeys();
  const [waiting, setWaiting] = useState<Action | null>(null);

  useEffect(() => {
    if (!waiting) return;
    const listen = (event: KeyboardEvent) => {
      if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      change(waiting, comboOf(event));
      setWaiting(null);
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [waiting, change]);

  const groups = [...new Set(ACTIONS.map((id) => SHORTCUTS[id][2]))];
  return (
    <Dialog title="Keys" close={close} wide>
      <div className="sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {ACTIONS.filter((id) => SHORTCUTS[id][2] === group).map((id) => (
                <li key={id}>
                  <span>{SHORTCUTS[id][1]}</span>
                  <button
                    type="button"
                    className="key-button"
                    onClick={() => setWaiting(id)}
                    aria-label={`${SHORTCUTS[id][1]}: ${written(keys[id])}. Change the key`}
                  >
                    {waiting === id ? "press a key …" : <Key combo={keys[id]} />}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p>
        <button type="button" className="button" onClick={reset}>
          All keys as they were
        </button>{" "}
        <span className="faint">A click on a key, then another key, changes it.</span>
      </p>
    </Dialog>
  );
}
