// Asks the server for its health again and again, and at once when there is reason to.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, type Health } from "../api/client";
import { afterAttempt, pause, type Connection } from "./connection";

const PATIENCE = 5_000;

async function askHealth(): Promise<Health | null> {
  try {
    const { data } = await api.GET("/api/health", { signal: AbortSignal.timeout(PATIENCE) });
    return data ?? null;
  } catch {
    return null;
  }
}

export function useConnection(): { connection: Connection; retry: () => void } {
  const [connection, setConnection] = useState<Connection>({ phase: "connecting" });
  const retryNow = useRef(() => {});

  useEffect(() => {
    let current: Connection = { phase: "connecting" };
    let timer: number | undefined;
    let asking = false;
    let stopped = false;

    const attempt = async () => {
      if (asking) return;
      window.clearTimeout(timer);
      asking = true;
      const health = await askHealth();
      asking = false;
      if (stopped) return;
      current = afterAttempt(current, health);
      setConnection(current);
      timer = window.setTimeout(attempt, pause(current));
    };
    const attemptIfSeen = () => {
      if (document.visibilityState === "visible") void attempt();
    };

    retryNow.current = () => void attempt();
    void attempt();
    window.addEventListener("online", attempt);
    window.addEventListener("offline", attempt);
    document.addEventListener("visibilitychange", attemptIfSeen);
    return () => {
      stopped = true;
      window.clearTimeout(timer);
      window.removeEventListener("online", attempt);
      window.removeEventListener("offline", attempt);
      document.removeEventListener("visibilitychange", attemptIfSeen);
    };
  }, []);

  const retry = useCallback(() => retryNow.current(), []);
  return { connection, retry };
}
