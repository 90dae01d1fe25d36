// What a segment's status, origin and place are called, and what stands for them in the list.
import type { Segment } from "../../api/client";
import { isDoubtful } from "../../document/filters";
import type { IconName } from "../icons";
import { t } from "../../messages";

export const STATUSES: readonly Segment["status"][] = ["untranslated", "draft", "edited", "confirmed", "approved"];

export const STATUS_ICON: Partial<Record<Segment["status"], IconName>> = {
  edited: "edited",
  confirmed: "confirm",
  approved: "approved",
};

/** All that the edge of a row says, in words. */
export function stateInWords(segment: Segment): string {
  const parts: string[] = [t(`segment.status.${segment.status}`)];
  if (segment.locked) parts.push(t("segment.locked"));
  if (segment.problems.length > 0) parts.push(t("segment.issues", { names: segment.problems.join(", ") }));
  return parts.join(", ");
}

/** The look of the edge: a QA issue is seen before anything else. */
export function edgeOf(segment: Segment): string {
  const look = segment.problems.length > 0 ? "issue" : segment.status;
  return segment.locked ? `edge ${look} locked` : `edge ${look}`;
}

export interface BadgeLook {
  kind: RateKind | "plain";
  text: string;
  title: string;
}

export type RateKind = "exact" | "close" | "far";

/** What a match rate means, beside its number. */
export function rateKind(rate: number): RateKind {
  return rate >= 100 ? "exact" : rate >= 75 ? "close" : "far";
}

const MARKED = ["machine", "propagated", "file", "replaced", "restored"] as const;

/** Where a translation comes from, as a badge; null where it was written here. */
export function badgeOf(segment: Segment): BadgeLook | null {
  const { rate, origin, quality } = segment;
  if (rate !== null) return { kind: rateKind(rate), text: `${rate}%`, title: t(`segment.${matchKind(rate)}`) };
  if (quality !== null) {
    const title = t("segment.estimated", { quality });
    return { kind: isDoubtful(segment) ? "far" : "plain", text: `${t("segment.badge.machine")} ${quality}`, title };
  }
  const marked = MARKED.find((one) => one === origin);
  return marked ? { kind: "plain", text: t(`segment.badge.${marked}`), title: t(`segment.origin.${marked}`) } : null;
}

const matchKind = (rate: number) => (rate > 100 ? "contextMatch" : rate === 100 ? "exactMatch" : "fuzzyMatch");

/** The cell that a segment stands in, where its document is a table. */
export function cellOf(segment: Segment): string | null {
  return /!([A-Z]{1,3}\d+)$/.exec(segment.note)?.[1] ?? null;
}
