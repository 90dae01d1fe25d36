// The open segment: its source with the terms, the editor, what is suggested, what the checks say, what can be done.
import { useCallback, useMemo, useState } from "react";
import type { Segment } from "../../api/client";
import { acceptSuggestion } from "../../actions/suggestions";
import { insertTag } from "../../actions/tags";
import { useWorkbench } from "../../actions/useWorkbench";
import { useDocument, useSession } from "../../document/useDocument";
import { holderOf, type OpenSegment } from "../../document/state";
import { ghostOf, hide, offersOf, proposalOf, shownOf, taken, type Word } from "../../editor/assist";
import { direction } from "../../editor/create";
import { toUnits } from "../../editor/points";
import { meaningsOf } from "../../editor/tags";
import { Tagged, type Stretch } from "../../parts/Tagged";
import { ConflictNotice } from "./ConflictNotice";
import { Findings } from "./Findings";
import { Origin } from "./Origin";
import { Proposal } from "./Proposal";
import { SegmentToolbar } from "./SegmentToolbar";
import { SpokenOffer } from "./SpokenOffer";
import { SuggestionBox } from "./SuggestionBox";
import { TargetEditor } from "./TargetEditor";

interface ActiveCardProps {
  segment: Segment;
  open: OpenSegment;
  languages: readonly [string, string];
}

export function ActiveCard({ segment, open, languages }: ActiveCardProps) {
  const workbench = useWorkbench();
  const conflict = useDocument((state) => state.conflicts.get(segment.id));
  const [hovered, setHovered] = useState<{ word: Word; at: DOMRect; text: string } | null>(null);
  const { text, caret, editable } = open;
  // Nothing is suggested where nothing can be written.
  const assist = useMemo(() => (editable ? open.assist : hide(open.assist)), [editable, open.assist]);

  const offers = useMemo(() => offersOf(assist, text, caret), [assist, text, caret]);
  const answered = (open.assist.completion?.seq ?? -1) >= open.assist.asked;
  const ghost = useMemo(() => ghostOf(assist, text), [assist, text]);
  const shown = useMemo(() => shownOf(assist, text), [assist, text]);
  const proposal = useMemo(() => proposalOf(assist, text, caret), [assist, text, caret]);
  const onHover = useCallback(
    (word: Word | null, at: DOMRect | null) => setHovered(word && at ? { word, at, text } : null),
    [text],
  );

  const stretches: Stretch[] = open.terms.map((term) => ({
    from: toUnits(segment.source, term.start),
    to: toUnits(segment.source, term.end),
    className: "term",
    title: term.translations.map((one) => one.text).join(", "),
  }));
  const pointed = hovered?.text === text ? hovered : null;
  const word = pointed?.word ?? (open.explained ? ghost?.words[0] : null);

  return (
    <section className="card active-card" aria-label={`Segment ${segment.number}`} data-answered={answered}>
      <span className="row-number">{segment.number}</span>
      <div className="active-body">
        <div className="active-source" lang={languages[0]} dir={direction(languages[0])}>
          <Tagged
            text={segment.source}
            stretches={stretches}
            meanings={meaningsOf(segment.tags)}
            onTag={(tag) => insertTag(workbench, tag.number)}
          />
        </div>
        <TargetEditor segment={segment} open={open} assist={assist} language={languages[1]} onHover={onHover} />
        {segment.note && <p className="segment-note">{segment.note}</p>}
        {word && <Origin word={word} at={pointed?.at ?? null} />}
      </div>
      {conflict && <ConflictNotice conflict={conflict} />}
      {!editable && <Held open={open} />}
      <SuggestionBox
        offers={offers}
        answered={answered && !assist.hidden}
        chosen={open.chosen}
        take={(offer) => acceptSuggestion(workbench, offer)}
      />
      <SpokenOffer words={ghost ? taken(ghost, "sure") : ""} />
      <div className="card-line">
        {proposal && <Proposal proposal={proposal} />}
        <Findings open={open} unfinished={shown ? text : null} />
      </div>
      <SegmentToolbar segment={segment} />
    </section>
  );
}

function Held({ open }: { open: OpenSegment }) {
  const session = useSession();
  const connection = useDocument((state) => state.connection);
  const unsaved = useDocument((state) => state.outbox.unsaved.has(open.id));
  const own = holderOf(connection, open.id)?.login === connection.login;
  return (
    <div className="held-notice">
      <span>
        {heldNotice(open.heldBy, own)}
        {unsaved && " Your last change here is not saved."}
      </span>
      {open.heldBy !== null && own && (
        <button type="button" className="button" onClick={() => session.dispatch({ type: "tookOver" })}>
          Edit here
        </button>
      )}
    </div>
  );
}

function heldNotice(by: string | null, own: boolean): string {
  if (by === null) return "This segment is read-only.";
  return own ? `Open in another window (${by}).` : `${by} is in this segment. You can edit it when they leave it.`;
}
