// Where a translation comes from: its match rate or its origin, in a colour and in words.
import type { Segment } from "../../api/client";
import { badgeOf } from "./status";

export function Badge({ segment }: { segment: Segment }) {
  const badge = badgeOf(segment);
  return (
    badge && (
      <span className={`rate ${badge.kind}`} title={badge.title}>
        {badge.text}
      </span>
    )
  );
}
