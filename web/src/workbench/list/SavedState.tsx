// Whether what is written in the open segment is saved.
import type { Segment } from "../../api/client";
import { useDocument } from "../../document/useDocument";
import { useTranslation } from "../../messages";

export function SavedState({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const kept = useDocument((state) => state.outbox.unsaved.get(segment.id));
  const connected = useDocument((state) => state.connection.phase === "connected");
  const saving = kept?.refused ? "notSaved" : kept ? (connected ? "saving" : "savedHere") : "saved";
  return (
    <span className={`saving ${kept?.refused ? "failed" : ""}`} title={kept?.refused ?? ""}>
      {segment.status === "draft" && !kept ? t("segment.status.draft") : t(`segment.${saving}`)}
    </span>
  );
}
