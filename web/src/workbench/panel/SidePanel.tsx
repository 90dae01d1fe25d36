// The panel beside the list: matches and terms, concordance, history, comments.
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { Segment } from "../../api/client";
import { PANELS, type Panel } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import { Comments } from "./Comments";
import { Concordance } from "./Concordance";
import { History } from "./History";
import { Matches } from "./Matches";

const TITLES: Record<Panel, string> = {
  matches: "Matches",
  concordance: "Concordance",
  history: "History",
  comments: "Comments",
};

interface SidePanelProps {
  project: number;
  segment: Segment | null;
}

export function SidePanel({ project, segment }: SidePanelProps) {
  const session = useSession();
  const note = useDocument((state) => state.note);
  const { panel, phrase } = useDocument((state) => state.view);
  const choose = (chosen: Panel) => session.dispatch({ type: "panelChosen", panel: chosen });
  const tabs = useRef<HTMLDivElement>(null);

  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = PANELS[(PANELS.indexOf(panel) + step + PANELS.length) % PANELS.length];
    if (next) choose(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the chosen panel.
  useEffect(() => {
    const held = document.activeElement?.closest('[role="tablist"]') === tabs.current;
    if (held) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [panel]);

  return (
    <aside className="side" aria-label="Help for this segment">
      <div className="tabs" role="tablist" aria-label="Panels" ref={tabs} onKeyDown={walk}>
        {PANELS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={panel === one}
            aria-controls="panel"
            tabIndex={panel === one ? 0 : -1}
            onClick={() => choose(one)}
          >
            {TITLES[one]}
            {one === "comments" && segment && segment.comments > 0 ? ` ${segment.comments}` : ""}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by key. */}
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`} className="panel" tabIndex={0}>
        {panel === "matches" && <Matches />}
        {panel === "concordance" && <Concordance project={project} phrase={phrase} />}
        {panel === "history" && segment && <History segment={segment} />}
        {panel === "comments" && segment && <Comments segment={segment} />}
      </div>
      <p className="learned" role="status" aria-label="Notes">
        {note}
      </p>
    </aside>
  );
}
