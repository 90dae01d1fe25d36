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

/** The paragraph that a segment is in, with some before and after it. */
export function paragraphsAround(segments: readonly Segment[], place: number, reach: number): ParagraphOfSegments[] {
  const edge = (step: 1 | -1) => {
    let at = place;
    for (let left = reach; segments[at + step]; at += step) {
      if (segments[at]?.unit !== segments[at + step]?.unit && left-- === 0) break;
    }
    return at;
  };
  return paragraphs(segments.slice(edge(-1), edge(1) + 1));
}
