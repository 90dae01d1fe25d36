// The minimum match rate, with what it means.
import { useId } from "react";
import { useTranslation } from "../messages";

export function RateSlider({
  rate,
  change,
  done,
}: {
  rate: number;
  change: (rate: number) => void;
  done?: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{t("settings.minimumMatch")}</label>
      <output htmlFor={id}>{rate}</output>
      <input
        id={id}
        type="range"
        min={30}
        max={100}
        value={rate}
        onChange={(event) => change(Number(event.target.value))}
        onPointerUp={done}
        onBlur={done}
      />
      <p className="faint">{t("settings.minimumMatchHelp")}</p>
    </div>
  );
}
