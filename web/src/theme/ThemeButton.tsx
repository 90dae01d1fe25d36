// The button that goes round system, light and dark.
import { useState } from "react";
import { applyTheme, nextTheme, storedTheme, storeTheme } from "./theme";

export function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const following = nextTheme(theme);
  const change = () => {
    setTheme(following);
    storeTheme(following);
    applyTheme(following);
  };
  return (
    <button type="button" className="button quiet" onClick={change} title={`Switch to ${following}`}>
      Theme: {theme}
    </button>
  );
}
