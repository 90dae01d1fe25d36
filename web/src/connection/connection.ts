// What the page knows of its server, as plain state; the timers are in useConnection.
import type { Health } from "../api/client";

export type Connection =
  | { phase: "connecting" }
  | { phase: "connected"; health: Health }
  | { phase: "lost"; failures: number };

export const CALM = 15_000;
const FIRST_RETRY = 1_000;

/** The state after one attempt to reach the server; `health` is null where it failed. */
export function afterAttempt(connection: Connection, health: Health | null): Connection {
  if (health) return { phase: "connected", health };
  return { phase: "lost", failures: connection.phase === "lost" ? connection.failures + 1 : 1 };
}

/** How long to wait before the next attempt: calm while all is well, then 1, 2, 4, 8 … seconds. */
export function pause(connection: Connection): number {
  switch (connection.phase) {
    case "connecting":
      return 0;
    case "connected":
      return CALM;
    case "lost":
      return Math.min(FIRST_RETRY * 2 ** (connection.failures - 1), CALM);
  }
}
