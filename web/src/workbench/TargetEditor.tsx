// The editor of the active segment, held by React: made when the segment is opened, told what the machine
// answers, and asked for the text when it is confirmed.
import type { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Segment } from "../api/client";
import type { Word } from "../editor/assist";
import { replaceAll, takeAndLock } from "../editor/commands";
import { createEditor, showAssist, showConfidence } from "../editor/create";
import { setMarks } from "../editor/fields";
import { toUnits } from "../editor/points";
import { usePreferences } from "./preferences";
import { writtenIn } from "./state";
import { useDesk, useDeskState } from "./useDesk";

interface TargetEditorProps {
  segment: Segment;
  language: string;
  onKey: (event: KeyboardEvent) => boolean;
  onWriting: (text: string, caret: number) => void;
  onHover: (word: Word | null, at: DOMRect | null) => void;
}

export function TargetEditor({ segment, language, onKey, onWriting, onHover }: TargetEditorProps) {
  const desk = useDesk();
  const parent = useRef<HTMLDivElement>(null);
  const { preferences } = usePreferences();
  const assist = useDeskState((state) => state.assist);
  const findings = useDeskState((state) => state.findings);
  const editable = useDeskState((state) => state.editable);
  const replaced = useDeskState((state) => state.replaced);
  const [view, setView] = useState<EditorView | null>(null);
  const { confidence } = preferences;
  // What a new editor begins with and calls, without being a reason for a new one.
  const latest = useRef({ onKey, onWriting, onHover, segment, confidence });
  latest.current = { onKey, onWriting, onHover, segment, confidence };

  // A new segment, or one that can be written in now, gets a new editor; all else is told to the one there is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    if (!parent.current) return;
    const { current: begin } = latest;
    const text = writtenIn(desk.state, begin.segment);
    const wishes = {
      text,
      caret: text.length,
      language,
      label: `Translation of segment ${begin.segment.number}`,
      readOnly: !editable,
      assist: desk.state.assist,
      confidence: begin.confidence,
    };
    const made = createEditor(parent.current, wishes, {
      changed(now, caret, textChanged) {
        latest.current.onWriting(now, caret);
        if (textChanged) desk.edited(now, caret);
        else desk.moved(now, caret);
      },
      key: (event) => latest.current.onKey(event),
      lockedRefused: () => desk.say("This part is locked. Ctrl L unlocks it; a click into it moves the lock."),
      typed: () => desk.effort.add("keys"),
      clicked(clickedView, ghost, at) {
        const taken = takeAndLock(clickedView, ghost, at);
        desk.effort.add("word", taken.length);
      },
      hovered: (word, at) => latest.current.onHover(word, at),
    });
    desk.view = made;
    setView(made);
    begin.onWriting(text, text.length);
    made.focus();
    return () => {
      desk.view = null;
      made.destroy();
    };
  }, [desk, segment.id, language, editable]);

  useEffect(() => {
    if (view) showAssist(view, assist);
  }, [view, assist]);

  useEffect(() => {
    if (view) showConfidence(view, confidence);
  }, [view, confidence]);

  useEffect(() => {
    if (!view) return;
    const text = view.state.doc.toString();
    const marks = findings.flatMap((finding) =>
      finding.target.map(([from, to]) => ({
        from: toUnits(text, from),
        to: toUnits(text, to),
        message: finding.message,
      })),
    );
    view.dispatch({ effects: setMarks.of(marks.filter((mark) => mark.from < mark.to)) });
  }, [view, findings]);

  // The text was changed elsewhere and nothing of ours is waiting: the editor follows, and undo leads back.
  const seen = useRef(replaced);
  useEffect(() => {
    if (seen.current === replaced) return;
    seen.current = replaced;
    const text = writtenIn(desk.state, segment);
    if (!desk.view || desk.view.state.doc.toString() === text) return;
    desk.following = true;
    replaceAll(desk.view, text, true);
    desk.following = false;
  }, [desk, replaced, segment]);

  return <div ref={parent} className="target-editor" />;
}
