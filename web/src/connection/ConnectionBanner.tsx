// Says that the server cannot be reached, for as long as that is so.
import type { Connection } from "./connection";

export function ConnectionBanner({ connection, retry }: { connection: Connection; retry: () => void }) {
  // The region is always there: screen readers announce what appears in it, not that it appears.
  return (
    <div role="status" className="announcements">
      {connection.phase === "lost" && (
        <div className="banner">
          <span>The connection to Synslator is lost. Trying again until it is back.</span>
          <button type="button" className="button" onClick={retry}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}
