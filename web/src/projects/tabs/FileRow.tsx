// A file of a project in the table.
import { Link } from "wouter";
import type { Document, Person } from "../../api/client";
import { useTranslation } from "../../messages";
import { dateOnly, number } from "../../messages/intl";
import { Menu } from "../../parts/Menu";
import { ProgressBar } from "../../parts/ProgressBar";

interface FileRowProps {
  project: number;
  document: Document;
  people: readonly Person[];
  download: () => void;
  assign: () => void;
  order: (kind: "draft" | "check") => void;
  update: (file: File | undefined) => void;
  remove: () => void;
}

export function FileRow({ project, document, people, download, assign, order, update, remove }: FileRowProps) {
  const { t } = useTranslation();
  const address = `/projects/${project}/documents/${document.id}`;
  const { progress, name } = document;
  const assignee = people.find((one) => one.login === document.assignee)?.name || document.assignee;
  return (
    <tr>
      <th scope="row">
        <Link href={address} className="item-name">
          {name}
        </Link>
        <Stage document={document} />
        {document.warnings.map((warning) => (
          <p key={warning} className="stale">
            {warning}
          </p>
        ))}
      </th>
      <td className="number">{number(progress.total.words)}</td>
      <td>
        <ProgressBar progress={progress} label={t("files.confirmedIn", { name })} />
      </td>
      <td className="number">
        {document.flagged > 0 ? (
          <span className="badge amber">{number(document.flagged)}</span>
        ) : (
          <span className="faint">0</span>
        )}
      </td>
      {people.length > 1 && (
        <td>
          <button
            type="button"
            className="cell-button"
            onClick={assign}
            aria-label={t("files.assigneeOf", { name, assignee: assignee || t("files.unassigned") })}
          >
            {assignee || <span className="faint">{t("files.unassigned")}</span>}
          </button>
        </td>
      )}
      <td>
        <button
          type="button"
          className="cell-button"
          onClick={assign}
          aria-label={t("files.dueOf", { name, due: document.due ? dateOnly(document.due) : t("files.noDue") })}
        >
          {document.due ? (
            <span className={isLate(document) ? "amber" : ""}>{dateOnly(document.due)}</span>
          ) : (
            <span className="faint">{t("files.noDue")}</span>
          )}
        </button>
      </td>
      <td className="row-actions">
        <Link href={address} className="button" aria-label={t("files.openFile", { name })}>
          {t("files.open")}
        </Link>
        <button type="button" className="button" onClick={download} aria-label={t("files.downloadFile", { name })}>
          {t("files.download")}
        </button>
        <Menu label={t("files.more")} name={t("files.moreOf", { name })} quiet>
          <button type="button" onClick={() => order("draft")}>
            {t("files.draftEmpty")}
          </button>
          <button type="button" onClick={() => order("check")}>
            {t("files.check")}
          </button>
          <button type="button" onClick={assign}>
            {t("files.assign")}
          </button>
          <label>
            {t("files.newVersion")}
            <input
              type="file"
              className="hidden-text"
              onChange={(event) => {
                update(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
          </label>
          <button type="button" className="danger" onClick={remove}>
            {t("files.remove")}
          </button>
        </Menu>
      </td>
    </tr>
  );
}

/** How far a file is, in words. */
function Stage({ document: { progress } }: { document: Document }) {
  const { t } = useTranslation();
  const total = progress.total.segments;
  const empty = progress.untranslated.segments;
  const finished = progress.confirmed.segments + progress.approved.segments;
  const stage =
    total === 0
      ? t("files.noText")
      : finished === total
        ? t("files.finished")
        : empty > 0
          ? t("files.empty", { count: empty })
          : finished === 0
            ? t("files.preTranslated")
            : t("files.left", { count: total - finished });
  return (
    <p className="faint stage">
      {t("files.segments", { count: total })} · {stage}
    </p>
  );
}

function isLate({ due, progress }: Document): boolean {
  const left = progress.total.segments - progress.confirmed.segments - progress.approved.segments;
  return left > 0 && due != null && new Date(`${due}T23:59:59`).getTime() < Date.now();
}
