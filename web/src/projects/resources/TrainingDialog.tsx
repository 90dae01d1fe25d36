// Whether engines may be trained on a memory: its owner's decision, so it is asked for in a sentence and confirmed.
import { useState } from "react";
import type { Memory } from "../../api/client";
import { useTranslation } from "../../messages";
import { Dialog } from "../../parts/Dialog";

interface TrainingDialogProps {
  memory: Memory;
  close: () => void;
  permit: (permission: Memory["permission"]) => void;
}

export function TrainingDialog({ memory, close, permit }: TrainingDialogProps) {
  const { t } = useTranslation();
  const allowed = memory.permission === "may train";
  const [agreed, setAgreed] = useState(false);
  const { name } = memory;
  return (
    <Dialog title={t("training.title")} close={close}>
      <div className="form">
        <p>{allowed ? t("training.stopQuestion", { name }) : t("training.question", { name })}</p>
        {!allowed && (
          <label className="check">
            <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
            {t("training.agreed")}
          </label>
        )}
        <div className="buttons">
          <button type="button" className="button" onClick={close}>
            {t("common.cancel")}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={!allowed && !agreed}
            onClick={() => permit(allowed ? "inference only" : "may train")}
          >
            {allowed ? t("training.stop") : t("training.allow")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
