// The open document for components: its session made with the view, stopped with it, read through selectors.
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { DocumentSession } from "./DocumentSession";
import type { DocumentState } from "./state";

const Current = createContext<DocumentSession | null>(null);
export const DocumentProvider = Current.Provider;

export function useNewSession(document: number | null): DocumentSession | null {
  const [session, setSession] = useState<DocumentSession | null>(null);
  useEffect(() => {
    if (document === null) return;
    const made = new DocumentSession(document);
    setSession(made);
    void made.start();
    return () => made.stop();
  }, [document]);
  return session;
}

export function useSession(): DocumentSession {
  const session = useContext(Current);
  if (!session) throw new Error("There is no open document around this component.");
  return session;
}

/** Part of the state; the component is drawn again only when that part is another. */
export function useDocument<Part>(select: (state: DocumentState) => Part): Part {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => select(session.state));
}
