// The open document at work. Everything that happens is an event; `reduce` decides what follows from it, and here,
// at one edge, that is done: messages are sent, the list is asked for, the editor is shown another text.
import type { EditorView } from "@codemirror/view";
import { api, ask, sentence, type Segment } from "../api/client";
import { follow, separate } from "../editor/commands";
import type { KeptHistory } from "../editor/create";
import { openConnection, type LiveConnection } from "../live/socket";
import { stash, stayAlive, unstash } from "../live/stash";
import { nameInAddress, segmentInAddress } from "./address";
import { Effort } from "./effort";
import type { DocumentEvent, Effect } from "./events";
import type { Versioned } from "./history";
import { reduce } from "./reduce";
import type { Verdict } from "./reviewing";
import { NOTHING, type DocumentState } from "./state";

const FIRST_LOAD = 300;
const NEXT_LOADS = 5000;
/** After a move of the caret that is not followed by another one, the machine is asked to go on from there. */
const CARET_RESTS = 150;

export class DocumentSession {
  state: DocumentState = { ...NOTHING, wanted: segmentInAddress(window.location.hash) };
  /** The editor of the open segment, while there is one. */
  view: EditorView | null = null;
  readonly effort = new Effort();
  /** What the editors of segments that were left know of what was written in them. */
  readonly histories = new Map<number, KeptHistory>();
  private readonly client = crypto.getRandomValues(new Uint32Array(4)).join("-");
  private readonly listeners = new Set<() => void>();
  private connection: LiveConnection | null = null;
  private leave = () => {};
  private resting: number | undefined;
  private loading = 0;

  constructor(readonly document: number) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  dispatch = (event: DocumentEvent): void => {
    const before = this.state;
    const [state, effects] = reduce(before, event);
    this.state = state;
    if (state.outbox.unsaved !== before.outbox.unsaved) stash(this.document, this.client, state.outbox);
    if (state.open && state.open.id !== before.open?.id) nameInAddress(state.open.id);
    if (state !== before) for (const listener of this.listeners) listener();
    for (const effect of effects) this.perform(effect);
  };

  async start(): Promise<void> {
    this.leave = stayAlive(this.client);
    this.dispatch({ type: "unstashed", outbox: await unstash(this.document, this.state.outbox) });
    this.connection = openConnection(`/api/documents/${this.document}/live`, {
      connected: () => this.dispatch({ type: "connected", client: this.client }),
      received: (message) => this.dispatch({ type: "received", message }),
      lost: () => this.dispatch({ type: "disconnected" }),
      missing: (reason) => this.dispatch({ type: "missing", reason }),
    });
    await this.load();
  }

  stop(): void {
    window.clearTimeout(this.resting);
    this.connection?.close();
    this.leave();
    this.listeners.clear();
  }

  say(note: string): void {
    this.dispatch({ type: "noted", note });
  }

  private perform(effect: Effect): void {
    switch (effect.type) {
      case "send":
        // What must not be lost is in the outbox, and sent again with the next connection.
        this.connection?.send(effect.message);
        return;
      case "load":
        void this.load();
        return;
      case "refresh":
        void this.refresh(effect.segment);
        return;
      case "merge":
        void this.merge(effect.segment, effect.version);
        return;
      case "judge":
        void this.judge(effect.segment, effect.version, effect.verdict);
        return;
      case "undo":
        void this.undo(effect.changes);
        return;
      case "awaitRest":
        this.resting = window.setTimeout(() => this.dispatch({ type: "rested" }), CARET_RESTS);
        return;
      case "forgetRest":
        window.clearTimeout(this.resting);
        return;
      case "show":
        if (this.view) follow(this.view, effect.text, effect.recorded);
        return;
      case "separate":
        if (this.view) separate(this.view);
        return;
      case "sendEffort":
        this.sendEffort(effect.segment);
        return;
      case "countEffort":
        this.effort.add(effect.kind, effect.characters);
        return;
      case "countConfirmed":
        this.effort.confirm(effect.characters);
        return;
    }
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
        const waiting = this.state.list.loaded && !done;
        if (!waiting) this.dispatch({ type: "loaded", segments: [...found], structure: page.structure });
        if (done) return;
      }
    } catch (error) {
      if (turn === this.loading) this.say(sentence(error));
    }
  }

  private async refresh(segment: number): Promise<void> {
    try {
      const now = await ask(api.GET("/api/segments/{segment}", { params: { path: { segment } } }));
      this.dispatch({ type: "refreshed", segment: now });
    } catch {
      // The connection is gone; the list is asked for again when it is back.
    }
  }

  private async merge(segment: number, version: number): Promise<void> {
    const params = { path: { segment } };
    try {
      const { changed } = await ask(api.POST("/api/segments/{segment}/merge", { params, body: { version } }));
      this.did(changed.slice(0, 1));
    } catch (error) {
      this.say(sentence(error));
    }
  }

  private async judge(id: number, version: number, verdict: Verdict): Promise<void> {
    const params = { path: { segment: id } };
    try {
      const { segment } = await ask(api.PATCH("/api/segments/{segment}", { params, body: { version, ...verdict } }));
      if ("status" in verdict) this.did([segment]);
      else this.dispatch({ type: "carried", segment: id, from: version, to: segment.version });
    } catch (error) {
      this.say(sentence(error));
      await this.refresh(id);
    }
  }

  /** The server has changed segments for this page, as they are now; one undo takes all of it back. */
  did(changed: readonly { id: number; version: number }[]): void {
    const changes = changed.map(({ id, version }) => ({ segment: id, version }));
    if (changes.length) this.dispatch({ type: "changed", changes });
  }

  private async undo(changes: readonly Versioned[]): Promise<void> {
    const params = { path: { document: this.document } };
    try {
      const done = await ask(api.POST("/api/documents/{document}/undo", { params, body: { changes: [...changes] } }));
      this.dispatch({ type: "tookBack", changed: done.changed, refused: done.refused });
    } catch (error) {
      this.dispatch({ type: "notTakenBack", reason: sentence(error) });
    }
  }

  private sendEffort(segment: number): void {
    const items = this.effort.take();
    if (this.state.project.effortLog && items.length) this.connection?.send({ type: "effort", segment, items });
  }
}
