// What was said about a segment.
import { useState, type FormEvent } from "react";
import { api, ask, sentence, type Comment, type Segment } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { may } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import { moment } from "../../messages/intl";
import { useTranslation } from "../../messages";

export function Comments({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const session = useSession();
  const revision = useDocument((state) => state.open?.commentRevision ?? 0);
  const speaks = useDocument((state) => may(state, "comment"));
  const [text, setText] = useState("");
  const path = { segment: segment.id };
  const { data, problem, reload } = useLoad(`comments ${segment.id} ${revision}`, (signal) =>
    ask(api.GET("/api/segments/{segment}/comments", { params: { path }, signal })),
  );

  const done = (request: Promise<unknown>) => request.then(reload, (error: unknown) => session.say(sentence(error)));

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const body = { text };
    void done(ask(api.POST("/api/segments/{segment}/comments", { params: { path }, body })));
    setText("");
  };
  const resolve = (comment: Comment) => {
    const body = { resolved: !comment.resolved };
    const one = { comment: comment.id };
    void done(ask(api.PATCH("/api/comments/{comment}", { params: { path: one }, body })));
  };
  const remove = (comment: Comment) => {
    const one = { comment: comment.id };
    void done(ask(api.DELETE("/api/comments/{comment}", { params: { path: one } })));
  };

  return (
    <>
      {problem && <p className="stale">{problem}</p>}
      {data?.map((comment) => (
        <article key={comment.id} className={`match ${comment.resolved ? "resolved" : ""}`}>
          <header>
            <span className="where">
              {comment.by} · {moment(comment.at)}
            </span>
            {speaks && (
              <>
                <button type="button" className="link" onClick={() => resolve(comment)}>
                  {t(comment.resolved ? "panel.reopen" : "panel.resolve")}
                </button>
                <button type="button" className="link" onClick={() => remove(comment)}>
                  {t("panel.remove")}
                </button>
              </>
            )}
          </header>
          <p>{comment.text}</p>
        </article>
      ))}
      {speaks && (
        <form onSubmit={add} className="stack">
          <textarea
            className="field"
            rows={3}
            aria-label={t("panel.comment", { number: segment.number })}
            placeholder={t("panel.commentHint")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="button">
            {t("panel.post")}
          </button>
        </form>
      )}
    </>
  );
}
