// The active segment: its source with the terms, the editor, the suggestion box, what the checks say, the keys.
import { useCallback, useMemo, useState } from "react";
import type { Segment } from "../api/client";
import { ghostOf, offersOf, proposalOf, taken, type Offer, type Word } from "../editor/assist";
import { direction } from "../editor/create";
import { toUnits } from "../editor/points";
import { actionOf, comboOf, type Action } from "../keys/shortcuts";
import { useKeys } from "../keys/useKeys";
import { Key } from "../parts/Key";
import { Tagged, type Stretch } from "../parts/Tagged";
import { act, insertables, insertOne, takeOffer } from "./actions";
import { CardFoot } from "./CardFoot";
import { ConflictNotice } from "./ConflictNotice";
import { Origin } from "./Origin";
import { SpokenOffer } from "./SpokenOffer";
import { SuggestionBox } from "./SuggestionBox";
import { TargetEditor } from "./TargetEditor";
import { useDesk, useDeskState } from "./useDesk";

interface ActiveCardProps {
  segment: Segment;
  languages: readonly [string, string];
  /** Keys that open a panel or window. */
  onAction: (action: Action) => boolean;
}

export function ActiveCard({ segment, languages, onAction }: ActiveCardProps) {
  const desk = useDesk();
  const { keys } = useKeys();
  const assist = useDeskState((state) => state.assist);
  const terms = useDeskState((state) => state.terms);
  const editable = useDeskState((state) => state.editable);
  const heldBy = useDeskState((state) => state.heldBy);
  const conflict = useDeskState((state) => state.conflicts.get(segment.id));
  const [writing, setWriting] = useState({ text: "", caret: 0 });
  const [chosen, setChosen] = useState(-1);
  const [hovered, setHovered] = useState<{ word: Word; at: DOMRect } | null>(null);
  const [explained, setExplained] = useState(false);

  const offers = useMemo(() => offersOf(assist, writing.text, writing.caret), [assist, writing]);
  const answered = !assist.hidden && (assist.completion?.seq ?? -1) >= assist.asked;
  const ghost = useMemo(() => ghostOf(assist, writing.text), [assist, writing.text]);
  const proposal = useMemo(() => proposalOf(assist, writing.text, writing.caret), [assist, writing]);

  const onWriting = useCallback((text: string, caret: number) => {
    setWriting({ text, caret });
    setChosen(-1);
    setHovered(null);
    setExplained(false);
  }, []);
  const onHover = useCallback((word: Word | null, at: DOMRect | null) => {
    setHovered(word && at ? { word, at } : null);
  }, []);
  const pick = useCallback((offer: Offer) => takeOffer(desk, offer), [desk]);

  const onKey = (event: KeyboardEvent): boolean => {
    const done = perform(event);
    if (done) event.preventDefault();
    return done;
  };

  const perform = (event: KeyboardEvent): boolean => {
    if (event.key === "Enter" && chosen >= 0 && !event.ctrlKey) {
      const offer = offers[chosen];
      if (offer) pick(offer);
      return true;
    }
    // A segment is one line; where its format has several, they are in the text already.
    if (event.key === "Enter" && !event.ctrlKey && !event.shiftKey && !event.altKey) return true;
    const action = actionOf(comboOf(event), keys);
    if (!action) return false;
    if (action.startsWith("offer")) return offering(action);
    if (action.startsWith("insert")) return inserting(action);
    if (action === "hide" && chosen >= 0) {
      setChosen(-1);
      return true;
    }
    if (action === "explain") {
      setExplained((before) => !before);
      return true;
    }
    return act(desk, segment, action) || onAction(action);
  };

  const offering = (action: Action): boolean => {
    if (action === "offerNext") setChosen((at) => Math.min(at + 1, offers.length - 1));
    else if (action === "offerPrevious") setChosen((at) => Math.max(at - 1, -1));
    else {
      const offer = offers[Number(action.slice("offer".length)) - 1];
      if (offer) pick(offer);
    }
    return true;
  };

  const inserting = (action: Action): boolean => {
    const { matches, terms: found } = desk.state;
    const one = insertables(matches, found)[Number(action.slice("insert".length)) - 1];
    if (one) insertOne(desk, one);
    return true;
  };

  const stretches: Stretch[] = terms.map((term) => ({
    from: toUnits(segment.source, term.start),
    to: toUnits(segment.source, term.end),
    className: "term",
    title: term.translations.map((one) => one.text).join(", "),
  }));
  const nextWord = assist.completion?.words.find((word) => word.end > writing.text.length);
  const word = hovered?.word ?? (explained ? nextWord : null);

  return (
    <section className="card active-card" aria-label={`Segment ${segment.number}`}>
      <span className="row-number">{segment.number}</span>
      <div className="active-body">
        <div className="active-source" lang={languages[0]} dir={direction(languages[0])}>
          <Tagged text={segment.source} stretches={stretches} />
        </div>
        <TargetEditor segment={segment} language={languages[1]} onKey={onKey} onWriting={onWriting} onHover={onHover} />
        {segment.note && <p className="segment-note">{segment.note}</p>}
        {word && <Origin word={word} at={hovered?.at ?? null} />}
        {proposal && (
          <div className="proposal">
            <button type="button" className="offer" onClick={() => act(desk, segment, "proposal")}>
              <Key combo={keys.proposal} />
              <span className="words">
                <del>{proposal.old.trim()}</del> <ins>{proposal.fresh.trim()}</ins>
              </span>
            </button>
          </div>
        )}
      </div>
      {conflict && <ConflictNotice conflict={conflict} />}
      {!editable && <Held by={heldBy} />}
      <SuggestionBox offers={offers} answered={answered} chosen={chosen} take={pick} />
      <SpokenOffer words={ghost ? taken(ghost, "sure") : ""} />
      <CardFoot segment={segment} unfinished={ghost ? writing.text : null} />
    </section>
  );
}

function Held({ by }: { by: string | null }) {
  const desk = useDesk();
  return (
    <div className="held-notice">
      <span>{by ? `${by} is in this segment.` : "This segment is locked."}</span>
      {by && (
        <button type="button" className="button" onClick={() => desk.takeOver()}>
          Take it over
        </button>
      )}
    </div>
  );
}
