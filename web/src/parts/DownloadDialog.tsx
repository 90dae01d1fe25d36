// Before a document is delivered that is not finished: what is not, and what stands where nothing is written.
import { useState } from "react";
import { exportAddress, isFinished, type Empty, type Unfinished } from "../workbench/exports";
import { Dialog } from "./Dialog";
import { useTranslation } from "../messages";

interface DownloadDialogProps {
  document: number;
  total: number;
  unfinished: Unfinished;
  close: () => void;
}

export function DownloadDialog({ document, total, unfinished, close }: DownloadDialogProps) {
  const { t } = useTranslation();
  const [empty, setEmpty] = useState<Empty>("written");
  const { unconfirmed, flagged } = unfinished;
  return (
    <Dialog title={t("download.title")} close={close}>
      <p>{isFinished(unfinished) ? t("download.finished", { count: total }) : t("download.of", { count: total })}</p>
      <ul className="unfinished">
        {unconfirmed > 0 && <li>{t("download.unconfirmed", { count: unconfirmed })}</li>}
        {unfinished.empty > 0 && <li>{t("download.empty", { count: unfinished.empty })}</li>}
        {flagged > 0 && <li>{t("download.flagged", { count: flagged })}</li>}
      </ul>
      {unfinished.empty > 0 && (
        <fieldset className="choices">
          <legend>{t("download.whereEmpty")}</legend>
          <label className="check">
            <input type="radio" name="empty" checked={empty === "written"} onChange={() => setEmpty("written")} />
            {t("download.leaveEmpty")}
          </label>
          <label className="check">
            <input type="radio" name="empty" checked={empty === "draft"} onChange={() => setEmpty("draft")} />
            {t("download.writeSource")}
          </label>
        </fieldset>
      )}
      <div className="buttons">
        <button type="button" className="button" onClick={close}>
          {t("common.cancel")}
        </button>
        <a className="button primary" href={exportAddress(document, "document", empty)} download onClick={close}>
          {t("download.download")}
        </a>
      </div>
    </Dialog>
  );
}
