// The panel beside the list: matches, terms, QA issues and a preview, one below the other; concordance, history and
// comments under them.
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { Segment } from "../../api/client";
import { LOWER_PANELS, type Panel } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import { Comments } from "./Comments";
import { Concordance } from "./Concordance";
import { History } from "./History";
import { Issues } from "./Issues";
import { Matches } from "./Matches";
import { Preview } from "./Preview";
import { Terms } from "./Terms";
import { useTranslation } from "../../messages";

interface SidePanelProps {
  project: number;
  segment: Segment | null;
  language: string;
}

export function SidePanel({ project, segment, language }: SidePanelProps) {
  const { t } = useTranslation();
  const open = useDocument((state) => state.open);
  const drawer = useDocument((state) => state.view.drawer);
  return (
    <aside id="side" className={drawer ? "side out" : "side"} aria-label={t("panel.title")}>
      <div className="parts">
        {open ? (
          <>
            <Matches open={open} />
            <Terms open={open} />
            <Issues open={open} />
            <Preview language={language} />
          </>
        ) : (
          <p className="faint">{t("panel.nothingOpen")}</p>
        )}
      </div>
      <Lower project={project} segment={segment} />
    </aside>
  );
}

function Lower({ project, segment }: { project: number; segment: Segment | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const { panel, phrase } = useDocument((state) => state.view);
  const tabs = useRef<HTMLDivElement>(null);
  const choose = (chosen: Panel) => session.dispatch({ type: "panelChosen", panel: chosen });
  const comments = segment?.comments ?? 0;
  const shown = panel === "matches" ? null : panel;

  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = shown ? LOWER_PANELS.indexOf(shown) : 0;
    const next = LOWER_PANELS[(at + step + LOWER_PANELS.length) % LOWER_PANELS.length];
    if (next) choose(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the chosen panel.
  useEffect(() => {
    const held = document.activeElement?.closest('[role="tablist"]') === tabs.current;
    if (held) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [panel]);

  return (
    <div className={shown ? "lower open" : "lower"}>
      <div className="tabs" role="tablist" aria-label={t("panel.tabs")} ref={tabs} onKeyDown={walk}>
        {LOWER_PANELS.map((one, index) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={shown === one}
            aria-controls={shown === one ? "panel" : undefined}
            tabIndex={shown === one || (!shown && index === 0) ? 0 : -1}
            // A second click folds it up again.
            onClick={() => choose(shown === one ? "matches" : one)}
          >
            {one === "comments" && comments > 0 ? t("panel.commentsWith", { count: comments }) : t(`panel.${one}`)}
          </button>
        ))}
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by key.
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`} className="panel" tabIndex={0}>
          {shown === "concordance" && <Concordance project={project} phrase={phrase} />}
          {shown === "history" && segment && <History segment={segment} />}
          {shown === "comments" && segment && <Comments segment={segment} />}
        </div>
      )}
    </div>
  );
}
