// A text with its tags as chips, and stretches of it marked.
import { Fragment, type ReactNode } from "react";
import { findTags, NO_MEANINGS, tagLabel, tagTitle, type TagPiece } from "../editor/tags";
import { t } from "../messages";

export interface Stretch {
  from: number;
  to: number;
  className: string;
  title?: string;
}

/** Which place in the text a click on it means; null where it is not on the text. */
export function placeOfClick(element: HTMLElement, event: { clientX: number; clientY: number }): number | null {
  const hit = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  if (!hit || !element.contains(hit.startContainer)) return null;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(hit.startContainer, hit.startOffset);
  const copy = before.cloneContents();
  for (const tag of copy.querySelectorAll<HTMLElement>("[data-tag]")) tag.textContent = tag.dataset.tag ?? "";
  return (copy.textContent ?? "").length;
}

interface TaggedProps {
  text: string;
  stretches?: readonly Stretch[];
  /** What its tags stand for, by number. */
  meanings?: ReadonlyMap<number, string>;
  /** Where a click on a tag means something, its tags say what they stand for. */
  onTag?: (tag: TagPiece) => void;
}

/** Stretches may overlap: the first one that covers a place gives it its look. */
export function Tagged({ text, stretches = [], meanings = NO_MEANINGS, onTag }: TaggedProps) {
  const tags = findTags(text);
  const cuts = new Set([0, text.length]);
  for (const one of [...tags, ...stretches])
    cuts.add(Math.min(one.from, text.length)).add(Math.min(one.to, text.length));
  const places = [...cuts].sort((a, b) => a - b);
  const pieces: ReactNode[] = [];
  for (let n = 0; n + 1 < places.length; n++) {
    const from = places[n] as number;
    const to = places[n + 1] as number;
    const tag = tags.find((one) => one.from <= from && to <= one.to);
    if (tag) {
      if (tag.from === from) {
        pieces.push(<TagChip key={from} tag={tag} meanings={meanings} onTag={onTag} />);
      }
      continue;
    }
    const over = stretches.find((one) => one.from <= from && to <= one.to);
    const words = text.slice(from, to);
    pieces.push(
      over ? (
        <span key={from} className={over.className} title={over.title}>
          {words}
        </span>
      ) : (
        <Fragment key={from}>{words}</Fragment>
      ),
    );
  }
  return <>{pieces}</>;
}

interface TagChipProps {
  tag: TagPiece;
  meanings: ReadonlyMap<number, string>;
  onTag: ((tag: TagPiece) => void) | undefined;
}

function TagChip({ tag, meanings, onTag }: TagChipProps) {
  const look = { className: `tag ${tag.kind}`, "data-tag": tag.text, title: tagTitle(tag, meanings) };
  if (!onTag) return <span {...look}>{tagLabel(tag)}</span>;
  return (
    <button
      type="button"
      {...look}
      title={t("segment.insertTag", { tag: look.title })}
      tabIndex={-1}
      // The focus stays in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTag(tag)}
    >
      {tagLabel(tag)} {tag.kind !== "close" && <small>{meanings.get(tag.number)}</small>}
    </button>
  );
}
