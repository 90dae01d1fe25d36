// Where to split a segment: the caret in its source says it, and both halves are shown.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { api, ask, sentence, type Segment } from "../../api/client";
import { halfway } from "../../document/halves";
import { useSession } from "../../document/useDocument";
import { toPoints } from "../../editor/points";
import { Dialog } from "../../parts/Dialog";
import { Tagged } from "../../parts/Tagged";
import { useTranslation } from "../../messages";

/** Behind the first mark that ends a clause, or in the middle. */
function likelyPlace(source: string): number {
  const mark = /[。！？；，.!?;,](?=.)/u.exec(source);
  return mark ? mark.index + 1 : Math.floor(source.length / 2);
}

function HalfTarget({ text }: { text: string }) {
  return (
    <p className="half-target">
      <Tagged text={text.trim()} />
    </p>
  );
}

export function SplitDialog({ segment, close }: { segment: Segment; close: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [start] = useState(() => likelyPlace(segment.source));
  const [at, setAt] = useState(start);
  const [problem, setProblem] = useState("");
  const { caret = 0, text: written = "" } = session.state.open ?? {};
  const { target } = segment;
  // Whoever has put the caret inside the translation has said where.
  const inside = caret > 0 && caret < written.length && written === target;
  const cut = inside ? caret : halfway(segment.source, at, target);

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(start, start);
  }, [start]);

  const split = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      version: segment.version,
      at: toPoints(segment.source, at),
      target_at: toPoints(segment.target, cut),
    };
    const params = { path: { segment: segment.id } };
    ask(api.POST("/api/segments/{segment}/split", { params, body })).then(
      ({ changed }) => {
        session.did(changed.slice(0, 1));
        close();
      },
      (error: unknown) => setProblem(sentence(error)),
    );
  };

  return (
    <Dialog title={t("dialogs.split.title", { number: segment.number })} close={close}>
      <form onSubmit={split} className="stack">
        <label className="labelled" htmlFor="split-source">
          {t("dialogs.split.where")}
        </label>
        <textarea
          id="split-source"
          className="field"
          ref={field}
          rows={3}
          readOnly
          value={segment.source}
          onSelect={(event) => setAt(event.currentTarget.selectionStart)}
          onKeyDown={(event) => event.key === "Enter" && split(event)}
        />
        <ol className="halves">
          <li>
            <Tagged text={segment.source.slice(0, at)} />
            <HalfTarget text={target.slice(0, cut)} />
          </li>
          <li>
            <Tagged text={segment.source.slice(at)} />
            <HalfTarget text={target.slice(cut)} />
          </li>
        </ol>
        <p className="faint">{t(inside ? "dialogs.split.atCaret" : "dialogs.split.shown")}</p>
        {problem && (
          <p className="fault" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="button primary" disabled={at <= 0 || at >= segment.source.length}>
          {t("dialogs.split.split")}
        </button>
      </form>
    </Dialog>
  );
}
