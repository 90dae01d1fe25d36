// The minimum match rate, with what it means.
import { useId } from "react";

export function RateSlider({
  rate,
  change,
  done,
}: {
  rate: number;
  change: (rate: number) => void;
  done?: () => void;
}) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>Minimum match (%)</label>
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
      <p className="faint">Matches below it are not shown. They still help the engine from 30% on.</p>
    </div>
  );
}
