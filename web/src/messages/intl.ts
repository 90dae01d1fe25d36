// Numbers, shares and dates, written as the page's language writes them.
import { locale } from ".";

export const number = (value: number): string => value.toLocaleString(locale());

/** A share of one: `0.6` is `60%`. */
export const percent = (share: number): string =>
  share.toLocaleString(locale(), { style: "percent", maximumFractionDigits: 0 });

/** The day and minute of a moment in seconds. */
export const moment = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

/** A day without a time, as `2026-11-27`. */
export const dateOnly = (iso: string): string =>
  new Date(`${iso}T00:00:00`).toLocaleDateString(locale(), { month: "short", day: "numeric", year: "numeric" });

export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(locale(), { dateStyle: "medium" });
