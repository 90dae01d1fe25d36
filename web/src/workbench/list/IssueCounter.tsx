// How many QA issues the open segment has; the panel lists them. A confirmation in spite of them is asked about here.
import { written } from "../../actions/keys";
import { useKeymap } from "../../actions/useKeymap";
import { isQuestioned } from "../../document/confirming";
import type { OpenSegment } from "../../document/state";
import { useSession } from "../../document/useDocument";
import { Icon } from "../icons";
import { issuesOf } from "../issues";
import { useTranslation } from "../../messages";

export function IssueCounter({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const session = useSession();
  const { keymap } = useKeymap();
  const questioned = isQuestioned(open);
  const issues = issuesOf(open);
  const messages = issues.map((one) => one.message).join(" · ");
  return (
    <div className={questioned ? "findings questioned" : "findings"} role="status" aria-label={t("segment.checks")}>
      {questioned && (
        <span className="question" title={messages}>
          <b>{t("segment.confirmAnyway", { key: written(keymap.confirm) })}</b> {messages}
        </span>
      )}
      {issues.length > 0 && (
        <button
          type="button"
          className="issue-counter"
          title={messages}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => session.dispatch({ type: "panelChosen", panel: "matches" })}
        >
          <Icon name="issue" />
          {t("segment.checked", { count: issues.length })}
        </button>
      )}
    </div>
  );
}
