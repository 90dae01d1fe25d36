// A page without React, and a translator at it who does anything: for tests of the whole.
import { redo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { expect } from "vitest";
import { perform } from "../actions/action";
import { SEGMENT } from "../actions/segment";
import type { Segment } from "../api/client";
import type { DocumentSession } from "../document/DocumentSession";
import type { DocumentEvent, Effect } from "../document/events";
import type { Versioned } from "../document/history";
import { reduce } from "../document/reduce";
import { draftOf, NOTHING, openSegment, type DocumentState } from "../document/state";
import { ghostOf, offersOf, shownOf } from "../editor/assist";
import {
  follow,
  insert,
  insertSuggestion,
  insertTags,
  replaceTarget,
  separate,
  take,
  takeAndLock,
} from "../editor/commands";
import { createEditor, keptHistory, showAssist, type KeptHistory } from "../editor/create";
import { setLock } from "../editor/lock";
import type { Preferences } from "../workbench/preferences";
import type { Chance } from "./chance";
import { textOf } from "./editors";
import type { PretendedServer } from "./server";

export const SOURCE = "点击⟦1⟧保存⟦/1⟧。";
export const DRAFT = "Click ⟦1⟧Save⟦/1⟧ now.";

/** A page without React: the state, the editor that shows it, and what it sends. */
export class Page {
  state: DocumentState = NOTHING;
  view: EditorView | null = null;
  /** What the server was asked to undo and has not answered yet. */
  undoing: readonly Versioned[] = [];
  readonly histories = new Map<number, KeptHistory>();
  private shownFor = "";
  private shownId = 0;

  constructor(
    readonly server: PretendedServer,
    readonly segments: readonly Segment[],
  ) {
    this.dispatch({ type: "connected", client: "page" });
    this.dispatch({ type: "loaded", segments, structure: 1 });
  }

  dispatch(event: DocumentEvent): void {
    const before = this.state;
    const seen = this.visible();
    const [state, effects] = reduce(before, event);
    this.state = state;
    for (const effect of effects) this.perform(effect, seen);
    this.draw();
    if (event.type === "opened" && before.list.loaded) expect(state.list.segments).toEqual(before.list.segments);
  }

  /** What the translator sees as the text that would be confirmed. */
  visible(): string {
    const { open } = this.state;
    if (!open || !this.view) return "";
    const text = textOf(this.view);
    return text === "" && open.draft ? (shownOf(open.assist, "")?.text ?? "") : text;
  }

  private perform(effect: Effect, seen: string): void {
    if (effect.type === "show" && this.view) follow(this.view, effect.text, effect.recorded);
    if (effect.type === "separate" && this.view) separate(this.view);
    if (effect.type === "undo") this.undoing = effect.changes;
    if (effect.type !== "send") return;
    if (effect.message.type === "confirm") {
      const { seq, segment: id, text } = effect.message;
      // A confirmation that is sent again, after a lost connection, is the one that was seen then.
      if (!this.server.confirmations.has(id)) expect(text).toBe(seen);
      this.server.confirmations.set(id, text);
      expect(this.state.outbox.unsaved.get(id)).toMatchObject({ seq, text });
    }
    this.server.hear(effect.message);
  }

  /** As the page's components do: another segment gets another editor; the editor is told what is suggested. */
  private draw(): void {
    const { open } = this.state;
    const shown = open ? `${open.id} ${open.editable}` : "";
    if (shown !== this.shownFor) {
      if (this.view) this.histories.set(this.shownId, keptHistory(this.view));
      this.view?.destroy();
      this.shownFor = shown;
      this.shownId = open?.id ?? 0;
      const { text = "", caret = 0, editable = true, assist } = open ?? {};
      this.view =
        open && assist
          ? createEditor(
              document.body,
              {
                text,
                caret,
                assist,
                language: "en",
                label: "",
                readOnly: !editable,
                meanings: new Map(),
                confidence: false,
                kept: this.histories.get(open.id),
              },
              {
                changed: (written, type) => this.dispatch({ type, written }),
                key: () => false,
                lockedRefused: () => {},
                typed: () => {},
                clicked: () => {},
                hovered: () => {},
              },
            )
          : null;
    } else if (open && this.view) showAssist(this.view, open.assist);
  }

  say(note: string): void {
    this.dispatch({ type: "noted", note });
  }

  /** The server answers what it was asked to undo. */
  tookBack(): void {
    const changes = this.undoing;
    this.undoing = [];
    if (changes.length) this.dispatch({ type: "tookBack", ...this.server.undo(changes) });
  }

  holds(): void {
    const { open } = this.state;
    if (!open || !this.view) return;
    expect(open.text).toBe(textOf(this.view));
    const ghost = ghostOf(open.assist, open.text);
    if (ghost) expect(shownOf(open.assist, open.text)).toEqual(ghost);
    const listed = openSegment(this.state);
    const draft = listed && draftOf(this.state, listed);
    if (draft && open.text === "" && !open.assist.hidden) expect(ghost?.text).toBe(draft.text);
  }
}

/** Press the key for undo. */
export function undoLast(page: Page): void {
  // The page is all of a session that the action needs.
  const session = page as unknown as DocumentSession;
  perform(SEGMENT.undo, { session, preferences: {} as Preferences, change: () => {} });
}

/** Something that a translator does in the editor, by a key or with the mouse. */
export function handle(chance: Chance, page: Page): void {
  const { view, state } = page;
  const { open } = state;
  if (!view || !open) return;
  const before = textOf(view);
  const { length } = view.state.doc;
  const ghost = ghostOf(open.assist, before);
  switch (chance.below(12)) {
    case 0:
    case 1:
    case 2: {
      // A key that agrees with the suggestion, or does not.
      const agreeing = ghost?.text.startsWith("⟦") ? undefined : ghost?.text[0];
      const text = (chance.yes(2) && agreeing) || chance.of(["a", " ", "C", "l", "数", "."]);
      const { from, to } = view.state.selection.main;
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: "input.type",
      });
      return;
    }
    case 3: {
      const taken = take(view, chance.of(["word", "sure", "rest"] as const));
      expect(textOf(view)).toBe(before + taken);
      expect(ghost?.text.startsWith(taken) ?? taken === "").toBe(true);
      return;
    }
    case 4:
      if (length) view.dispatch({ changes: { from: length - 1, to: length }, userEvent: "delete.backward" });
      return;
    case 5:
      view.dispatch({ changes: { from: 0, to: length }, userEvent: "delete.selection" });
      return;
    case 6: {
      const [offer] = offersOf(open.assist, open.text, open.caret);
      if (offer) insertSuggestion(view, offer.text);
      return;
    }
    case 7:
      if (chance.yes(2)) insertTags(view, SOURCE);
      else insert(view, "term", true);
      return;
    case 8:
      replaceTarget(view, chance.of(["A match of the memory.", SOURCE]));
      return;
    case 9:
      if (chance.yes(3)) redo(view);
      else undoLast(page);
      return;
    case 10:
      view.dispatch({ selection: { anchor: chance.below(length + 1), head: chance.below(length + 1) } });
      return;
    default:
      if (ghost && chance.yes(2)) takeAndLock(view, ghost, chance.below(ghost.text.length + 1));
      view.dispatch({ effects: setLock.of(0) });
  }
}
