// Light, dark, or what the system says; remembered in the browser.

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "synslator.theme";

/** The theme chosen on this browser; the system's where none was, or where nothing can be stored. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

/** Tell the style sheet, whose colours follow `color-scheme`. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}
