// What a word of each match band is worth in per cent of a new one; the project's own rates.
import { useState, type FormEvent } from "react";
import { useTranslation } from "../../messages";
import { Dialog } from "../../parts/Dialog";
import { bandName, isTotal, type Band } from "./bands";

interface RatesDialogProps {
  bands: readonly Band[];
  close: () => void;
  save: (rates: Record<string, number>) => void;
}

export function RatesDialog({ bands, close, save }: RatesDialogProps) {
  const { t } = useTranslation();
  const rated = bands.filter((band) => !isTotal(band));
  const [texts, setTexts] = useState(() => Object.fromEntries(rated.map((one) => [one.band, String(one.rate)])));
  const keep = (event: FormEvent) => {
    event.preventDefault();
    save(Object.fromEntries(Object.entries(texts).map(([band, text]) => [band, Number(text)])));
  };
  return (
    <Dialog title={t("analysis.rates")} close={close}>
      <p className="faint">{t("analysis.ratesHelp")}</p>
      <form className="form" onSubmit={keep}>
        <div className="rates">
          {rated.map(({ band }) => (
            <label key={band} className="labelled row-label">
              {bandName(band)}
              <input
                className="field small"
                type="number"
                required
                min={0}
                max={100}
                step="any"
                value={texts[band]}
                onChange={(event) => setTexts({ ...texts, [band]: event.target.value })}
              />
            </label>
          ))}
        </div>
        <div className="buttons">
          <button type="button" className="button" onClick={() => save({})}>
            {t("analysis.usual")}
          </button>
          <span />
          <button type="button" className="button" onClick={close}>
            {t("common.cancel")}
          </button>
          <button type="submit" className="button primary">
            {t("common.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
