"""Search and replace over the translations of a project, with a look at what would change before it does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.documents import segment_changes as stored
from synslator.storage.documents.documents import get_document
from synslator.storage.documents.projects import get_project, touch_project
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segment_changes import Change
from synslator.storage.documents.segments import find_segments
from synslator.storage.people.organisations import Person
from synslator.text.tags import TAG
from synslator.workbench.checks import names_of
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.projects.context import Contexts

SECONDS = 2.0
"""How long an expression may search one text."""
MOST = 5000
"""Segments that one search gives at most."""

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

    def pattern(self) -> "regex.Pattern[str]":
        """Return the expression that finds it."""
        body = self.text if self.expression else regex.escape(self.text)
        if self.words:
            body = rf"\b(?:{body})\b"
        try:
            return regex.compile(body, 0 if self.case else regex.IGNORECASE)
        except regex.error as error:
            raise UsageProblem(
                f"A regular expression was expected, but {self.text!r} is none: {error}."
            ) from None


@dataclass(frozen=True, slots=True)
class Hit:
    """A segment in which something was found."""

    segment: Segment
    spans: Sequence[Span]
    replaced: str | None = None
    """The target after the replacement."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a replacement did."""

    changed: Sequence[int]
    skipped: Sequence[int]
    """Segments that were locked, or changed since they were looked at."""


class Search:
    """Searches projects. May be used from any thread."""

    def __init__(self, contexts: Contexts, editing: Editing) -> None:
        self._database, self._contexts, self._editing = contexts.database, contexts, editing

    def search(self, who: Person, project: int, query: Query, limit: int = MOST) -> Sequence[Hit]:
        """Find segments."""
        return list(self._hits(who, project, query, None, limit))

    def preview(self, who: Person, project: int, query: Query, replacement: str) -> Sequence[Hit]:
        """Show what a replacement would make of each segment, and change nothing."""
        return list(self._hits(who, project, _of_targets(query), replacement, MOST))

    def replace(
        self, who: Person, project: int, query: Query, replacement: str, versions: dict[int, int]
    ) -> Replaced:
        """Replace in the segments that were looked at, named with the versions that they had then."""
        context = self._contexts.of(who, project)
        hits = list(self._hits(who, project, _of_targets(query), replacement, MOST))
        chosen = [hit for hit in hits if hit.segment.id in versions]
        changed: list[int] = []
        skipped = [number for number in versions if number not in {hit.segment.id for hit in chosen}]
        with self._database.writing() as connection:
            for hit in chosen:
                segment, target = hit.segment, hit.replaced or ""
                change = Change(
                    segment.id,
                    versions[segment.id],
                    target,
                    "edited" if target else "untranslated",
                    "replaced",
                    who.login,
                    problems=names_of(context.findings(segment.source, target, ())),
                )
                try:
                    changed.append(stored.write(connection, change).id)
                except SynslatorError:
                    skipped.append(segment.id)
            touch_project(connection, project)
        if changed:
            self._editing.tell(changed)
        return Replaced(changed, skipped)

    def _hits(
        self, who: Person, project: int, query: Query, replacement: str | None, limit: int
    ) -> Iterator[Hit]:
        if not query.text:
            raise UsageProblem("A text to search for was expected, but there is none.")
        pattern = query.pattern()
        with self._database.reading() as connection:
            get_project(connection, who, project)
            if query.document is not None:
                get_document(connection, who, query.document)
            literal = "" if query.expression else query.text
            candidates = find_segments(connection, project, query.document, literal, query.side)
        given = 0
        for segment in candidates:
            hit = _found(segment, pattern, query, replacement)
            if hit is not None:
                yield hit
                given += 1
                if given >= limit:
                    return


def _of_targets(query: Query) -> Query:
    if query.side != "target":
        raise UsageProblem("Only translations can be replaced; the side was expected to be target.")
    return query


def _found(
    segment: Segment, pattern: "regex.Pattern[str]", query: Query, replacement: str | None
) -> Hit | None:
    """Find what was asked for in a segment; what would cut a tag in two does not count."""
    text = segment.source if query.side == "source" else segment.target
    tags = [found.span() for found in TAG.finditer(text)]
    try:
        matches = [
            found
            for found in pattern.finditer(text, timeout=SECONDS)
            if found.end() > found.start() and not any(_cuts(found.span(), tag) for tag in tags)
        ]
        if not matches:
            return None
        replaced = None if replacement is None else _written(text, matches, query, replacement)
    except TimeoutError:
        raise UsageProblem(f"The expression took more than {SECONDS:g} s on one segment.") from None
    except (regex.error, IndexError) as error:
        raise UsageProblem(f"The replacement cannot be used: {error}.") from None
    return Hit(segment, [found.span() for found in matches], replaced)


def _cuts(span: Span, tag: Span) -> bool:
    overlaps = span[0] < tag[1] and tag[0] < span[1]
    return overlaps and not (span[0] <= tag[0] and tag[1] <= span[1])


def _written(text: str, matches: Sequence["regex.Match[str]"], query: Query, replacement: str) -> str:
    for found in reversed(matches):
        new = found.expand(replacement) if query.expression else replacement
        text = text[: found.start()] + new + text[found.end() :]
    return text
