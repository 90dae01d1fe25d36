import type { Finding } from "../api/client";
import { toUnits } from "./points";

type Edit = NonNullable<Finding["fix"]>[number];

/** A text after the edits of a fix; null where it is no longer the text that they were made for. */
export function withEdits(text: string, edits: readonly Edit[]): string | null {
  let fixed = text;
  for (const { span, was, text: put } of [...edits].sort((one, other) => other.span[0] - one.span[0])) {
    const [from, to] = [toUnits(text, span[0]), toUnits(text, span[1])];
    if (text.slice(from, to) !== was) return null;
    fixed = fixed.slice(0, from) + put + fixed.slice(to);
  }
  return fixed;
}
