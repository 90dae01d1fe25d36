// Where the page starts.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyLanguage } from "./messages";
import { KeymapProvider } from "./actions/useKeymap";
import { applyTheme, storedTheme } from "./theme/theme";
import "./styles";

// Before the first paint, so that a chosen theme does not flash the other one.
applyTheme(storedTheme());
applyLanguage();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <KeymapProvider>
      <App />
    </KeymapProvider>
  </StrictMode>,
);
