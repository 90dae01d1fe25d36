"""Search and replace over the translations of a project, with a look at what would change before it does."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.documents import segment_changes as stored
from synslator.storage.documents.documents import get_document
from synslator.storage.documents.projects import get_project, touch_project
from synslator.storage.documents.segment import FINISHED, Segment
from synslator.storage.documents.segment_changes import TargetChange
from synslator.storage.documents.segments import find_segments
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import names_of
from synslator.workbench.documents.expression_worker import Expression
from synslator.workbench.documents.expressions import Expressions
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.projects.context import Contexts

MOST = 5000
"""Segments that one search gives at most."""
MOST_CHARACTERS = 8_000_000
"""Characters of the texts that one search gives, about, at most."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for, and where."""

    text: str
    side: Literal["source", "target"] = "target"
    expression: bool = False
    """Whether `text` is a regular expression."""
    case: bool = False
    """Whether capital and small letters differ."""
    words: bool = False
    """Whether only whole words count."""
    document: int | None = None

    def wanted(self, replacement: str | None) -> Expression:
        """Return what is looked for, and what is put in its place."""
        return Expression(self.text, self.expression, self.case, self.words, replacement)


@dataclass(frozen=True, slots=True)
class SegmentHit:
    """A segment in which something was found."""

    segment: Segment
    spans: Sequence[Span]
    replaced: str | None = None
    """The target after the replacement."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found."""

    hits: Sequence[SegmentHit]
    more: bool
    """Whether there may be more than one search gives."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a replacement did."""

    changed: Sequence[int]
    skipped: Sequence[int]
    """Segments that were locked, confirmed, or changed since they were looked at."""


class ProjectSearch:
    """Searches projects. May be used from any thread."""

    def __init__(self, contexts: Contexts, editing: Editing, expressions: Expressions) -> None:
        self._database, self._contexts, self._editing = contexts.database, contexts, editing
        self._expressions = expressions

    def search(self, who: Person, project: int, query: Query, limit: int = MOST) -> Hits:
        """Find segments."""
        return self._hits(who, project, query, None, limit)

    def preview(self, who: Person, project: int, query: Query, replacement: str) -> Hits:
        """Show what a replacement would make of each segment, and change nothing."""
        return self._hits(who, project, _of_targets(query), replacement, MOST)

    def replace(
        self,
        who: Person,
        project: int,
        query: Query,
        replacement: str,
        versions: dict[int, int],
        confirmed: bool = False,
    ) -> Replaced:
        """Replace in the segments that were looked at, named with the versions that they had then.

        A confirmed segment is only changed where `confirmed` says so: it is not confirmed any more then.
        """
        context = self._contexts.of(who, project)
        hits = self._hits(who, project, _of_targets(query), replacement, MOST).hits
        chosen = [
            hit
            for hit in hits
            if hit.segment.id in versions and (confirmed or hit.segment.status not in FINISHED)
        ]
        changed: list[int] = []
        skipped = [number for number in versions if number not in {hit.segment.id for hit in chosen}]
        with self._database.writing() as connection:
            for hit in chosen:
                segment, target = hit.segment, hit.replaced or ""
                change = TargetChange(
                    segment.id,
                    versions[segment.id],
                    target,
                    "edited" if target else "untranslated",
                    "replaced",
                    who.login,
                    problems=names_of(context.findings(segment.source, target, (), quick=True)),
                )
                try:
                    changed.append(stored.write(connection, change).id)
                except SynslatorError:
                    skipped.append(segment.id)
            touch_project(connection, project)
        if changed:
            self._editing.tell(changed)
        return Replaced(changed, skipped)

    def _hits(self, who: Person, project: int, query: Query, replacement: str | None, limit: int) -> Hits:
        if not query.text:
            raise UsageProblem("Enter a text to search for.")
        with self._database.reading() as connection:
            get_project(connection, who, project)
            if query.document is not None:
                get_document(connection, who, query.document)
            literal = "" if query.expression else query.text
            candidates = find_segments(connection, project, query.document, literal, query.side)
        texts = [segment.source if query.side == "source" else segment.target for segment in candidates]
        hits: list[SegmentHit] = []
        characters = 0
        person = (who.organisation, who.login)
        with closing(self._expressions.found(person, query.wanted(replacement), texts)) as answers:
            for place, found in answers:
                if found is None:
                    continue
                spans, replaced = found
                hits.append(SegmentHit(candidates[place], spans, replaced))
                characters += len(texts[place]) + len(replaced or "")
                if len(hits) >= limit or characters > MOST_CHARACTERS:
                    return Hits(hits, more=True)
        return Hits(hits, more=False)


def _of_targets(query: Query) -> Query:
    if query.side != "target":
        raise UsageProblem("Only translations can be replaced. Search in the target.")
    return query
