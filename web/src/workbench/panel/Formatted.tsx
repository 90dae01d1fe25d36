// A text as it will look: what its tags stand for is done to the words between them.
import { Fragment, type ReactNode } from "react";
import type { Segment } from "../../api/client";
import { splitTags } from "../../editor/tags";

type Tag = Segment["tags"][number];

export function Formatted({ text, tags }: { text: string; tags: readonly Tag[] }) {
  const byNumber = new Map(tags.map((tag) => [tag.number, tag]));
  const levels: { number: number; content: ReactNode[] }[] = [{ number: 0, content: [] }];
  const add = (node: ReactNode) => levels.at(-1)?.content.push(node);
  const close = () => {
    const { number, content } = levels.pop() ?? { number: 0, content: [] };
    add(dressed(content, byNumber.get(number)?.label ?? ""));
  };
  for (const piece of splitTags(text)) {
    if (typeof piece === "string") add(piece);
    else if (piece.kind === "open") levels.push({ number: piece.number, content: [] });
    else if (piece.kind === "alone") add(byNumber.get(piece.number)?.word ?? "");
    else if (levels.some((level) => level.number === piece.number)) {
      // Tags that overlap end together, as they are written.
      while (levels.length > 1 && levels.at(-1)?.number !== piece.number) close();
      if (levels.length > 1) close();
    }
  }
  while (levels.length > 1) close();
  // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is known by its place.
  return levels[0]?.content.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

/** Labels may name several looks at once, such as `bold italic`. */
function dressed(content: readonly ReactNode[], label: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  const inner: ReactNode = content.map((node, index) => <Fragment key={index}>{node}</Fragment>);
  const words = new Set(label.toLowerCase().split(/[^a-z]+/));
  if (words.has("code")) return <code>{inner}</code>;
  let dressedUp: ReactNode = inner;
  if (words.has("bold") || words.has("strong") || words.has("b")) dressedUp = <b>{dressedUp}</b>;
  if (words.has("italic") || words.has("em") || words.has("i")) dressedUp = <em>{dressedUp}</em>;
  if (words.has("underline") || words.has("link") || words.has("u") || words.has("a")) dressedUp = <u>{dressedUp}</u>;
  return dressedUp;
}
