// Two people changed one segment: both texts are shown, and the translator chooses.
import type { ConflictMessage } from "../../live/messages";
import { useSession } from "../../document/useDocument";
import { Tagged } from "../../parts/Tagged";
import { useTranslation } from "../../messages";

export function ConflictNotice({ conflict }: { conflict: ConflictMessage }) {
  const { t } = useTranslation();
  const session = useSession();
  const { segment, theirs, yours } = conflict;
  // The notice vanishes, and must not take the focus along.
  const choose = (type: "tookTheirs" | "keptMine") => {
    session.dispatch({ type, id: segment });
    session.view?.focus();
  };
  return (
    <div className="conflict" role="alert">
      <p>{t("segment.conflict.title", { name: theirs.changed_by })}</p>
      <dl>
        <dt>{t("segment.conflict.theirs")}</dt>
        <dd>
          <Tagged text={theirs.target} />
        </dd>
        <dt>{t("segment.conflict.yours")}</dt>
        <dd>
          <Tagged text={yours} />
        </dd>
      </dl>
      <button type="button" className="button" onClick={() => choose("tookTheirs")}>
        {t("segment.conflict.takeTheirs")}
      </button>
      <button type="button" className="button primary" onClick={() => choose("keptMine")}>
        {t("segment.conflict.keepMine")}
      </button>
    </div>
  );
}
