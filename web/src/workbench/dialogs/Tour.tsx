// A tour of two minutes on first start: it points at what is there and lets one try it.
import { useEffect, useState } from "react";
import { written } from "../../actions/keys";
import type { Keymap } from "../../actions/keymap";
import { useKeymap } from "../../actions/useKeymap";
import { useSession } from "../../document/useDocument";
import { usePreferences } from "../preferences";
import { t, useTranslation } from "../../messages";

interface Step {
  at: string;
  title: () => string;
  text: (keys: Keymap) => string;
}

const STEPS: readonly Step[] = [
  {
    at: ".target-editor",
    title: () => t("dialogs.tour.typing"),
    text: () => t("dialogs.tour.typingText"),
  },
  {
    at: ".target-editor",
    title: () => t("dialogs.tour.accepting"),
    text: (keys) =>
      t("dialogs.tour.acceptingText", {
        highlighted: written(keys.acceptHighlighted),
        word: written(keys.acceptWord),
        all: written(keys.acceptAll),
      }),
  },
  {
    at: ".under-target",
    title: () => t("dialogs.tour.others"),
    text: (keys) => t("dialogs.tour.othersText", { first: written(keys.suggestion1), last: written(keys.suggestion3) }),
  },
  {
    at: ".parts",
    title: () => t("dialogs.tour.panel"),
    text: (keys) => t("dialogs.tour.panelText", { first: written(keys.found1) }),
  },
  {
    at: ".tool.main",
    title: () => t("dialogs.tour.confirming"),
    text: (keys) => t("dialogs.tour.confirmingText", { confirm: written(keys.confirm) }),
  },
  {
    at: ".status-button",
    title: () => t("dialogs.tour.shortcuts"),
    text: (keys) => t("dialogs.tour.shortcutsText", { help: written(keys.help) }),
  },
];

export function Tour() {
  const { t } = useTranslation();
  const session = useSession();
  const { preferences, change } = usePreferences();
  const { keymap } = useKeymap();
  const [step, setStep] = useState(0);
  const [place, setPlace] = useState<DOMRect | null>(null);
  const now = STEPS[step];
  const done = () => {
    change({ tourSeen: true });
    session.view?.focus();
  };

  useEffect(() => {
    if (preferences.tourSeen || !now) return;
    const look = () => setPlace(document.querySelector(now.at)?.getBoundingClientRect() ?? null);
    look();
    const timer = window.setInterval(look, 300);
    return () => window.clearInterval(timer);
  }, [now, preferences.tourSeen]);

  if (preferences.tourSeen || !now || !place) return null;
  const below = place.bottom + 190 < window.innerHeight;
  const left = Math.max(12, Math.min(place.left + 24, window.innerWidth - 372));
  const style = below ? { left, top: place.bottom + 10 } : { left, bottom: window.innerHeight - place.top + 10 };
  return (
    <section className="tour" aria-label={t("dialogs.tour.title")} style={style}>
      <h2>{now.title()}</h2>
      <p>{now.text(keymap)}</p>
      <div className="buttons">
        <span className="faint figure">{t("dialogs.tour.step", { step: step + 1, total: STEPS.length })}</span>
        <button type="button" className="link" onClick={done}>
          {t("dialogs.tour.skip")}
        </button>
        {step > 0 && (
          <button type="button" className="button" onClick={() => setStep(step - 1)}>
            {t("dialogs.tour.back")}
          </button>
        )}
        <button
          type="button"
          className="button primary"
          onClick={() => (step + 1 < STEPS.length ? setStep(step + 1) : done())}
        >
          {t(step + 1 < STEPS.length ? "dialogs.tour.next" : "dialogs.tour.done")}
        </button>
      </div>
    </section>
  );
}
