// Two people changed one segment: both texts are shown, and the translator chooses.
import type { ConflictMessage } from "../live/messages";
import { Tagged } from "../parts/Tagged";
import { useDesk } from "./useDesk";

export function ConflictNotice({ conflict }: { conflict: ConflictMessage }) {
  const desk = useDesk();
  const { segment, theirs, yours } = conflict;
  // The notice vanishes, and must not take the focus along.
  const choose = (choice: (id: number) => void) => {
    choice(segment);
    desk.view?.focus();
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
      <button type="button" className="button" onClick={() => choose((id) => desk.takeTheirs(id))}>
        Take theirs
      </button>
      <button type="button" className="button primary" onClick={() => choose((id) => desk.keepMine(id))}>
        Keep mine
      </button>
    </div>
  );
}
