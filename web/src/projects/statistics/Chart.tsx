// A figure by day: a bar for each, the newest as a number, the first and the last day named.
import type { Day } from "../../api/client";
import { useTranslation } from "../../messages";
import { dateOnly } from "../../messages/intl";

interface ChartProps {
  title: string;
  days: readonly Day[];
  of: (day: Day) => number | null;
  write: (value: number) => string;
}

const [WIDTH, HEIGHT] = [300, 90];
/** So that a single day is no wall. */
const FEWEST = 10;

export function Chart({ title, days, of, write }: ChartProps) {
  const { t } = useTranslation();
  const values = days.map(of);
  const most = Math.max(...values.map((value) => value ?? 0)) || 1;
  const newest = values.findLast((value) => value !== null);
  const width = WIDTH / Math.max(days.length, FEWEST);
  const told = newest == null ? t("statistics.noFigure") : write(newest);
  const label = t("statistics.byDay", { title, told });
  return (
    <figure className="card chart">
      <figcaption>
        <span className="faint">{title}</span>
        <b className="figure">{told}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {values.map((value, index) => {
          const height = (HEIGHT * (value ?? 0)) / most;
          const day = days[index]?.day ?? "";
          return (
            <rect key={day} x={index * width + width * 0.1} width={width * 0.8} y={HEIGHT - height} height={height}>
              <title>{`${dateOnly(day)}: ${value === null ? "–" : write(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="faint axis">
        <span>{dateOnly(days[0]?.day ?? "")}</span>
        {days.length > 1 && <span>{dateOnly(days.at(-1)?.day ?? "")}</span>}
      </p>
    </figure>
  );
}
