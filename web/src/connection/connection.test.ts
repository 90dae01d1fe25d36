import { expect, test } from "vitest";
import type { Health } from "../api/client";
import { afterAttempt, CALM, pause, type Connection } from "./connection";

const absent = { state: "absent", detail: "" } as const;
const health: Health = {
  version: "1.2.3",
  model: absent,
  models: [],
  index: absent,
  database: absent,
  plugins: absent,
  jobs: absent,
  disk: absent,
  threads: absent,
};

function afterFailures(count: number): Connection {
  let connection: Connection = { phase: "connected", health };
  for (let index = 0; index < count; index += 1) connection = afterAttempt(connection, null);
  return connection;
}

test("a failed attempt loses the connection and a good one brings it back", () => {
  const lost = afterAttempt({ phase: "connecting" }, null);
  expect(lost).toEqual({ phase: "lost", failures: 1 });
  expect(afterAttempt(lost, health)).toEqual({ phase: "connected", health });
});

test("pauses between attempts double up to the calm rate", () => {
  expect([1, 2, 3, 4, 5, 50].map((count) => pause(afterFailures(count)))).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    CALM,
    CALM,
  ]);
});

test("after a success the pauses start from the shortest again", () => {
  const again = afterAttempt(afterAttempt(afterFailures(5), health), null);
  expect(pause(again)).toBe(1_000);
});
