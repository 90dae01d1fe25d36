// Tags in the editor: shown as small chips, walked over and deleted whole.
import { Facet, type Range } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { findTags, tagLabel, tagTitle, type TagPiece } from "./tags";

/** What the tags of the segment stand for, by number: bold, a link, `%s`. */
export const tagMeanings = Facet.define<ReadonlyMap<number, string>, ReadonlyMap<number, string>>({
  combine: (given) => given[0] ?? new Map(),
});

export function chip(tag: TagPiece, meanings: ReadonlyMap<number, string>): HTMLElement {
  const element = document.createElement("span");
  element.title = tagTitle(tag, meanings);
  element.className = `tag ${tag.kind}`;
  element.textContent = tagLabel(tag);
  return element;
}

class Chip extends WidgetType {
  constructor(readonly tag: TagPiece) {
    super();
  }
  override eq(other: Chip) {
    return other.tag.text === this.tag.text;
  }
  toDOM(view: EditorView) {
    return chip(this.tag, view.state.facet(tagMeanings));
  }
}

function decorate(view: EditorView): DecorationSet {
  const chips: Range<Decoration>[] = findTags(view.state.doc.toString()).map((tag) =>
    Decoration.replace({ widget: new Chip(tag) }).range(tag.from, tag.to),
  );
  return Decoration.set(chips);
}

export const chips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = decorate(update.view);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);
