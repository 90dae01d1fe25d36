// Where the page starts.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyLanguage } from "./messages";
import { KeymapProvider } from "./actions/useKeymap";
import { applyTheme, storedTheme } from "./theme/theme";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/parts.css";
import "./styles/workbench.css";
import "./styles/toolbar.css";
import "./styles/list.css";
import "./styles/segment.css";
import "./styles/side.css";
import "./styles/reading.css";
import "./styles/dialogs.css";
import "./styles/projects.css";
import "./styles/tables.css";

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
