// The match bands by the names that other tools give them.
import type { Analysis } from "../../api/client";
import { t } from "../../messages";

export type Band = Analysis["total"]["bands"][number];

const INTERNAL = "internal ";

export function bandName(band: string): string {
  if (band === "101" || band === "repetitions" || band === "new" || band === "total") return t(`analysis.band.${band}`);
  if (band.startsWith(INTERNAL)) return t("analysis.internal", { rates: `${band.slice(INTERNAL.length)}%` });
  return `${band}%`;
}

export const isTotal = ({ band }: Band): boolean => band === "total";

/** Which colour a band has. */
export const colourOf = (bands: readonly Band[], band: Band): string => `band-${bands.indexOf(band)}`;
