// What changed from one text to another, word by word.
import { Tagged } from "../../parts/Tagged";
import { wordDiff } from "./diff";

export function Difference({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after).map((part, index) => {
    const text = <Tagged text={part.text} />;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a part of a text is known by its place.
    if (part.kind === "old") return <del key={index}>{text}</del>;
    if (part.kind === "new") return <ins key={index}>{text}</ins>;
    return <span key={index}>{text}</span>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
  });
}
