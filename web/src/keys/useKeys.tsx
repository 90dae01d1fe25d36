// The keys in use, for every component that shows or hears one.
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { DEFAULT_KEYS, remap, storedKeys, storeKeys, type Action, type Keys } from "./shortcuts";

interface KeysInUse {
  keys: Keys;
  change: (action: Action, combo: string) => void;
  reset: () => void;
}

const Current = createContext<KeysInUse>({ keys: DEFAULT_KEYS, change: () => {}, reset: () => {} });
export const useKeys = () => useContext(Current);

export function KeysProvider({ children }: { children: ReactNode }) {
  const [keys, setKeys] = useState(storedKeys);
  const change = useCallback((action: Action, combo: string) => {
    setKeys((before) => {
      const after = remap(before, action, combo);
      storeKeys(after);
      return after;
    });
  }, []);
  const reset = useCallback(() => {
    storeKeys(DEFAULT_KEYS);
    setKeys(DEFAULT_KEYS);
  }, []);
  return <Current.Provider value={{ keys, change, reset }}>{children}</Current.Provider>;
}
