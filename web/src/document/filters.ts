// Which segments the list shows.
import type { Segment } from "../api/client";
import { withoutTags } from "../editor/tags";

export interface Filter {
  status: "any" | "unconfirmed" | Segment["status"];
  origin: "any" | Segment["origin"];
  rate: number;
  doubtful: boolean;
  checks: boolean;
  comments: boolean;
  repeated: boolean;
  text: string;
}

export const ALL: Filter = {
  status: "any",
  origin: "any",
  rate: 0,
  doubtful: false,
  checks: false,
  comments: false,
  repeated: false,
  text: "",
};

export const isConfirmed = (segment: Segment) => segment.status === "confirmed" || segment.status === "approved";

/** The quality estimate, in percent, below which a draft is worth a second look. */
const DOUBTFUL = 40;

/** Whether the machine expects little of its own draft. */
export const isDoubtful = ({ quality }: Segment) => quality !== null && quality < DOUBTFUL;

export function passes(filter: Filter): (segment: Segment) => boolean {
  const wanted = filter.text.trim().toLowerCase();
  return (segment) =>
    (filter.status === "any" ||
      (filter.status === "unconfirmed" ? !isConfirmed(segment) : segment.status === filter.status)) &&
    (filter.origin === "any" || segment.origin === filter.origin) &&
    (filter.rate === 0 || (segment.rate ?? 0) >= filter.rate) &&
    (!filter.doubtful || isDoubtful(segment)) &&
    (!filter.checks || segment.problems.length > 0) &&
    (!filter.comments || segment.comments > 0) &&
    (!filter.repeated || segment.repeated > 1) &&
    (!wanted || `${withoutTags(segment.source)}\n${withoutTags(segment.target)}`.toLowerCase().includes(wanted));
}

export interface Counts {
  all: number;
  unconfirmed: number;
  checks: number;
  comments: number;
  matched: number;
  doubtful: number;
  repeated: number;
}

/** How many segments each of the chips above the list stands for. */
export function count(segments: readonly Segment[]): Counts {
  const counts = { all: segments.length, unconfirmed: 0, checks: 0, comments: 0, matched: 0, doubtful: 0, repeated: 0 };
  for (const segment of segments) {
    if (!isConfirmed(segment)) counts.unconfirmed += 1;
    if (segment.problems.length) counts.checks += 1;
    if (segment.comments) counts.comments += 1;
    if ((segment.rate ?? 0) >= 75) counts.matched += 1;
    if (isDoubtful(segment)) counts.doubtful += 1;
    if (segment.repeated > 1) counts.repeated += 1;
  }
  return counts;
}

/** The next of some segments that is not confirmed, after one of them, going round once. */
export function nextUnconfirmed(visible: readonly Segment[], after: number | null): Segment | null {
  const start = visible.findIndex((segment) => segment.id === after);
  const round = [...visible.slice(start + 1), ...visible.slice(0, Math.max(start, 0))];
  return round.find((segment) => !isConfirmed(segment) && !segment.locked) ?? null;
}
