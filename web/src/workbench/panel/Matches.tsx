// What the memory has like the open segment, and the machine's draft as one more; a key or a click puts it in.
import type { Match } from "../../api/client";
import { insertFound } from "../../actions/suggestions";
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import { may, type OpenSegment } from "../../document/state";
import { useDocument } from "../../document/useDocument";
import { Key } from "../../parts/Key";
import { Tagged } from "../../parts/Tagged";
import { insertables, machineDraft } from "../insertables";
import { rateKind } from "../list/status";
import { Difference } from "./Difference";
import { Part } from "./Part";
import { useTranslation } from "../../messages";
import { day } from "../../messages/intl";

export function Matches({ open }: { open: OpenSegment }) {
  const { t } = useTranslation();
  const workbench = useWorkbench();
  const { keymap } = useKeymap();
  const { matches, matchesNote: note } = open;
  const draft = machineDraft(open);
  const keyAt = (index: number) => (index >= 0 ? keymap[`found${index + 1}` as ActionId] : undefined);
  const numbered = insertables(open);
  return (
    <Part name="matches" title={t("panel.matches")} count={matches.length}>
      {note && <p className="stale">{note}</p>}
      {matches.map((match) => (
        <MatchCard
          key={match.entry}
          match={match}
          combo={keyAt(numbered.findIndex((one) => one.kind === "match" && one.match === match))}
          insert={() => insertFound(workbench, { kind: "match", match })}
        />
      ))}
      {matches.length === 0 && !note && <p className="faint">{t("panel.noMatches")}</p>}
      {draft && (
        <DraftCard
          text={draft.target}
          combo={keyAt(numbered.findIndex((one) => one.kind === "draft"))}
          insert={() => insertFound(workbench, { kind: "draft", text: draft.target })}
        />
      )}
    </Part>
  );
}

interface CardProps {
  combo: string | undefined;
  insert: () => void;
}

function MatchCard({ match, combo, insert }: CardProps & { match: Match }) {
  const { t } = useTranslation();
  return (
    <article className="match" onDoubleClick={insert} aria-label={t("panel.match", { rate: match.rate })}>
      <header>
        <span className={`rate ${rateKind(match.rate)}`}>{match.rate}%</span>
        <span className="where" title={match.document ?? ""}>
          {match.memory_name} · {day(match.changed_at)}, {match.changed_by}
        </span>
        <InsertButton name={t("panel.insertMatch", { rate: match.rate })} combo={combo} insert={insert} />
      </header>
      <p className="diff">
        {match.diff.map((part, index) =>
          part.kind === "same" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is known by its place.
            <Tagged key={index} text={part.old} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <span key={index}>
              {part.old && (
                <del>
                  <Tagged text={part.old} />
                </del>
              )}
              {part.new && (
                <ins>
                  <Tagged text={part.new} />
                </ins>
              )}
            </span>
          ),
        )}
      </p>
      <p className="match-target">
        <Difference before={match.target} after={match.insert} />
      </p>
    </article>
  );
}

function DraftCard({ text, combo, insert }: CardProps & { text: string }) {
  const { t } = useTranslation();
  return (
    <article className="match" onDoubleClick={insert} aria-label={t("panel.machine")}>
      <header>
        <span className="rate plain">{t("segment.badge.machine")}</span>
        <span className="where">{t("panel.machine")}</span>
        <InsertButton name={t("panel.insertMachine")} combo={combo} insert={insert} />
      </header>
      <p className="match-target">
        <Tagged text={text} />
      </p>
    </article>
  );
}

/** Puts something in by mouse; where a key does the same, the key is its face. */
function InsertButton({ name, combo, insert }: CardProps & { name: string }) {
  const { t } = useTranslation();
  const writes = useDocument((state) => may(state, "translate"));
  if (!writes) return null;
  return (
    <button
      type="button"
      className="put-in"
      aria-label={name}
      title={name}
      // The focus stays in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={insert}
    >
      {combo ? <Key combo={combo} /> : t("panel.insert")}
    </button>
  );
}
