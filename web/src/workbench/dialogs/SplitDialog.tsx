// Where to split a segment: the caret in its source says it, and both halves are shown.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { api, ask, sentence, type Segment } from "../../api/client";
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

export function SplitDialog({ segment, close }: { segment: Segment; close: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [start] = useState(() => likelyPlace(segment.source));
  const [at, setAt] = useState(start);
  const [problem, setProblem] = useState("");
  const { caret = 0, text: written = "" } = session.state.open ?? {};
  const inside = caret > 0 && caret < written.length;

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(start, start);
  }, [start]);

  const split = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      version: segment.version,
      at: toPoints(segment.source, at),
      ...(inside ? { target_at: toPoints(written, caret) } : {}),
    };
    const params = { path: { segment: segment.id } };
    ask(api.POST("/api/segments/{segment}/split", { params, body })).then(close, (error: unknown) =>
      setProblem(sentence(error)),
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
          </li>
          <li>
            <Tagged text={segment.source.slice(at)} />
          </li>
        </ol>
        <p className="faint">{t(inside ? "dialogs.split.atCaret" : "dialogs.split.withFirst")}</p>
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
