// The workbench: the list with the open segment in it, the panel beside it, the keys for both.
import { useEffect, useMemo } from "react";
import { flushSync } from "react-dom";
import { api, ask, type Document, type ProjectDetails, type Segment } from "../api/client";
import { useLoad } from "../api/useLoad";
import { focusOf, press } from "../actions/press";
import { useKeymap } from "../actions/useKeymap";
import { useWorkbench } from "../actions/useWorkbench";
import { may, openId, openSegment, visibleSegments } from "../document/state";
import { useDocument, useSession } from "../document/useDocument";
import { DownloadDialog } from "../parts/DownloadDialog";
import { ActiveCard } from "./list/ActiveCard";
import { unfinishedOf } from "./exports";
import { Icon } from "./icons";
import { usePreferences } from "./preferences";
import { ReadingView } from "./ReadingView";
import { SearchDialog } from "./dialogs/SearchDialog";
import { SegmentList } from "./list/SegmentList";
import { ShortcutSheet } from "./dialogs/ShortcutSheet";
import { SidePanel } from "./panel/SidePanel";
import { TermDialog } from "./dialogs/TermDialog";
import { Toolbar } from "./Toolbar";
import { SplitDialog } from "./dialogs/SplitDialog";
import { Tour } from "./dialogs/Tour";
import { WorkbenchHeader } from "./WorkbenchHeader";
import { WorkbenchStatus } from "./WorkbenchStatus";
import { useTranslation } from "../messages";

interface WorkbenchViewProps {
  project: ProjectDetails;
  document: Document;
  reloadProject: () => void;
}

export function WorkbenchView({ project, document: opened, reloadProject }: WorkbenchViewProps) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const list = useDocument((state) => state.list);
  const open = useDocument((state) => state.open);
  const active = useDocument(openSegment);
  const activeId = useDocument(openId);
  const reading = useDocument((state) => state.view.reading);
  const writes = useDocument((state) => may(state, "translate"));
  const revision = useDocument((state) => state.project.revision);
  const visible = useMemo(() => visibleSegments(list, activeId), [list, activeId]);
  const languages = useMemo(() => [project.source_language, project.target_language] as const, [project]);
  useKeys();
  useTermbases(project.termbases);

  useEffect(() => {
    if (revision) reloadProject();
  }, [revision, reloadProject]);

  const card = (segment: Segment) =>
    open && <ActiveCard key={segment.id} segment={segment} open={open} languages={languages} />;

  return (
    <div className={`workbench text-${preferences.size}`}>
      <WorkbenchHeader project={project} document={opened} />
      <h1 className="hidden-text">{opened.name}</h1>
      <Toolbar shown={visible.length} reading={reading}>
        <DrawerButton />
      </Toolbar>
      <div className="desk">
        {list.loaded && visible.length === 0 && <p className="notice faint">{t("workbench.noneMatches")}</p>}
        {reading ? (
          <ReadingView segments={visible} language={project.target_language} active={card} />
        ) : (
          <SegmentList
            visible={visible}
            languages={languages}
            layout={preferences.layout}
            size={preferences.size}
            active={card}
          />
        )}
      </div>
      <SidePanel project={project.id} segment={active} language={project.target_language} />
      <WorkbenchStatus language={project.source_language} />
      <Dialogs project={project} />
      {writes && <Tour />}
    </div>
  );
}

/** Where the window has no room for the panel, it comes out over the list. */
function DrawerButton() {
  const { t } = useTranslation();
  const session = useSession();
  const out = useDocument((state) => state.view.drawer);
  const matches = useDocument((state) => state.open?.matches.length ?? 0);
  return (
    <button
      type="button"
      className="tool drawer-button"
      title={t("workbench.toolbar.panelTitle")}
      aria-expanded={out}
      aria-controls="side"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => session.dispatch({ type: "drawerMoved", open: !out })}
    >
      <Icon name="panel" />
      <span className="label">{t("workbench.toolbar.panel")}</span>
      {matches > 0 && <span className="figure">{matches}</span>}
    </button>
  );
}

/** Find out which of the project's termbases this person may change. */
function useTermbases(used: readonly number[]): void {
  const session = useSession();
  const { data } = useLoad(`termbases ${used.join(" ")}`, (signal) =>
    used.length ? ask(api.GET("/api/termbases", { signal })) : Promise.resolve([]),
  );
  useEffect(() => {
    const termbases = used.flatMap((id) => data?.find((one) => one.id === id && one.editable) ?? []);
    session.dispatch({ type: "termbasesKnown", termbases });
  }, [session, used, data]);
}

/** Keys that are pressed outside the editor; the editor hears its own first. */
function useKeys(): void {
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const asks = event.key === "?" && focusOf(event.target) === "elsewhere";
      if (asks) workbench.session.dispatch({ type: "dialogOpened", dialog: "keys" });
      else if (press(event, workbench, keymap)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [workbench, keymap]);
}

function Dialogs({ project }: { project: ProjectDetails }) {
  const session = useSession();
  const dialog = useDocument((state) => state.view.dialog);
  const segment = useDocument(openSegment);
  const segments = useDocument((state) => state.list.segments);
  // Closed within this event, so that the next key already finds the editor.
  const close = () => {
    flushSync(() => session.dispatch({ type: "dialogClosed" }));
    session.view?.focus();
  };
  return (
    <>
      {dialog === "keys" && <ShortcutSheet close={close} />}
      {dialog === "split" && segment && <SplitDialog segment={segment} close={close} />}
      {dialog === "download" && (
        <DownloadDialog
          document={session.document}
          total={segments.length}
          unfinished={unfinishedOf(segments)}
          close={close}
        />
      )}
      {dialog === "term" && <TermDialog languages={[project.source_language, project.target_language]} close={close} />}
      {dialog === "search" && <SearchDialog project={project.id} close={close} />}
    </>
  );
}
