// Why the open segment cannot be written in, and what can be done about it.
import { holderOf, type OpenSegment } from "../../document/state";
import { useDocument, useSession } from "../../document/useDocument";
import { t, useTranslation } from "../../messages";

export function HeldNotice({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const session = useSession();
  const connection = useDocument((state) => state.connection);
  const unsaved = useDocument((state) => state.outbox.unsaved.has(open.id));
  const own = holderOf(connection, open.id)?.login === connection.login;
  return (
    <div className="held-notice">
      <span>
        {heldNotice(open.heldBy, own)}
        {unsaved && ` ${t("segment.lastNotSaved")}`}
      </span>
      {open.heldBy !== null && own && (
        <button type="button" className="button" onClick={() => session.dispatch({ type: "tookOver" })}>
          {t("segment.editHere")}
        </button>
      )}
    </div>
  );
}

function heldNotice(by: string | null, own: boolean): string {
  if (by === null) return t("segment.readOnly");
  return t(own ? "segment.heldHere" : "segment.heldBy", { name: by });
}
