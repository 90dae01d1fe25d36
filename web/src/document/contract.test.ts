// The promises of docs/editor.md on the page's whole state and its real editor, beside a server that answers late, in
// part, or not at all: whatever is done in whatever order, what is confirmed is what was to be seen.
import { redo, undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { afterEach, expect, test } from "vitest";
import type { Segment } from "../api/client";
import { ghostOf, offersOf, shownOf } from "../editor/assist";
import { insert, insertSuggestion, insertTags, replaceAll, replaceTarget, take, takeAndLock } from "../editor/commands";
import { createEditor, showAssist } from "../editor/create";
import { setLock } from "../editor/lock";
import { Chance } from "../testing/chance";
import { textOf } from "../testing/editors";
import { segment } from "../testing/segments";
import { PretendedServer } from "../testing/server";
import type { DocumentEvent, Effect } from "./events";
import { reduce } from "./reduce";
import { draftOf, NOTHING, openSegment, type DocumentState } from "./state";

const SOURCE = "点击⟦1⟧保存⟦/1⟧。";
const DRAFT = "Click ⟦1⟧Save⟦/1⟧ now.";
const RUNS = 25;
const PATIENCE = 60_000;
const STEPS = 70;

/** A page without React: the state, the editor that shows it, and what it sends. */
class Page {
  state: DocumentState = NOTHING;
  view: EditorView | null = null;
  private shownFor = "";

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
    if (effect.type === "show" && this.view) replaceAll(this.view, effect.text, true);
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
      this.view?.destroy();
      this.shownFor = shown;
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

/** Something that a translator does in the editor, by a key or with the mouse. */
function handle(chance: Chance, page: Page): void {
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
      (chance.yes(3) ? redo : undo)(view);
      return;
    case 10:
      view.dispatch({ selection: { anchor: chance.below(length + 1), head: chance.below(length + 1) } });
      return;
    default:
      if (ghost && chance.yes(2)) takeAndLock(view, ghost, chance.below(ghost.text.length + 1));
      view.dispatch({ effects: setLock.of(0) });
  }
}

/** Something that happens outside the editor: another segment, a confirmation, an answer, the connection. */
function happen(chance: Chance, page: Page): void {
  const id = chance.of(page.segments).id;
  switch (chance.below(9)) {
    case 0:
      page.dispatch({ type: "opened", id, caret: chance.below(20) });
      return;
    case 1:
      page.dispatch({ type: "confirmed" });
      return;
    case 2:
      page.dispatch({ type: "stepped", by: chance.yes(2) ? 1 : -1 });
      return;
    case 3:
      page.dispatch({ type: "hid" });
      return;
    case 4:
      page.dispatch({ type: "rested" });
      return;
    case 5:
      if (!chance.yes(3)) return;
      // The connection breaks: what the server has not heard of or has not answered yet is lost.
      page.dispatch({ type: "disconnected" });
      page.server.breakOff(chance);
      page.dispatch({ type: "connected", client: "page" });
      page.dispatch({ type: "received", message: page.server.welcome() });
      return;
    default: {
      const message = page.server.answer(chance);
      if (message) page.dispatch({ type: "received", message });
    }
  }
}

afterEach(() => document.body.replaceChildren());

test(
  "whatever is done in whatever order, what is confirmed is what was to be seen, and nothing is lost",
  () => {
    let confirmed = 0;
    for (let seed = 0; seed < RUNS; seed++) {
      const chance = new Chance(seed);
      const segments = [1, 2, 3].map((id) =>
        segment(id, chance.yes(2) ? { source: SOURCE, status: "draft", target: DRAFT } : { source: SOURCE }),
      );
      const server = new PretendedServer(segments);
      const page = new Page(server, segments);
      page.dispatch({ type: "received", message: server.welcome() });
      for (let step = 0; step < STEPS; step++) {
        if (chance.yes(2)) happen(chance, page);
        else handle(chance, page);
        page.holds();
      }
      const seen = new Map([...page.state.outbox.unsaved].map(([id, kept]) => [id, kept.text]));
      for (let message = server.answer(chance, true); message; message = server.answer(chance, true)) {
        page.dispatch({ type: "received", message });
        page.holds();
      }
      // Everything that waited has arrived, as it was seen.
      expect(page.state.outbox.unsaved.size).toBe(0);
      for (const [id, text] of seen) expect(server.segments.get(id)?.target).toBe(text || server.drafts.get(id));
      confirmed += server.confirmations.size;
      page.view?.destroy();
    }
    expect(confirmed).toBeGreaterThan(RUNS / 2);
  },
  PATIENCE,
);
