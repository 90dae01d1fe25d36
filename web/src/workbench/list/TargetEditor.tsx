// The editor of the open segment, held by React: made when the segment is opened, told what the machine answers.
import type { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Segment } from "../../api/client";
import { written } from "../../actions/keys";
import { press } from "../../actions/press";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import type { OpenSegment } from "../../document/state";
import type { Assist, Word } from "../../editor/assist";
import { takeAndLock } from "../../editor/commands";
import { createEditor, keptHistory, showAssist, showConfidence, showWhitespace } from "../../editor/create";
import { setMarks } from "../../editor/fields";
import { toUnits } from "../../editor/points";
import { meaningsOf } from "../../editor/tags";
import { keepHeight } from "../../parts/keepHeight";
import { t } from "../../messages";

interface TargetEditorProps {
  segment: Segment;
  open: OpenSegment;
  /** What is suggested in it. */
  assist: Assist;
  language: string;
  onHover: (word: Word | null, at: DOMRect | null) => void;
}

/**
 * The target keeps its height. Until something is written, it has a line to spare: another suggestion, or a text that
 * is longer than what was suggested, then moves nothing.
 */
function keepTarget(place: HTMLElement, view: EditorView): () => void {
  const opened = view.state.doc;
  const line = () => Number.parseFloat(getComputedStyle(view.contentDOM).lineHeight);
  let begun = false;
  const spare = () => {
    begun ||= !view.state.doc.eq(opened);
    return begun ? 0 : line();
  };
  return keepHeight(place, view.dom, spare);
}

export function TargetEditor({ segment, open, assist, language, onHover }: TargetEditorProps) {
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  const parent = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const { session } = workbench;
  const { confidence, whitespace } = workbench.preferences;
  const { checked, editable } = open;
  // What a new editor begins with and calls, without being a reason for a new one.
  const latest = useRef({ workbench, keymap, onHover, segment });
  latest.current = { workbench, keymap, onHover, segment };

  // A new segment, or one that can be written in now, gets a new editor; all else is told to the one there is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    if (!parent.current) return;
    const { text, caret } = session.state.open ?? open;
    const wishes = {
      text,
      caret,
      language,
      label: t("segment.translation", { number: segment.number }),
      readOnly: !editable,
      assist,
      meanings: meaningsOf(segment.tags),
      confidence,
      kept: session.histories.get(segment.id),
    };
    const made = createEditor(parent.current, wishes, {
      changed: (now, how) => session.dispatch({ type: how, written: now }),
      key: (event) => press(event, latest.current.workbench, latest.current.keymap),
      lockedRefused: () => session.say(t("segment.kept", { key: written(latest.current.keymap.lock) })),
      typed: () => session.effort.add("keys"),
      clicked: (clickedView, ghost, at) => session.effort.add("word", takeAndLock(clickedView, ghost, at).length),
      hovered: (word, at) => latest.current.onHover(word, at),
    });
    session.view = made;
    setView(made);
    made.focus();
    const release = keepTarget(parent.current, made);
    return () => {
      release();
      session.histories.set(segment.id, keptHistory(made));
      session.view = null;
      made.destroy();
    };
  }, [session, segment.id, language, editable]);

  // Before anything is painted: what stands in the editor and what stands below it are of the same answer.
  useLayoutEffect(() => {
    if (view) showAssist(view, assist);
  }, [view, assist]);

  useEffect(() => {
    if (view) showConfidence(view, confidence);
  }, [view, confidence]);

  useEffect(() => {
    if (view) showWhitespace(view, whitespace);
  }, [view, whitespace]);

  useEffect(() => {
    if (!view) return;
    const text = view.state.doc.toString();
    // What was found in a draft that is only offered has no place in the text.
    const findings = checked.text === text ? checked.findings.filter((finding) => !finding.ignored) : [];
    const marks = findings.flatMap((finding) =>
      finding.target.map(([from, to]) => ({
        from: toUnits(text, from),
        to: toUnits(text, to),
        message: finding.message,
      })),
    );
    view.dispatch({ effects: setMarks.of(marks.filter((mark) => mark.from < mark.to)) });
  }, [view, checked]);

  return <div ref={parent} className="target-editor" />;
}
