// What is selected in the source of the open segment. A selection in the translation takes the browser's away, so it is
// remembered, and stays marked, until another one is made.
import { useEffect, type RefObject } from "react";
import { useSession } from "../../document/useDocument";

const MARKED = "picked";

/** The words in a part of the source, without its tags. */
function wordsIn(range: Range): string {
  const copy = range.cloneContents();
  for (const tag of copy.querySelectorAll("[data-tag]")) tag.remove();
  return (copy.textContent ?? "").trim();
}

export function usePicked(source: RefObject<HTMLElement | null>): void {
  const session = useSession();
  useEffect(() => {
    const marks = typeof Highlight === "undefined" ? null : CSS.highlights;
    const look = () => {
      const selection = document.getSelection();
      if (!selection?.rangeCount || !source.current?.contains(selection.anchorNode)) return;
      const range = selection.getRangeAt(0);
      if (!source.current.contains(range.endContainer)) return;
      const text = wordsIn(range);
      if (text !== session.state.open?.picked) session.dispatch({ type: "picked", text });
      if (text) marks?.set(MARKED, new Highlight(range.cloneRange()));
      else marks?.delete(MARKED);
    };
    document.addEventListener("selectionchange", look);
    return () => {
      document.removeEventListener("selectionchange", look);
      marks?.delete(MARKED);
    };
  }, [session, source]);
}
