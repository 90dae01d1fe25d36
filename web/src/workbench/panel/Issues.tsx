// The QA issues of the open segment, each with its fix where there is one.
import type { Finding } from "../../api/client";
import { applyFix } from "../../actions/segment";
import { useWorkbench } from "../../actions/useWorkbench";
import type { OpenSegment } from "../../document/state";
import { ignoredIn, issuesOf } from "../issues";
import { Part } from "./Part";
import { useTranslation } from "../../messages";

export function Issues({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const issues = issuesOf(open);
  return (
    <Part name="issues" title={t("panel.issues")} count={issues.length}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <div className="issues" tabIndex={0}>
        {issues.length === 0 && <p className="faint">{t("panel.noIssues")}</p>}
        {issues.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike, and a line keeps no state.
          <Issue key={index} finding={finding} editable={open.editable} />
        ))}
        {ignoredIn(open).map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Issue key={index} finding={finding} editable={open.editable} />
        ))}
      </div>
    </Part>
  );
}

function Issue({ finding, editable }: { finding: Finding; editable: boolean }) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  return (
    <div className={`finding ${finding.ignored ? "ignored" : finding.blocking ? "blocking" : ""}`}>
      <span>{finding.message}</span>
      {editable && finding.fix !== null && !finding.ignored && (
        <button
          type="button"
          className={finding.safe ? "link fix" : "link fix unsafe"}
          title={t(finding.safe ? "panel.fixSafe" : "panel.fixUnsafe")}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => applyFix(workbench, finding)}
        >
          {t("panel.fix")}
        </button>
      )}
      {editable && (
        <button
          type="button"
          className="link"
          title={t(finding.ignored ? "panel.reportHint" : "panel.ignoreHint")}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => workbench.session.dispatch({ type: "ignored", finding, ignored: !finding.ignored })}
        >
          {t(finding.ignored ? "panel.report" : "panel.ignore")}
        </button>
      )}
    </div>
  );
}
