// The open document at work: takes what the translator does, keeps it, sends it, and hears the server.
// What follows from each event is decided in `state`, `mailbox` and `assist`; here are the line and the clock.
import type { EditorView } from "@codemirror/view";
import { api, ask, sentence, type Segment } from "../api/client";
import { asking, hide } from "../editor/assist";
import { replaceAll, shownText } from "../editor/commands";
import { toPoints } from "../editor/points";
import * as mailbox from "../live/mailbox";
import type { ClientMessage, ServerMessage } from "../live/messages";
import { openLine, type Line } from "../live/socket";
import { stash, stayAlive, unstash } from "../live/stash";
import { Effort } from "./effort";
import { isConfirmed, nextUnconfirmed } from "./filters";
import { activated, NOTHING, receive, segmentOf, withChanged, withLocal, withSegments, type DeskState } from "./state";

const FIRST_LOAD = 300;
const NEXT_LOADS = 5000;
/** After a move of the caret that is not followed by another one, the machine is asked to go on from there. */
const CARET_RESTS = 150;

export class Desk {
  state: DeskState = NOTHING;
  /** The editor of the active segment, while there is one. */
  view: EditorView | null = null;
  /** The editor is being given a text that the server already has. */
  following = false;
  /** What the list shows, in its order. */
  visible: readonly Segment[] = [];
  readonly client = crypto.getRandomValues(new Uint32Array(4)).join("-");
  readonly effort = new Effort();
  private readonly listeners = new Set<() => void>();
  private line: Line | null = null;
  private leave = () => {};
  private resting: number | undefined;
  private loading = 0;

  constructor(readonly document: number) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private set(state: DeskState): void {
    if (state === this.state) return;
    if (state.box.unsaved !== this.state.box.unsaved) stash(this.document, this.client, state.box);
    const { outdated } = this.state;
    this.state = state;
    for (const listener of this.listeners) listener();
    if (state.outdated !== outdated) void this.load();
  }

  async start(): Promise<void> {
    this.leave = stayAlive(this.client);
    const box = await unstash(this.document, this.state.box);
    this.set({ ...this.state, box });
    this.line = openLine(`/api/documents/${this.document}/live`, {
      connected: () => this.post({ type: "hello", protocol: 1, client: this.client }),
      received: (message) => this.receive(message),
      lost: () => this.set({ ...this.state, line: "lost" }),
      missing: (reason) => this.set({ ...this.state, line: "missing", note: reason }),
    });
    await this.load();
  }

  stop(): void {
    window.clearTimeout(this.resting);
    this.line?.close();
    this.leave();
    this.listeners.clear();
  }

  retry(): void {
    this.line?.retry();
  }

  /** Ask for the segments: the first ones at once, the others behind them. */
  async load(): Promise<void> {
    const turn = ++this.loading;
    const found: Segment[] = [];
    try {
      for (let limit = FIRST_LOAD; ; limit = NEXT_LOADS) {
        const query = { offset: found.length, limit };
        const path = { document: this.document };
        const page = await ask(api.GET("/api/documents/{document}/segments", { params: { path, query } }));
        if (turn !== this.loading) return;
        found.push(...page.segments);
        const done = found.length >= page.total || page.segments.length === 0;
        const waiting = this.state.loaded && !done;
        if (!waiting) this.set(withSegments(this.state, this.withUnsaved(found), page.structure));
        if (done) return;
      }
    } catch (error) {
      if (turn === this.loading) this.say(sentence(error));
    }
  }

  private withUnsaved(segments: readonly Segment[]): Segment[] {
    const { unsaved } = this.state.box;
    return segments.map((one) => ({ ...one, target: unsaved.get(one.id)?.text ?? one.target }));
  }

  private post(message: ClientMessage): boolean {
    return this.line?.send(message) ?? false;
  }

  private receive(message: ServerMessage): void {
    this.set(receive(this.state, message));
    if (message.type === "welcome") this.sendAgain();
    if (message.type === "comments") void this.refresh(message.segment);
  }

  /** Ask for one segment again: how many comments it has is not told. */
  private async refresh(segment: number): Promise<void> {
    try {
      const now = await ask(api.GET("/api/segments/{segment}", { params: { path: { segment } } }));
      this.set(withChanged(this.state, [now]));
    } catch {
      // The line is gone; the list is asked for again when it is back.
    }
  }

  /** After a lost connection: everything that is not known to be saved, then the segment one is in. */
  private sendAgain(): void {
    const [box, messages] = mailbox.resend(this.state.box);
    this.set({ ...this.state, box });
    for (const message of messages) this.post(message);
    if (this.state.active !== null) this.reopen();
  }

  private reopen(take = false): void {
    const { active } = this.state;
    if (active === null) return;
    const [box, message] = mailbox.open(this.state.box, active, take);
    this.set({ ...this.state, box, assist: asking(this.state.assist, box.seq) });
    this.post(message);
  }

  say(note: string): void {
    this.set({ ...this.state, note });
  }

  activate(id: number): void {
    const { active } = this.state;
    if (active === id || !segmentOf(this.state, id)) return;
    window.clearTimeout(this.resting);
    if (active !== null) this.close(active);
    const [box, message] = mailbox.open(this.state.box, id);
    this.set(activated({ ...this.state, box }, id, box.seq));
    this.post(message);
  }

