// The desk for components: made with the view, stopped with it, read through selectors.
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Desk } from "./desk";
import type { DeskState } from "./state";

const Current = createContext<Desk | null>(null);
export const DeskProvider = Current.Provider;

export function useNewDesk(document: number | null): Desk | null {
  const [desk, setDesk] = useState<Desk | null>(null);
  useEffect(() => {
    if (document === null) return;
    const made = new Desk(document);
    setDesk(made);
    void made.start();
    return () => made.stop();
  }, [document]);
  return desk;
}

export function useDesk(): Desk {
  const desk = useContext(Current);
  if (!desk) throw new Error("There is no desk around this component.");
  return desk;
}

/** Part of the desk's state; the component is drawn again only when that part is another. */
export function useDeskState<Part>(select: (state: DeskState) => Part): Part {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, () => select(desk.state));
}
