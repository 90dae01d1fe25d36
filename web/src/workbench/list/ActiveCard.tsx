// The open segment, in the same columns as the others: its source with the terms, the editor, and one line below it.
import { useCallback, useMemo, useRef, useState } from "react";
import type { Segment } from "../../api/client";
import { ActionButton } from "../../actions/ActionButton";
import { acceptSuggestion } from "../../actions/suggestions";
import { insertTag } from "../../actions/tags";
import { useWorkbench } from "../../actions/useWorkbench";
import { may, type OpenSegment } from "../../document/state";
import { offersIn } from "../../document/rephrasing";
import { useDocument } from "../../document/useDocument";
import { ghostOf, hide, proposalOf, taken, uncoveredOf, type Assist, type Word } from "../../editor/assist";
import { direction } from "../../editor/create";
import { toUnits } from "../../editor/points";
import { meaningsOf, type TagPiece } from "../../editor/tags";
import { Tagged, type Stretch } from "../../parts/Tagged";
import { Badge } from "./Badge";
import { ConflictNotice } from "./ConflictNotice";
import { HeldNotice } from "./HeldNotice";
import { IssueCounter } from "./IssueCounter";
import { Origin } from "./Origin";
import { Proposal } from "./Proposal";
import { Cell } from "./Row";
import { SavedState } from "./SavedState";
import { SpokenOffer } from "./SpokenOffer";
import { stateInWords } from "./status";
import { SuggestionBox } from "./SuggestionBox";
import { usePicked } from "./usePicked";
import { TargetEditor } from "./TargetEditor";
import { useTranslation } from "../../messages";

interface ActiveCardProps {
  segment: Segment;
  open: OpenSegment;
  languages: readonly [string, string];
}

export function ActiveCard({ segment, open, languages }: ActiveCardProps) {
  const { t } = useTranslation();
  const conflict = useDocument((state) => state.conflicts.get(segment.id));
  const [hovered, setHovered] = useState<{ word: Word; at: DOMRect; text: string } | null>(null);
  const { text, editable } = open;
  // Nothing is suggested where nothing can be written.
  const assist = useMemo(() => (editable ? open.assist : hide(open.assist)), [editable, open.assist]);
  const answered = (open.assist.completion?.seq ?? -1) >= open.assist.asked;
  const ghost = useMemo(() => ghostOf(assist, text), [assist, text]);
  const onHover = useCallback(
    (word: Word | null, at: DOMRect | null) => setHovered(word && at ? { word, at, text } : null),
    [text],
  );
  const pointed = hovered?.text === text ? hovered : null;
  const word = pointed?.word ?? (open.explained ? ghost?.words[0] : null);

  return (
    <section
      className="card active-card"
      aria-label={t("segment.card", { number: segment.number })}
      data-answered={answered}
    >
      <span className="edge open" title={stateInWords(segment)} />
      <div className="row-head">
        <span className="row-number" title={stateInWords(segment)}>
          {segment.number}
        </span>
        <Cell segment={segment} />
      </div>
      <Source segment={segment} open={open} language={languages[0]} />
      <div className="active-target">
        <TargetEditor segment={segment} open={open} assist={assist} language={languages[1]} onHover={onHover} />
        {word && <Origin word={word} at={pointed?.at ?? null} />}
      </div>
      <div className="row-state">
        <Badge segment={segment} />
        <SavedState segment={segment} />
      </div>
      {conflict && <ConflictNotice conflict={conflict} />}
      {!editable && <HeldNotice open={open} />}
      <SpokenOffer words={ghost ? taken(ghost, "sure") : ""} />
      <CardLine open={open} assist={assist} />
    </section>
  );
}

function Source({ segment, open, language }: { segment: Segment; open: OpenSegment; language: string }) {
  const workbench = useWorkbench();
  const { t } = useTranslation();
  const writes = useDocument((state) => may(state, "translate"));
  const missed = leftOut(open).map(([start, end]) => ({
    from: toUnits(segment.source, start),
    to: toUnits(segment.source, end),
    className: "left-out",
    title: t("segment.leftOut"),
  }));
  const terms: Stretch[] = open.terms.map((term) => ({
    from: toUnits(segment.source, term.start),
    to: toUnits(segment.source, term.end),
    className: "term",
    title: term.translations.map((one) => one.text).join(", "),
  }));
  const source = useRef<HTMLDivElement>(null);
  usePicked(source);
  return (
    <div className="source-side">
      <div ref={source} className="active-source" lang={language} dir={direction(language)}>
        <Tagged
          text={segment.source}
          stretches={[...missed, ...terms]}
          meanings={meaningsOf(segment.tags)}
          {...(writes ? { onTag: (tag: TagPiece) => insertTag(workbench, tag.number) } : {})}
        />
      </div>
      {segment.note && <p className="segment-note">{segment.note}</p>}
    </div>
  );
}

/** What nothing covers: neither what is written, nor what is suggested behind it. */
function leftOut(open: OpenSegment): readonly (readonly [number, number])[] {
  const { checked, text } = open;
  const found = checked.text === (text || (open.draft?.target ?? "")) ? checked.findings : [];
  const named = found.filter((finding) => finding.check === "omissions").flatMap((finding) => finding.source);
  return named.length ? named : uncoveredOf(open.assist, text);
}

/** One line of fixed height: what comes and goes in it moves nothing else. */
function CardLine({ open, assist }: { open: OpenSegment; assist: Assist }) {
  const workbench = useWorkbench();
  const { text, caret, rephrasing } = open;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the open segment, only these are looked at.
  const offers = useMemo(() => offersIn({ ...open, assist }), [assist, text, caret, rephrasing]);
  const proposal = useMemo(() => proposalOf(assist, text, caret), [assist, text, caret]);
  return (
    <div className="card-line">
      <div className="under-target">
        <SuggestionBox offers={offers} chosen={open.chosen} take={(offer) => acceptSuggestion(workbench, offer)} />
        {caret > 0 && caret < text.length && <Proposal proposal={proposal} />}
        <span className="hints">
          <ActionButton action="acceptHighlighted" className="hint" />
          <ActionButton action="acceptWord" className="hint" />
          <ActionButton action="acceptAll" className="hint" />
        </span>
      </div>
      <IssueCounter open={open} />
    </div>
  );
}
