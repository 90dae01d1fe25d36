// Before a document is delivered that is not finished: what is not, and what stands where nothing is written.
import { useState } from "react";
import { exportAddress, isFinished, type Empty, type Unfinished } from "../workbench/exports";
import { Dialog } from "./Dialog";
import { counted } from "./counted";

interface DownloadDialogProps {
  document: number;
  total: number;
  unfinished: Unfinished;
  close: () => void;
}

export function DownloadDialog({ document, total, unfinished, close }: DownloadDialogProps) {
  const [empty, setEmpty] = useState<Empty>("written");
  const { unconfirmed, flagged } = unfinished;
  const segments = counted(total, "segment", "segments");
  return (
    <Dialog title="Download the translated document" close={close}>
      <p>{isFinished(unfinished) ? `All ${segments} are confirmed.` : `Of ${segments}:`}</p>
      <ul className="unfinished">
        {unconfirmed > 0 && <li>{unconfirmed.toLocaleString()} not confirmed</li>}
        {unfinished.empty > 0 && <li>{unfinished.empty.toLocaleString()} empty</li>}
        {flagged > 0 && <li>{flagged.toLocaleString()} with QA issues</li>}
      </ul>
      {unfinished.empty > 0 && (
        <fieldset className="choices">
          <legend>Where a segment is empty</legend>
          <label className="check">
            <input type="radio" name="empty" checked={empty === "written"} onChange={() => setEmpty("written")} />
            leave it empty
          </label>
          <label className="check">
            <input type="radio" name="empty" checked={empty === "draft"} onChange={() => setEmpty("draft")} />
            write its source text
          </label>
        </fieldset>
      )}
      <div className="buttons">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <a className="button primary" href={exportAddress(document, "document", empty)} download onClick={close}>
          Download
        </a>
      </div>
    </Dialog>
  );
}
