// The button that goes round system, light and dark.
import { useState } from "react";
import { useTranslation } from "../messages";
import { applyTheme, nextTheme, storedTheme, storeTheme } from "./theme";

export function ThemeButton() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(storedTheme);
  const following = nextTheme(theme);
  const change = () => {
    setTheme(following);
    storeTheme(following);
    applyTheme(following);
  };
  return (
    <button type="button" className="button quiet" onClick={change} title={t(`frame.switchTheme.${following}`)}>
      {t(`frame.theme.${theme}`)}
    </button>
  );
}
