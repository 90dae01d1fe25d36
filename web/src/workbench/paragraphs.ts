// Segments put together again to the paragraphs that they were cut from.
import type { Segment } from "../api/client";

interface ParagraphOfSegments {
  unit: number;
  segments: Segment[];
}

export function paragraphs(segments: readonly Segment[]): ParagraphOfSegments[] {
  const found: ParagraphOfSegments[] = [];
  for (const segment of segments) {
    const last = found.at(-1);
    if (last?.unit === segment.unit) last.segments.push(segment);
    else found.push({ unit: segment.unit, segments: [segment] });
  }
  return found;
}
