// A tour of two minutes on first start: it points at what is there and lets one try it.
import { useEffect, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { written, type Keys } from "../keys/shortcuts";
import { usePreferences } from "./preferences";
import { useDesk } from "./useDesk";

interface Step {
  at: string;
  title: string;
  text: (keys: Keys) => string;
}

const STEPS: readonly Step[] = [
  {
    at: ".target-editor",
    title: "Write, and the machine goes on",
    text: () => "The grey text is an offer. Type over it: after each character the rest follows what you wrote.",
  },
  {
    at: ".target-editor",
    title: "Take what is right",
    text: (keys) =>
      `${written(keys.takeSure)} takes the highlighted words, ${written(keys.takeWord)} one word, ` +
      `${written(keys.takeRest)} all of it. A click into the grey text takes and locks what precedes.`,
  },
  {
    at: ".offers",
    title: "Other ways to say it",
    text: (keys) =>
      `${written(keys.offer1)} to ${written(keys.offer3)} take another continuation, ` +
      `${written(keys.offer4)} the language model's line.`,
  },
  {
    at: ".side",
    title: "What the memory knows",
    text: (keys) =>
      `Matches with their differences, and terms. ${written(keys.insert1)} and so on put one in; a double click too.`,
  },
  {
    at: ".card-foot",
    title: "Confirm and go on",
    text: (keys) =>
      `${written(keys.confirm)} confirms what is shown and opens the next segment. ` +
      `The memory has learned it by then. Everything is saved as you type.`,
  },
  {
    at: ".status-button",
    title: "Every key is listed here",
    text: (keys) => `${written(keys.help)} shows all keys, and a click on one changes it.`,
  },
];

export function Tour() {
  const desk = useDesk();
  const { preferences, change } = usePreferences();
  const { keys } = useKeys();
  const [step, setStep] = useState(0);
  const [place, setPlace] = useState<DOMRect | null>(null);
  const now = STEPS[step];
  const done = () => {
    change({ tourSeen: true });
    desk.view?.focus();
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
      <p>{now.text(keys)}</p>
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
