// The promises of docs/editor.md on the page's whole state and its real editor, beside a server that answers late, in
// part, or not at all: whatever is done in whatever order, what is confirmed is what was to be seen, and undo undoes it.
import { afterEach, expect, test } from "vitest";
import type { Segment } from "../api/client";
import { Chance } from "../testing/chance";
import { DRAFT, handle, Page, SOURCE, undoLast } from "../testing/page";
import { segment } from "../testing/segments";
import { PretendedServer } from "../testing/server";

const RUNS = 25;
const PATIENCE = 60_000;
const STEPS = 70;

/** Something that happens outside the editor: another segment, a confirmation, an answer, the connection. */
function happen(chance: Chance, page: Page, breaks = true): void {
  const id = chance.of(page.segments).id;
  switch (chance.below(10)) {
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
      if (!breaks || !chance.yes(3)) return;
      // The connection breaks: what the server has not heard of or has not answered yet is lost.
      page.dispatch({ type: "disconnected" });
      page.server.breakOff(chance);
      page.dispatch({ type: "connected", client: "page" });
      page.dispatch({ type: "received", message: page.server.welcome() });
      return;
    case 6:
      page.tookBack();
      return;
    default: {
      const message = page.server.answer(chance);
      if (message) page.dispatch({ type: "received", message });
    }
  }
}

/** Everything that waits on either side arrives. */
function answerAll(chance: Chance, page: Page): void {
  page.tookBack();
  for (let message = page.server.answer(chance, true); message; message = page.server.answer(chance, true)) {
    page.dispatch({ type: "received", message });
    page.holds();
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
      answerAll(chance, page);
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

test(
  "undo, pressed often enough, leads back to how everything was, across segments and confirmations",
  () => {
    for (let seed = 0; seed < RUNS; seed++) {
      const chance = new Chance(seed);
      const segments = [
        segment(1, { source: SOURCE, status: "draft", target: DRAFT }),
        segment(2, { source: SOURCE }),
        segment(3, { source: SOURCE, status: "edited", target: "As it was." }),
      ];
      const server = new PretendedServer(segments);
      const page = new Page(server, segments);
      page.dispatch({ type: "received", message: server.welcome() });
      for (let step = 0; step < STEPS; step++) {
        if (chance.yes(3)) happen(chance, page, false);
        else handle(chance, page);
      }
      answerAll(chance, page);
      for (let presses = 0; page.state.history.past.length; presses++) {
        expect(presses).toBeLessThan(3 * STEPS);
        undoLast(page);
        answerAll(chance, page);
      }
      const standing = (found: Iterable<Segment>) =>
        [...found].map(({ id, target, status }) => ({ id, target, status }));
      expect(standing(server.segments.values())).toEqual(standing(segments));
      expect(standing(page.state.list.segments)).toEqual(standing(segments));
      page.view?.destroy();
    }
  },
  PATIENCE,
);
