// How long a job will still take, in words.
import { t } from "../messages";

export function timeLeft(seconds: number): string {
  if (seconds < 60) return t("workbench.status.leftSoon");
  return t("workbench.status.left", { count: Math.ceil(seconds / 60) });
}
