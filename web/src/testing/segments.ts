// Segments for tests.
import type { Segment } from "../api/client";

export function segment(id: number, values: Partial<Segment> = {}): Segment {
  return {
    id,
    document: 1,
    number: id,
    unit: id,
    source: "点击⟦1⟧保存⟦/1⟧。",
    target: "",
    status: "untranslated",
    locked: false,
    propagates: true,
    origin: "none",
    rate: null,
    quality: null,
    problems: [],
    tags: [],
    note: "",
    words: 4,
    version: 1,
    changed_by: "ann",
    changed_at: 1790000000,
    repeated: 1,
    comments: 0,
    ...values,
  };
}
