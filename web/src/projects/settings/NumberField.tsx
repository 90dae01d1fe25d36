// A number within limits; what is outside them is said, and not kept.
import { useEffect, useId, useState } from "react";
import { useTranslation } from "../../messages";

interface NumberProps {
  label: string;
  value: number;
  from: number;
  to: number;
  step: number;
  set: (value: number) => void;
}

export function NumberField({ label, value, from, to, step, set }: NumberProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(value));
  const id = useId();
  useEffect(() => setText(String(value)), [value]);
  const number = Number(text);
  const wrong = text.trim() === "" || Number.isNaN(number) || number < from || number > to;
  return (
    <div>
      <label className="labelled row-label">
        {label}
        <input
          className="field small"
          type="number"
          min={from}
          max={to}
          step={step}
          value={text}
          aria-invalid={wrong}
          aria-describedby={wrong ? id : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (!wrong && number !== value) set(number);
          }}
        />
      </label>
      {wrong && (
        <p id={id} className="stale" role="alert">
          {t("settings.range", { from, to })}
        </p>
      )}
    </div>
  );
}
