// Tags in the editor: shown as small chips, walked over and deleted whole.
import type { Range } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { findTags, tagLabel, type TagPiece } from "./tags";

export function chip(tag: TagPiece): HTMLElement {
  const element = document.createElement("span");
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
  toDOM() {
    return chip(this.tag);
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
