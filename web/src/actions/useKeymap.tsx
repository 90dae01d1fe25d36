// The keys in use, for every component that shows or hears one.
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { assign, DEFAULT_KEYMAP, storedKeymap, storeKeymap, type Keymap } from "./keymap";
import type { ActionId } from "./table";

interface KeymapInUse {
  keymap: Keymap;
  /** Give an action another key; return what became of it. */
  change: (id: ActionId, combo: string) => string;
  reset: () => void;
}

const Current = createContext<KeymapInUse>({ keymap: DEFAULT_KEYMAP, change: () => "", reset: () => {} });
export const useKeymap = () => useContext(Current);

export function KeymapProvider({ children }: { children: ReactNode }) {
  const [keymap, setKeymap] = useState(storedKeymap);
  const change = useCallback(
    (id: ActionId, combo: string) => {
      const assigned = assign(keymap, id, combo);
      storeKeymap(assigned.keymap);
      setKeymap(assigned.keymap);
      return assigned.note;
    },
    [keymap],
  );
  const reset = useCallback(() => {
    storeKeymap(DEFAULT_KEYMAP);
    setKeymap(DEFAULT_KEYMAP);
  }, []);
  return <Current.Provider value={{ keymap, change, reset }}>{children}</Current.Provider>;
}
