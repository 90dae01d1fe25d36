// Something that a view needs from the server: asked for when it is first shown, and again when told to.
import { useCallback, useEffect, useRef, useState } from "react";
import { RequestFailed, sentence } from "./client";

export interface Loaded<Data> {
  data: Data | null;
  /** What went wrong at the last attempt. */
  problem: string | null;
  missing: boolean;
  reload: () => void;
  set: (data: Data) => void;
}

/** `key` says what is asked for: when it changes, it is asked for anew, and late answers are dropped. */
export function useLoad<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ data: Data | null; problem: string | null; missing: boolean }>({
    data: null,
    problem: null,
    missing: false,
  });
  const turn = useRef(0);
  const latest = useRef(load);
  latest.current = load;

  const reload = useCallback(() => {
    const mine = ++turn.current;
    latest.current().then(
      (data) => {
        if (mine === turn.current) setState({ data, problem: null, missing: false });
      },
      (error: unknown) => {
        if (mine !== turn.current) return;
        const missing = error instanceof RequestFailed && error.status === 404;
        setState((before) => ({ data: before.data, problem: sentence(error), missing }));
      },
    );
  }, []);

  const set = useCallback((data: Data) => {
    turn.current += 1;
    setState({ data, problem: null, missing: false });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `load` asks for.
  useEffect(() => {
    setState({ data: null, problem: null, missing: false });
    reload();
    return () => {
      turn.current += 1;
    };
  }, [key, reload]);

  return { ...state, reload, set };
}
