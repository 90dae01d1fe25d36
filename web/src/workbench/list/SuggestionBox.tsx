// The suggestion box below the segment: the next best translations and the language model's line.
import type { Offer } from "../../editor/assist";
import { Key } from "../../parts/Key";
import { Tagged } from "../../parts/Tagged";
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";

interface SuggestionBoxProps {
  offers: readonly Offer[];
  /** Whether the machine has answered what is written now. */
  answered: boolean;
  chosen: number;
  take: (offer: Offer) => void;
}

export function SuggestionBox({ offers, answered, chosen, take }: SuggestionBoxProps) {
  const { keymap } = useKeymap();
  return (
    <fieldset className="offers" aria-label="Suggestions">
      {/* The room is kept while an answer is on its way, so that nothing below it jumps. */}
      {offers.length === 0 && <span className="faint">{answered ? "No other suggestions here" : "\u00a0"}</span>}
      {offers.map((offer, index) => {
        const key = keymap[`suggestion${index + 1}` as ActionId];
        const words = `${offer.half}${offer.text}`.trim();
        const from = offer.kind === "language model" ? "language model" : `probability ${percent(offer.probability)}`;
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a suggestion is known by its place, as its key is.
            key={index}
            type="button"
            tabIndex={-1}
            className={`offer ${offer.kind === "language model" ? "free" : ""} ${chosen === index ? "chosen" : ""}`}
            title={`${words} (${from})`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(offer)}
          >
            <span className="hidden-text">Suggestion {index + 1}:</span>
            {key && <Key combo={key} />}
            <span className="words">
              <Tagged text={words} />
            </span>
            {offer.probability !== null && <span className="figure">{decimal(offer.probability)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

const decimal = (value: number) => value.toFixed(2).replace(/^0/, "");
const percent = (value: number | null) => `${Math.round(100 * (value ?? 0))}%`;
