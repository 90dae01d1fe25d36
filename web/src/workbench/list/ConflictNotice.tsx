// Two people changed one segment: both texts are shown, and the translator chooses.
import type { ConflictMessage } from "../../live/messages";
import { useSession } from "../../document/useDocument";
import { Tagged } from "../../parts/Tagged";

export function ConflictNotice({ conflict }: { conflict: ConflictMessage }) {
  const session = useSession();
  const { segment, theirs, yours } = conflict;
  // The notice vanishes, and must not take the focus along.
  const choose = (type: "tookTheirs" | "keptMine") => {
    session.dispatch({ type, id: segment });
    session.view?.focus();
  };
  return (
    <div className="conflict" role="alert">
      <p>{theirs.changed_by} changed this segment meanwhile. Nothing was overwritten.</p>
      <dl>
        <dt>Theirs</dt>
        <dd>
          <Tagged text={theirs.target} />
        </dd>
        <dt>Yours</dt>
        <dd>
          <Tagged text={yours} />
        </dd>
      </dl>
      <button type="button" className="button" onClick={() => choose("tookTheirs")}>
        Take theirs
      </button>
      <button type="button" className="button primary" onClick={() => choose("keptMine")}>
        Keep mine
      </button>
    </div>
  );
}
