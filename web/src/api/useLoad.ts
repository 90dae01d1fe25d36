// Something that a view needs from the server: asked for when it is first shown, and again when told to.
import { useCallback, useEffect, useRef, useState } from "react";
import { RequestFailed, sentence } from "./client";

interface State<Data> {
  /** A failed attempt keeps what was known before it. */
  status: "loading" | "failed" | "loaded";
  data: Data | null;
  /** What went wrong at the last attempt. */
  problem: string | null;
  /** The server says that there is no such thing. */
  missing: boolean;
}

interface Loaded<Data> extends State<Data> {
  reload: () => void;
  /** Show this, which is newer than any answer that is still on its way. */
  set: (data: Data) => void;
}

const LOADING = { status: "loading", data: null, problem: null, missing: false } as const;

/** Return what `load` answers, and how far it is.
 *
 *  `key` says what is asked for: when it changes, the request is cancelled and another one made. Another `round`
 *  asks for the same again; what is known stays until the answer is there. */
export function useLoad<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>, round = 0): Loaded<Data> {
  const [state, setState] = useState<State<Data>>(LOADING);
  const request = useRef(new AbortController());
  const latest = useRef(load);
  const shown = useRef(key);

  useEffect(() => {
    latest.current = load;
  });

  const reload = useCallback(() => {
    request.current.abort();
    request.current = new AbortController();
    const { signal } = request.current;
    latest.current(signal).then(
      (data) => {
        if (!signal.aborted) setState({ status: "loaded", data, problem: null, missing: false });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const missing = error instanceof RequestFailed && error.status === 404;
        setState((before) => ({ status: "failed", data: before.data, problem: sentence(error), missing }));
      },
    );
  }, []);

  const set = useCallback((data: Data) => {
    request.current.abort();
    setState({ status: "loaded", data, problem: null, missing: false });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is the wish to ask again.
  useEffect(() => {
    if (shown.current !== key) setState(LOADING);
    shown.current = key;
    reload();
    return () => request.current.abort();
  }, [key, round, reload]);

  return { ...state, reload, set };
}
