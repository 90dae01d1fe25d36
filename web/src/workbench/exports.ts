// What can be downloaded of a document, and what must be known before it is.
import type { Segment } from "../api/client";
import { isConfirmed } from "../document/filters";

/** Beside the translated document itself. */
export const EXPORTS = ["xliff", "tmx", "table", "text", "original"] as const;
type Kind = "document" | (typeof EXPORTS)[number];

export type Empty = "written" | "draft";

/** Where a document is downloaded. Segments without a translation stay empty, unless their source is asked for. */
export function exportAddress(document: number, kind: Kind, empty: Empty = "written"): string {
  return `/api/documents/${document}/export?kind=${kind}&unconfirmed=${empty}`;
}

/** What is not ready to be delivered. */
export interface Unfinished {
  unconfirmed: number;
  empty: number;
  flagged: number;
}

export function unfinishedOf(segments: readonly Segment[]): Unfinished {
  const count = (is: (segment: Segment) => boolean) => segments.filter(is).length;
  return {
    unconfirmed: count((one) => !isConfirmed(one) && one.target !== ""),
    empty: count((one) => one.target === ""),
    flagged: count((one) => one.problems.length > 0),
  };
}

export const isFinished = ({ unconfirmed, empty, flagged }: Unfinished): boolean => unconfirmed + empty + flagged === 0;
