// How somebody likes to work, kept in the browser.
import { createContext, useCallback, useContext, useState } from "react";

export const TEXT_SIZES = ["normal", "large", "larger"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export interface Preferences {
  layout: "beside" | "above";
  confidence: boolean;
  /** How large source and target are written. */
  size: TextSize;
  /** Whether spaces are marked in the editor. */
  whitespace: boolean;
  tourSeen: boolean;
  /** The parts of the side panel that are folded up. */
  folded: readonly string[];
  /** The termbase that a term was added to last. */
  termbase: number | null;
}

const STORED = "synslator.view";
const DEFAULTS: Preferences = {
  layout: "beside",
  confidence: false,
  size: "normal",
  whitespace: false,
  tourSeen: false,
  folded: [],
  termbase: null,
};

function storedPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Preferences>;
    return {
      layout: stored.layout === "above" ? "above" : "beside",
      confidence: stored.confidence === true,
      size: TEXT_SIZES.find((one) => one === stored.size) ?? "normal",
      whitespace: stored.whitespace === true,
      tourSeen: stored.tourSeen === true,
      folded: Array.isArray(stored.folded) ? stored.folded.filter((one) => typeof one === "string") : [],
      termbase: typeof stored.termbase === "number" ? stored.termbase : null,
    };
  } catch {
    return DEFAULTS;
  }
}

interface PreferencesInUse {
  preferences: Preferences;
  change: (values: Partial<Preferences>) => void;
}

const Current = createContext<PreferencesInUse>({ preferences: DEFAULTS, change: () => {} });
export const PreferencesProvider = Current.Provider;
export const usePreferences = () => useContext(Current);

export function usePreferencesHere(): PreferencesInUse {
  const [preferences, set] = useState(storedPreferences);
  const change = useCallback((values: Partial<Preferences>) => {
    set((before) => {
      const after = { ...before, ...values };
      try {
        localStorage.setItem(STORED, JSON.stringify(after));
      } catch {
        // Then they last as long as the page.
      }
      return after;
    });
  }, []);
  return { preferences, change };
}
