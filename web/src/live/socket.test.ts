import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteSignedOut } from "../session/csrf";
import type { ClientMessage } from "./messages";
import { openConnection, type LiveConnection } from "./socket";

vi.mock("../session/csrf", () => ({ noteSignedOut: vi.fn() }));

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.made.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.end(1000);
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  end(code = 1006, reason = "") {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

const message: ClientMessage = { type: "ping", seq: 7 };
const listener = { connected: vi.fn(), received: vi.fn(), lost: vi.fn(), missing: vi.fn() };
const newest = () => FakeSocket.made.at(-1) as FakeSocket;
let connection: LiveConnection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  connection = openConnection("/api/documents/3/live", listener);
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the connection goes to the page's own server", () => {
  expect(newest().address.href).toBe(`ws://${window.location.host}/api/documents/3/live`);
});

test("a message goes out at once where the connection is open, and not at all where it is not", () => {
  expect(connection.send(message)).toBe(false);
  newest().open();
  expect(listener.connected).toHaveBeenCalledOnce();
  expect(connection.send(message)).toBe(true);
  expect(newest().sent).toEqual([message]);
  newest().end();
  expect(connection.send(message)).toBe(false);
});

test("what the server says is passed on", () => {
  newest().open();
  newest().say({ type: "pong", seq: 1 });
  expect(listener.received).toHaveBeenCalledWith({ type: "pong", seq: 1 });
});

test("a lost connection is opened again after longer and longer pauses, up to a limit", () => {
  for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
    const before = FakeSocket.made.length;
    newest().end();
    vi.advanceTimersByTime(pause - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
  expect(listener.lost).toHaveBeenCalledTimes(6);
});

test("a connection that held for a moment begins again with the shortest pause", () => {
  newest().end();
  vi.advanceTimersByTime(500);
  newest().open();
  newest().end();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made).toHaveLength(3);
});

test("it is opened at once where the network is back or somebody asks, but never twice", () => {
  newest().end();
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.made).toHaveLength(2);
  connection.retry();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a silent connection is asked for a sign of life, and given up without one", () => {
  newest().open();
  vi.advanceTimersByTime(20_000);
  expect(newest().sent).toEqual([{ type: "ping", seq: 0 }]);
  newest().say({ type: "pong", seq: 0 });
  vi.advanceTimersByTime(20_000);
  expect(newest().sent).toHaveLength(2);
  expect(listener.lost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(8_000);
  expect(listener.lost).toHaveBeenCalledOnce();
});

test("a document that is not there is reported and not tried again", () => {
  newest().end(4404, "There is no such document.");
  expect(listener.missing).toHaveBeenCalledWith("There is no such document.");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(listener.lost).not.toHaveBeenCalled();
});

test("a refused connection means that one is signed out", () => {
  newest().end(1008);
  expect(noteSignedOut).toHaveBeenCalledOnce();
  expect(listener.lost).toHaveBeenCalledOnce();
});

test("a closed connection stays closed and says nothing", () => {
  newest().open();
  connection.close();
  window.dispatchEvent(new Event("online"));
  connection.retry();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(listener.lost).not.toHaveBeenCalled();
});
