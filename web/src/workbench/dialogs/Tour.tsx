// A tour of two minutes on first start: it points at what is there and lets one try it.
import { useEffect, useState } from "react";
import { written } from "../../actions/keys";
import type { Keymap } from "../../actions/keymap";
import { useKeymap } from "../../actions/useKeymap";
import { useSession } from "../../document/useDocument";
import { usePreferences } from "../preferences";

interface Step {
  at: string;
  title: string;
  text: (keys: Keymap) => string;
}

const STEPS: readonly Step[] = [
  {
    at: ".target-editor",
    title: "Start typing",
    text: () => "The grey text is a suggestion. Type over it: after each character the rest follows what you wrote.",
  },
  {
    at: ".target-editor",
    title: "Accept what fits",
    text: (keys) =>
      `${written(keys.acceptHighlighted)} accepts the highlighted words, ${written(keys.acceptWord)} one word, ` +
      `${written(keys.acceptAll)} all of it. A click into the grey text accepts and keeps everything before it.`,
  },
  {
    at: ".offers",
    title: "Other ways to say it",
    text: (keys) =>
      `${written(keys.suggestion1)} to ${written(keys.suggestion3)} accept another continuation, ` +
      `${written(keys.suggestion4)} the language model's line.`,
  },
  {
    at: ".side",
    title: "TM matches and terms",
    text: (keys) =>
      `Matches with their differences, and terms. ${written(keys.found1)} and so on insert one; a double click too.`,
  },
  {
    at: ".card-foot",
    title: "Confirm and go on",
    text: (keys) =>
      `${written(keys.confirm)} confirms what you wrote, or the draft if you wrote nothing, and opens the next segment. ` +
      `It is in the TM at once. Everything is saved as you type.`,
  },
  {
    at: ".status-button",
    title: "All keyboard shortcuts",
    text: (keys) => `${written(keys.help)} shows all shortcuts, and a click on one changes it.`,
  },
];

export function Tour() {
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
    <section className="tour" aria-label="A short tour" style={style}>
      <h2>{now.title}</h2>
      <p>{now.text(keymap)}</p>
      <div className="buttons">
        <span className="faint figure">
          {step + 1} of {STEPS.length}
        </span>
        <button type="button" className="link" onClick={done}>
          Skip
        </button>
        {step > 0 && (
          <button type="button" className="button" onClick={() => setStep(step - 1)}>
            Back
          </button>
        )}
        <button
          type="button"
          className="button primary"
          onClick={() => (step + 1 < STEPS.length ? setStep(step + 1) : done())}
        >
          {step + 1 < STEPS.length ? "Next" : "Done"}
        </button>
      </div>
    </section>
  );
}
