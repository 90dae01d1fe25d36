// The ghost text in the editor: a widget behind what is written, clickable word by word.
import { Facet } from "@codemirror/state";
import {
  Decoration,
  type EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { nearestEdge, shownOf, type Ghost, type Word } from "./assist";
import { chip, tagMeanings } from "./chips";
import { assistField, confidenceField } from "./fields";
import { findTags } from "./tags";

export interface GhostListener {
  clicked(view: EditorView, ghost: Ghost, at: number): void;
  hovered(word: Word | null, at: DOMRect | null): void;
}
export const ghostListener = Facet.define<GhostListener, GhostListener | null>({
  combine: (given) => given[0] ?? null,
});

/** How probable a word is, in the four steps that an eye can tell apart. */
function likelihood(probability: number): "high" | "good" | "fair" | "low" {
  return probability >= 0.85 ? "high" : probability >= 0.6 ? "good" : probability >= 0.35 ? "fair" : "low";
}

class GhostWidget extends WidgetType {
  constructor(
    readonly ghost: Ghost,
    readonly confidence: boolean,
  ) {
    super();
  }

  override eq(other: GhostWidget) {
    return (
      other.confidence === this.confidence &&
      other.ghost.text === this.ghost.text &&
      other.ghost.awaited === this.ghost.awaited &&
      other.ghost.sure === this.ghost.sure &&
      JSON.stringify(other.ghost.words) === JSON.stringify(this.ghost.words)
    );
  }

  override toDOM(view: EditorView) {
    const root = document.createElement("span");
    root.className = this.confidence ? "ghost confidence" : "ghost";
    root.setAttribute("aria-hidden", "true");
    for (const piece of this.pieces(view.state.facet(tagMeanings))) root.append(piece);
    const listener = view.state.facet(ghostListener);
    root.addEventListener("mousedown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      if (this.ghost.awaited) return;
      listener?.clicked(view, this.ghost, nearestEdge(this.ghost, placeOf(event)));
    });
    root.addEventListener("mouseover", (event) => {
      const element = (event.target as HTMLElement).closest<HTMLElement>("[data-word]");
      const word = element && this.ghost.words[Number(element.dataset.word)];
      listener?.hovered(word ?? null, element?.getBoundingClientRect() ?? null);
    });
    root.addEventListener("mouseleave", () => listener?.hovered(null, null));
    return root;
  }

  override ignoreEvent() {
    return true;
  }

  /** Stretches that look alike: cut where the sure run ends, at words, and round tags. */
  private *pieces(meanings: ReadonlyMap<number, string>): Generator<HTMLElement> {
    const { text, sure, words } = this.ghost;
    const tags = new Map(findTags(text).map((tag) => [tag.from, tag]));
    const cuts = new Set([0, sure, text.length]);
    for (const word of words) cuts.add(word.start).add(word.end);
    for (const tag of tags.values()) cuts.add(tag.from).add(tag.to);
    const inTag = (at: number) => [...tags.values()].some((tag) => tag.from < at && at < tag.to);
    const places = [...cuts].filter((at) => at <= text.length && !inTag(at)).sort((a, b) => a - b);
    for (let n = 0; n + 1 < places.length; n++) {
      const from = places[n] as number;
      const to = places[n + 1] as number;
      const tag = tags.get(from);
      const element = tag ? chip(tag, meanings) : document.createElement("span");
      if (!tag) element.textContent = text.slice(from, to);
      if (from < sure) element.classList.add("sure");
      element.dataset.at = String(from);
      const index = words.findIndex((word) => word.start <= from && from < word.end);
      const word = words[index];
      if (word) {
        element.dataset.word = String(index);
        element.classList.add(likelihood(word.probability));
      }
      yield element;
    }
  }
}

/** Which character of the ghost text a mouse event is at. */
function placeOf(event: MouseEvent): number {
  const element = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
  const start = Number(element?.dataset.at ?? 0);
  if (element?.classList.contains("tag")) return start;
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const inside = range && element?.contains(range.startContainer);
  return start + (inside ? range.startOffset : 0);
}

function decorate(view: EditorView): DecorationSet {
  const { state } = view;
  const ghost = shownOf(state.field(assistField), state.doc.toString());
  if (!ghost) return Decoration.none;
  const widget = new GhostWidget(ghost, state.field(confidenceField));
  return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
}

export const ghostText = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate) {
      // The page must not change around a text that an input method is composing.
      this.decorations = update.view.composing ? this.decorations.map(update.changes) : decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
