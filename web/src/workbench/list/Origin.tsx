// Where a word that the machine offers comes from, in one line.
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { api, ask, type Entry } from "../../api/client";
import { useDocument } from "../../document/useDocument";
import type { Word } from "../../editor/assist";
import { useTranslation } from "../../messages";
import { percent } from "../../messages/intl";

export function Origin({ word, at }: { word: Word; at: DOMRect | null }) {
  const { t } = useTranslation();
  const open = useDocument((state) => state.open);
  const cause = word.causes?.find((one) => one.kind === "memory" && one.entry != null);
  const match = open?.matches.find((one) => one.entry === cause?.entry);
  const entry = useEntry(cause && !match ? (cause.entry ?? null) : null);
  const shown = match ?? entry;
  const tip = (
    <div className={at ? "origin-tip floating" : "origin-tip"} role="status" style={at ? place(at) : undefined}>
      {cause && shown ? (
        <>
          {t("segment.origins.memory", {
            words: cause.words,
            memory: match?.memory_name ?? t("segment.origins.theMemory"),
            entry: cause.entry ?? 0,
            by: shown.changed_by,
            share: percent(cause.weight),
          })}{" "}
          {marked(shown.target, cause.words)}
        </>
      ) : (
        t("segment.origins.model", { share: percent(word.probability) })
      )}
    </div>
  );
  // The rows of the list are moved by transforms, inside which nothing can be placed in the window.
  return at ? createPortal(tip, document.body) : tip;
}

function place(at: DOMRect) {
  return { left: Math.max(8, at.left - 20), top: at.top - 8 };
}

function marked(text: string, words: string) {
  const at = words ? text.indexOf(words) : -1;
  if (at < 0) return <q>{text}</q>;
  return (
    <q>
      {text.slice(0, at)}
      <mark>{words}</mark>
      {text.slice(at + words.length)}
    </q>
  );
}

/** An entry that is not among the matches shown. */
function useEntry(id: number | null): Entry | null {
  const [entry, setEntry] = useState<Entry | null>(null);
  useEffect(() => {
    setEntry(null);
    if (id === null) return;
    let stopped = false;
    ask(api.GET("/api/entries/{entry}", { params: { path: { entry: id } } })).then(
      (found) => !stopped && setEntry(found),
      () => {},
    );
    return () => {
      stopped = true;
    };
  }, [id]);
  return entry;
}
