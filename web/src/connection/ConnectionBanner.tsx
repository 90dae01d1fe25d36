// Says that the server cannot be reached, for as long as that is so.
import { useTranslation } from "../messages";
import type { Connection } from "./connection";

export function ConnectionBanner({ connection, retry }: { connection: Connection; retry: () => void }) {
  const { t } = useTranslation();
  // The region is always there: screen readers announce what appears in it, not that it appears.
  return (
    <div role="status" className="announcements">
      {connection.phase === "lost" && (
        <div className="banner">
          <span>{t("frame.connectionLost")}</span>
          <button type="button" className="button" onClick={retry}>
            {t("frame.tryNow")}
          </button>
        </div>
      )}
    </div>
  );
}
