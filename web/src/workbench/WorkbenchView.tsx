// The workbench: the list with the active segment in it, the panel beside it, the keys for both.
import { useCallback, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Document, ProjectDetails, Segment } from "../api/client";
import { actionOf, comboOf, type Action } from "../keys/shortcuts";
import { useKeys } from "../keys/useKeys";
import { Key } from "../parts/Key";
import { ActiveCard } from "./ActiveCard";
import { FilterBar } from "./FilterBar";
import { ALL, count, passes, type Filter } from "./filters";
import { usePreferences } from "./preferences";
import { ReadingView } from "./ReadingView";
import { SearchDialog } from "./SearchDialog";
import { SegmentList } from "./SegmentList";
import { ShortcutSheet } from "./ShortcutSheet";
import { SplitDialog } from "./SplitDialog";
import { PANELS, SidePanel, type Panel } from "./SidePanel";
import { segmentOf } from "./state";
import { Tour } from "./Tour";
import { exportAddress, WorkbenchHeader } from "./WorkbenchHeader";
import { WorkbenchStatus } from "./WorkbenchStatus";
import { useDesk, useDeskState } from "./useDesk";

interface WorkbenchViewProps {
  project: ProjectDetails;
  document: Document;
  reloadProject: () => void;
}

type Window = "keys" | "search" | "split" | null;

export function WorkbenchView({ project, document: opened, reloadProject }: WorkbenchViewProps) {
  const desk = useDesk();
  const { keys } = useKeys();
  const { preferences, change } = usePreferences();
  const segments = useDeskState((state) => state.segments);
  const loaded = useDeskState((state) => state.loaded);
  const active = useDeskState((state) => segmentOf(state, state.active));
  const projectVersion = useDeskState((state) => state.projectVersion);
  const [filter, setFilter] = useState<Filter>(ALL);
  const [panel, setPanel] = useState<Panel>("matches");
  const [phrase, setPhrase] = useState("");
  const [shown, setShown] = useState<Window>(null);
  const [reading, setReading] = useState(false);
  const visible = useVisible(segments, filter);
  const counts = useMemo(() => count(segments), [segments]);
  const languages = useMemo(() => [project.source_language, project.target_language] as const, [project]);

  useEffect(() => {
    desk.visible = visible;
  }, [desk, visible]);

  // The first segment that is not confirmed is where the work goes on.
  useEffect(() => {
    if (loaded && desk.state.active === null) desk.stepToUnconfirmed();
  }, [desk, loaded]);

  useEffect(() => {
    if (projectVersion) reloadProject();
  }, [projectVersion, reloadProject]);

  const onAction = useCallback(
    (action: Action): boolean => {
      if ((PANELS as readonly string[]).includes(action)) {
        if (action === "concordance") setPhrase(selectedText());
        setPanel(action as Panel);
        return true;
      }
      switch (action) {
        case "confirm":
          desk.confirm();
          return true;
        case "next":
          desk.step(1);
          return true;
        case "previous":
          desk.step(-1);
          return true;
        case "nextOpen":
          desk.stepToUnconfirmed();
          return true;
        case "search":
          setShown("search");
          return true;
        case "help":
          setShown("keys");
          return true;
        case "layout":
          change({ layout: preferences.layout === "beside" ? "above" : "beside" });
          return true;
        case "confidence":
          change({ confidence: !preferences.confidence });
          return true;
        case "reading":
          setReading((before) => !before);
          return true;
        case "split":
          setShown("split");
          return true;
        case "merge":
          void desk.merge();
          return true;
        case "export":
          window.location.assign(exportAddress(opened.id, "document"));
          return true;
        default:
          return false;
      }
    },
    [desk, change, preferences, opened.id],
  );

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const writing = isField(event.target);
      if (event.key === "?" && !writing) return setShown("keys");
      const action = actionOf(comboOf(event), keys);
      if (!action || (writing && !event.ctrlKey && !event.altKey && action !== "help")) return;
      if (onAction(action)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [keys, onAction]);

  // Closed within this event, so that the next key already finds the editor.
  const closeWindow = () => {
    flushSync(() => setShown(null));
    desk.view?.focus();
  };

  const card = (segment: Segment) => (
    <ActiveCard key={segment.id} segment={segment} languages={languages} onAction={onAction} />
  );

  return (
    <div className="workbench">
      <WorkbenchHeader project={project} document={opened} search={() => setShown("search")} />
      <h1 className="hidden-text">{opened.name}</h1>
      <div className="desk">
        <div className="desk-head">
          <FilterBar filter={filter} counts={counts} shown={visible.length} change={setFilter} />
          <ViewButtons reading={reading} act={onAction} />
        </div>
        {loaded && visible.length === 0 && <p className="notice faint">No segment passes this filter.</p>}
        {reading ? (
          <ReadingView segments={visible} language={project.target_language} active={card} />
        ) : (
          <SegmentList visible={visible} languages={languages} layout={preferences.layout} active={card} />
        )}
      </div>
      <SidePanel project={project.id} segment={active} panel={panel} phrase={phrase} choose={setPanel} />
      <WorkbenchStatus openKeys={() => setShown("keys")} />
      {shown === "keys" && <ShortcutSheet close={closeWindow} />}
      {shown === "split" && active && <SplitDialog segment={active} close={closeWindow} />}
      <Tour />
      {shown === "search" && <SearchDialog project={project.id} close={closeWindow} />}
    </div>
  );
}

function ViewButtons({ reading, act }: { reading: boolean; act: (action: Action) => boolean }) {
  const { keys } = useKeys();
  const { preferences } = usePreferences();
  return (
    <div className="view-buttons">
      {!reading && (
        <button
          type="button"
          className="plain"
          title={
            preferences.layout === "beside" ? "Put the source above the target" : "Put the source beside the target"
          }
          onClick={() => act("layout")}
        >
          {preferences.layout === "beside" ? "Beside" : "Above"} <Key combo={keys.layout} />
        </button>
      )}
      <button type="button" className="plain" aria-pressed={reading} onClick={() => act("reading")}>
        {reading ? "List" : "Read"} <Key combo={keys.reading} />
      </button>
    </div>
  );
}

/** What the filter lets through; a segment that is worked on does not vanish from the list meanwhile. */
function useVisible(segments: readonly Segment[], filter: Filter): readonly Segment[] {
  const [chosen, setChosen] = useState<{ filter: Filter; ids: ReadonlySet<number> | null }>({ filter: ALL, ids: null });
  const structure = useDeskState((state) => state.structure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with every change of a segment, see above.
  useEffect(() => {
    const ids = filter === ALL ? null : new Set(segments.filter(passes(filter)).map((one) => one.id));
    setChosen({ filter, ids });
  }, [filter, structure, segments.length]);
  return useMemo(() => (chosen.ids ? segments.filter((one) => chosen.ids?.has(one.id)) : segments), [segments, chosen]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function selectedText(): string {
  return (window.getSelection()?.toString() ?? "").trim().slice(0, 200);
}
