// How somebody likes to work, kept in the browser.
import { createContext, useCallback, useContext, useState } from "react";

export interface Preferences {
  layout: "beside" | "above";
  confidence: boolean;
  tourSeen: boolean;
  /** The parts of the side panel that are folded up. */
  folded: readonly string[];
}

const STORED = "synslator.view";
const DEFAULTS: Preferences = { layout: "beside", confidence: false, tourSeen: false, folded: [] };

function storedPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Preferences>;
    return {
      layout: stored.layout === "above" ? "above" : "beside",
      confidence: stored.confidence === true,
      tourSeen: stored.tourSeen === true,
      folded: Array.isArray(stored.folded) ? stored.folded.filter((one) => typeof one === "string") : [],
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
