// What the memory and the termbase know of the active segment; a key or a click puts it in.
import type { Match, Term } from "../../api/client";
import { insertFound } from "../../actions/suggestions";
import type { ActionId } from "../../actions/table";
import { useKeymap } from "../../actions/useKeymap";
import { useWorkbench } from "../../actions/useWorkbench";
import { useDocument } from "../../document/useDocument";
import { Key } from "../../parts/Key";
import { Tagged } from "../../parts/Tagged";
import { insertables } from "../insertables";

export function Matches() {
  const workbench = useWorkbench();
  const open = useDocument((state) => state.open);
  const { keymap } = useKeymap();
  if (open === null) return <p className="faint">Open a segment to see its TM matches and terms.</p>;
  const { matches, matchesNote: note, terms } = open;
  const numbered = insertables(matches, terms);
  const keyOf = (index: number) => (index >= 0 ? keymap[`found${index + 1}` as ActionId] : undefined);
  const seen = new Set<string>();
  const distinct = terms.filter((term) => !seen.has(term.source) && seen.add(term.source));
  return (
    <>
      {note && <p className="stale">{note}</p>}
      {matches.length === 0 && <p className="faint">No TM matches for this segment.</p>}
      {matches.map((match) => {
        const index = numbered.findIndex((one) => one.kind === "match" && one.match === match);
        return (
          <MatchCard
            key={match.entry}
            match={match}
            combo={keyOf(index)}
            insert={() => insertFound(workbench, { kind: "match", match })}
          />
        );
      })}
      {distinct.length > 0 && <h2 className="panel-title">Terminology</h2>}
      {distinct.map((term) => {
        const index = numbered.findIndex((one) => one.kind === "term" && one.term.source === term.source);
        return (
          <TermLine
            key={`${term.source}-${term.start}`}
            term={term}
            combo={keyOf(index)}
            insert={(text) => insertFound(workbench, { kind: "term", term, text })}
          />
        );
      })}
    </>
  );
}

/** What a rate means, beside its number. */
function rateKind(rate: number): "exact" | "close" | "far" {
  return rate >= 100 ? "exact" : rate >= 75 ? "close" : "far";
}

const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
export const dayOf = (seconds: number) => day.format(new Date(seconds * 1000));

function MatchCard({ match, combo, insert }: { match: Match; combo: string | undefined; insert: () => void }) {
  return (
    <article className="match" onDoubleClick={insert} aria-label={`Match of ${match.rate}%`}>
      <header>
        <span className={`rate ${rateKind(match.rate)}`}>{match.rate}%</span>
        <span className="where" title={match.document ?? ""}>
          {match.memory_name} · {dayOf(match.changed_at)}, {match.changed_by}
        </span>
        {combo && <Key combo={combo} />}
        <button type="button" className="put-in" onClick={insert} aria-label={`Insert the match of ${match.rate}%`}>
          ↵
        </button>
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
        <Tagged text={match.target} />
      </p>
    </article>
  );
}

interface TermLineProps {
  term: Term;
  combo: string | undefined;
  insert: (text: string) => void;
}

function TermLine({ term, combo, insert }: TermLineProps) {
  const explained = [term.definition, term.subject, term.note].filter(Boolean).join(" · ");
  return (
    <div className="term-line" title={explained}>
      <span className="term-source">{term.source}</span>
      <span className="term-targets">
        {term.translations.map((one) =>
          one.status === "forbidden" ? (
            <del key={one.text} title="forbidden">
              {one.text}
            </del>
          ) : (
            <button
              key={one.text}
              type="button"
              className={one.status}
              // The focus stays in the editor, and the second click of a double click inserts nothing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => event.detail <= 1 && insert(one.text)}
              title={`Click to insert${one.note ? `; ${one.note}` : ""}`}
            >
              {one.text}
            </button>
          ),
        )}
      </span>
      {combo && <Key combo={combo} />}
    </div>
  );
}