  private close(id: number): void {
    this.sendEffort(id);
    const [box, seq] = mailbox.number(this.state.box);
    this.set({ ...this.state, box });
    this.post({ type: "close", seq, segment: id });
  }

  /** Take the segment over from another page of one's own. */
  takeOver(): void {
    this.reopen(true);
  }

  /** The text of the active segment has changed. */
  edited(text: string, caret: number): void {
    const segment = segmentOf(this.state, this.state.active);
    if (!segment || this.following) return;
    window.clearTimeout(this.resting);
    const kept = this.state.box.unsaved.get(segment.id);
    const version = kept ? kept.version : segment.version;
    const [box, message] = mailbox.edit(this.state.box, segment.id, { text, caret, version });
    const next = withLocal({ ...this.state, box }, segment.id, { target: text, status: "edited" });
    this.set({ ...next, assist: asking(next.assist, box.seq) });
    this.post(message);
  }

  /** The caret is elsewhere: the machine goes on from there, and nothing is saved for that. */
  moved(text: string, caret: number): void {
    window.clearTimeout(this.resting);
    const segment = segmentOf(this.state, this.state.active);
    if (!segment || text === "" || !this.state.editable) return;
    this.resting = window.setTimeout(() => {
      if (this.state.box.unsaved.has(segment.id) || this.state.active !== segment.id) return;
      const [box, seq] = mailbox.number(this.state.box);
      this.set({ ...this.state, box, assist: asking(this.state.assist, seq) });
      this.post({ type: "open", seq, segment: segment.id, caret: toPoints(text, caret) });
    }, CARET_RESTS);
  }

  hideOffers(): void {
    this.set({ ...this.state, assist: hide(this.state.assist) });
  }

  /** Confirm what is shown and go on to the next segment that is not confirmed. */
  confirm(): void {
    const segment = segmentOf(this.state, this.state.active);
    const text = this.view ? shownText(this.view) : (segment?.target ?? "");
    if (!segment || !this.state.editable) return;
    const missing = !text.trim()
      ? "There is nothing to confirm yet."
      : this.state.conflicts.has(segment.id) && "Choose one of the two texts first.";
    if (missing) {
      this.say(missing);
      return;
    }
    const kept = this.state.box.unsaved.get(segment.id);
    const version = kept ? kept.version : segment.version;
    const written = { text, caret: text.length, version };
    const [box, message] = mailbox.confirm(this.state.box, segment.id, written);
    this.set(withLocal({ ...this.state, box }, segment.id, { target: text, status: "confirmed" }));
    this.post(message);
    this.effort.confirm(text.length);
    const next = nextUnconfirmed(this.currentVisible(), segment.id);
    if (next) this.activate(next.id);
    else if (this.state.segments.every(isConfirmed)) this.say("Every segment is confirmed.");
  }

  private currentVisible(): Segment[] {
    return this.visible.map((one) => segmentOf(this.state, one.id) ?? one);
  }

  step(by: number): void {
    const at = this.visible.findIndex((one) => one.id === this.state.active);
    const next = this.visible[at < 0 ? 0 : at + by];
    if (next) this.activate(next.id);
  }

  stepToUnconfirmed(): void {
    const next = nextUnconfirmed(this.currentVisible(), this.state.active);
    if (next) this.activate(next.id);
    else this.say("Every segment in the list is confirmed.");
  }

  /** Put the active segment and the one after it together. */
  async merge(): Promise<void> {
    const segment = segmentOf(this.state, this.state.active);
    if (!segment) return;
    if (this.state.box.unsaved.has(segment.id)) return this.say("Wait until this segment is saved.");
    const params = { path: { segment: segment.id } };
    try {
      await ask(api.POST("/api/segments/{segment}/merge", { params, body: { version: segment.version } }));
    } catch (error) {
      this.say(sentence(error));
    }
  }

  /** After a conflict: put one's own text in place of theirs, which stays among the versions. */
  keepMine(id: number): void {
    const conflict = this.state.conflicts.get(id);
    if (!conflict) return;
    const { version } = conflict.theirs;
    const text = this.view && id === this.state.active ? this.view.state.doc.toString() : conflict.yours;
    const [box, message] = mailbox.edit(this.state.box, id, { text, caret: text.length, version });
    this.set({ ...this.state, box, conflicts: without(this.state.conflicts, id) });
    this.post(message);
  }

  takeTheirs(id: number): void {
    const conflict = this.state.conflicts.get(id);
    if (!conflict) return;
    const box = mailbox.forget(this.state.box, id);
    const next = { ...this.state, box, conflicts: without(this.state.conflicts, id) };
    this.set(withLocal(next, id, conflict.theirs));
    if (id === this.state.active && this.view) replaceAll(this.view, conflict.theirs.target, true);
    this.set({ ...this.state, box: mailbox.forget(this.state.box, id) });
    this.reopen();
  }

  /** Give up what the server would not have. */
  discard(id: number): void {
    this.set({ ...this.state, box: mailbox.forget(this.state.box, id) });
    void this.load();
  }

  private sendEffort(segment: number): void {
    const items = this.effort.take();
    if (this.state.effortLog && items.length) this.post({ type: "effort", segment, items });
  }
}

function without<Value>(map: ReadonlyMap<number, Value>, key: number): ReadonlyMap<number, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
