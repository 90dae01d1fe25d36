// The suggestions worth reading, each in its place, whatever the others say.
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import type { Offer } from "../../editor/assist";
import { Key } from "../../parts/Key";
import { Tagged } from "../../parts/Tagged";
import { useTranslation } from "../../messages";
import { percent } from "../../messages/intl";

interface SuggestionBoxProps {
  offers: readonly Offer[];
  chosen: number;
  take: (offer: Offer) => void;
}

export function SuggestionBox({ offers, chosen, take }: SuggestionBoxProps) {
  const { t } = useTranslation();
  const { keymap } = useKeymap();
  return (
    <fieldset className="offers" aria-label={t("segment.suggestions")}>
      {offers.map((offer, index) => {
        const key = keymap[`suggestion${index + 1}` as ActionId];
        const words = `${offer.half}${offer.text}`.trim();
        const title =
          offer.kind === "language model"
            ? t("segment.fromLanguageModel", { words })
            : t("segment.withProbability", { words, share: percent(offer.probability ?? 0) });
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a suggestion is known by its place, as its key is.
            key={index}
            type="button"
            tabIndex={-1}
            className={`offer ${offer.kind === "language model" ? "free" : ""} ${chosen === index ? "chosen" : ""}`}
            title={title}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(offer)}
          >
            <span className="hidden-text">{t("segment.suggestion", { number: index + 1 })}</span>
            <span className="words">
              <Tagged text={words} />
            </span>
            {key && <Key combo={key} />}
          </button>
        );
      })}
    </fieldset>
  );
}
