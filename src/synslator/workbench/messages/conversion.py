"""Turns what the parts below give into the shapes that the outside sees."""

from collections.abc import Iterable, Mapping, Sequence

from synslator.engines.number_agreement import transferred
from synslator.formats.documents.core.known_translations import adapted
from synslator.memory.concordance import Concordance
from synslator.memory.model import Lookup, Match
from synslator.storage.documents.documents import Completed, DocumentInfo
from synslator.storage.documents.segment import SegmentRow
from synslator.terms.matcher import TermMatch
from synslator.terms.substitution import with_terms_of
from synslator.workbench.live.rephrasing import Rephrasings
from synslator.workbench.live.segment_completer import Answer
from synslator.workbench.machine import MEMORY_OF_FILES, Usage
from synslator.workbench.messages.projects import DocumentView, ModelView, ProgressView, ShareView
from synslator.workbench.messages.resources import (
    ConcordanceView,
    DiffView,
    HitView,
    MatchesView,
    MatchView,
    TermView,
    TranslationView,
)
from synslator.workbench.messages.segments import (
    ConfirmedView,
    SegmentView,
)
from synslator.workbench.messages.server_messages import (
    CauseView,
    CompletionMessage,
    RephrasingsMessage,
    SuggestionView,
    WordView,
)
from synslator.workbench.models import ModelInfo, Models
from synslator.workbench.projects.context import Context

SHOWN = 16
"""Matches that are shown at most; an engine may learn from more."""


def confirmed_view(
    segment: SegmentRow, entries: Sequence[int], propagated: Sequence[SegmentRow], following: int | None
) -> ConfirmedView:
    """Show what a confirmation brought about."""
    return ConfirmedView(
        segment=SegmentView.of(segment),
        entries=list(entries),
        propagated=[SegmentView.of(one) for one in propagated],
        next=following,
    )


def matches_view(lookup: Lookup, source: str, context: Context) -> MatchesView:
    """Show the best matches of a source that reach the project's minimum rate."""
    names, minimum = context.memory_names, context.settings.minimum_match_rate
    languages = context.project.source_language, context.project.target_language
    terms = context.terms(source)

    def inserted(match: Match) -> str:
        theirs = match.entry.source
        _, target = transferred(source, theirs, match.entry.target, languages)
        target = with_terms_of((source, terms), (theirs, context.terms(theirs)), target, languages[1])
        return adapted(target, theirs, source)

    matches = [
        MatchView(
            entry=match.entry.id,
            memory=match.entry.memory,
            memory_name=names.get(match.entry.memory, ""),
            rate=match.rate,
            penalty=match.penalty,
            source=match.entry.source,
            target=match.entry.target,
            insert=inserted(match),
            diff=[DiffView(kind=change.kind, old=change.old, new=change.new) for change in match.diff],
            changed_by=match.entry.changed_by,
            changed_at=match.entry.changed_at,
            document=match.entry.document,
        )
        for match in lookup.matches[:SHOWN]
        if match.rate >= minimum
    ]
    return MatchesView(matches=matches, stale=lookup.health.stale, reason=lookup.health.reason)


def term_views(found: Iterable[TermMatch], source: str) -> list[TermView]:
    """Show terms, one for each meaning."""
    return [
        TermView(
            start=match.start,
            end=match.end,
            source=source[match.start : match.end],
            translations=[
                TranslationView(text=term.text, status=term.status, note=term.note)
                for term in meaning.translations
            ],
            definition=meaning.concept.definition,
            subject=meaning.concept.subject,
            note=meaning.concept.note,
            termbase=meaning.home.termbase if meaning.home else None,
            concept=meaning.home.concept if meaning.home else None,
        )
        for match in found
        for meaning in match.meanings
    ]


def concordance_view(found: Concordance, names: Mapping[int, str]) -> ConcordanceView:
    """Show where a phrase was found."""
    hits = [
        HitView(
            entry=hit.entry.id,
            memory=hit.entry.memory,
            memory_name=names.get(hit.entry.memory, ""),
            side=hit.side,
            source=hit.entry.source,
            target=hit.entry.target,
            spans=list(hit.spans),
            score=hit.score,
            changed_by=hit.entry.changed_by,
            changed_at=hit.entry.changed_at,
            document=hit.entry.document,
        )
        for hit in found.hits
    ]
    return ConcordanceView(hits=hits, stale=found.health.stale, reason=found.health.reason)


def progress_view(completed: Sequence[Completed]) -> ProgressView:
    """Show how far some documents have come together."""

    def share(*statuses: str) -> ShareView:
        shares = [one.of(*statuses) for one in completed]
        return ShareView(segments=sum(s.segments for s in shares), words=sum(s.words for s in shares))

    statuses = ("untranslated", "draft", "edited", "confirmed", "approved")
    return ProgressView(total=share(*statuses), **{status: share(status) for status in statuses})


def document_view(document: DocumentInfo, completed: Completed) -> DocumentView:
    """Show a document."""
    return DocumentView(
        id=document.id,
        project=document.project,
        name=document.name,
        format=document.format,
        warnings=list(document.warnings),
        revision=document.revision,
        structure=document.structure,
        progress=progress_view([completed]),
        flagged=completed.flagged,
        assignee=document.assignee,
        due=document.due,
        created_by=document.created_by,
        created_at=document.created_at,
        changed_at=document.changed_at,
    )


def completion_message(answer: Answer, seq: int, segment: int, ms: float) -> CompletionMessage:
    """Show how the machine would go on."""
    return CompletionMessage(
        seq=seq,
        segment=segment,
        prefix=answer.prefix,
        text=answer.text,
        words=[
            WordView(
                text=word.text,
                start=word.start,
                end=word.end,
                probability=round(word.probability, 4),
                causes=[
                    CauseView(kind=cause.kind, weight=cause.weight, entry=cause.entry, words=cause.words)
                    for cause in word.causes
                ]
                or None,
            )
            for word in answer.words
        ],
        sure=answer.sure,
        suggestions=[
            SuggestionView(text=one.text, probability=round(one.probability, 4)) for one in answer.suggestions
        ],
        uncovered=list(answer.uncovered),
        engine=answer.engine,
        ms=round(ms, 1),
    )


def rephrasings_message(found: Rephrasings, seq: int, segment: int) -> RephrasingsMessage:
    """Show what may stand in a span instead."""
    lines = [SuggestionView(text=one.text, probability=round(one.probability, 4)) for one in found.lines]
    return RephrasingsMessage(seq=seq, segment=segment, start=found.start, end=found.end, rephrasings=lines)


def model_view(models: Models, info: ModelInfo) -> ModelView:
    """Show a model package, how it is doing, and what it has done."""
    machine = models.running(info)
    usage = machine.usage if machine else Usage()
    return ModelView(
        name=info.name,
        version=info.version,
        source_language=info.source_language,
        target_language=info.target_language,
        state=models.state_of(info).state,
        bytes=machine.nbytes if machine else int(MEMORY_OF_FILES * info.file_bytes),
        load_milliseconds=usage.load_milliseconds,
        completions=usage.completions,
        milliseconds=usage.milliseconds / usage.completions if usage.completions else None,
    )
