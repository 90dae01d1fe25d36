// Two people changed one segment: both texts are shown, and the translator chooses.
import type { ConflictMessage } from "../live/messages";
import { Tagged } from "../parts/Tagged";
import { useDesk } from "./useDesk";

export function ConflictNotice({ conflict }: { conflict: ConflictMessage }) {
  const desk = useDesk();
  const { segment, theirs, yours } = conflict;
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
      <button type="button" className="button" onClick={() => desk.takeTheirs(segment)}>
        Take theirs
      </button>
      <button type="button" className="button primary" onClick={() => desk.keepMine(segment)}>
        Keep mine
      </button>
    </div>
  );
}
