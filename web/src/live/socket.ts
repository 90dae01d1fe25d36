// The connection to the server: opened again and again until it holds, with longer and longer pauses.
import { noteSignedOut } from "../session/csrf";
import type { ClientMessage, ServerMessage } from "./messages";

export interface LiveConnection {
  /** Send at once, or not at all: what must not be lost is kept by whoever sends it. */
  send(message: ClientMessage): boolean;
  /** Try now instead of at the next turn. */
  retry(): void;
  close(): void;
}

interface Listener {
  connected(): void;
  received(message: ServerMessage): void;
  lost(): void;
  /** The server says that there is no such document. */
  missing(reason: string): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
const NOT_THERE = 4404;
const REFUSED = 1008;
/** A connection that carries nothing is asked for a sign of life; without one in time it is given up. */
const SILENCE = 20_000;
const PATIENCE = 8_000;

export function openConnection(path: string, listener: Listener): LiveConnection {
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  let socket: WebSocket | null = null;
  let failures = 0;
  let closed = false;
  let again: number | undefined;
  let watch: number | undefined;

  const heard = () => {
    window.clearTimeout(watch);
    watch = window.setTimeout(() => {
      if (socket?.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ type: "ping", seq: 0 }));
      watch = window.setTimeout(() => socket?.close(), PATIENCE);
    }, SILENCE);
  };

  const connect = () => {
    window.clearTimeout(again);
    const mine = new WebSocket(address);
    socket = mine;
    mine.onopen = () => {
      failures = 0;
      heard();
      listener.connected();
    };
    mine.onmessage = (event: MessageEvent<string>) => {
      heard();
      listener.received(JSON.parse(event.data) as ServerMessage);
    };
    mine.onclose = (event) => {
      window.clearTimeout(watch);
      if (socket !== mine || closed) return;
      socket = null;
      if (event.code === NOT_THERE) {
        listener.missing(event.reason);
        return;
      }
      if (event.code === REFUSED) noteSignedOut();
      listener.lost();
      again = window.setTimeout(connect, Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE));
      failures += 1;
    };
  };

  const retry = () => {
    if (!closed && socket === null) connect();
  };
  window.addEventListener("online", retry);
  connect();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    retry,
    close() {
      closed = true;
      window.removeEventListener("online", retry);
      window.clearTimeout(again);
      window.clearTimeout(watch);
      socket?.close();
    },
  };
}
