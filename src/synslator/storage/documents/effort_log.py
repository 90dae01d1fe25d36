"""The effort log: keystrokes, accepted suggestions and times, for projects that switched it on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from synslator.storage.documents.segment import FINISHED
from synslator.storage.tables.documents import documents, segments, versions
from synslator.storage.tables.jobs import effort


@dataclass(frozen=True, slots=True)
class EffortEvent:
    """One thing that somebody did in a segment."""

    segment: int
    person: str
    at_ms: int
    kind: str
    amount: int
    """Keystrokes, milliseconds or pieces taken, as the kind says."""
    characters: int
    """Characters that it brought into the text."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with the place where it happened."""

    document: str
    number: int
    words: int
    """Words of the segment's source."""
    event: EffortEvent


def log_effort(connection: Connection, project: int, events: Sequence[EffortEvent]) -> None:
    """Add events to the log."""
    rows = [
        {
            "project_id": project,
            "segment_id": event.segment,
            "person": event.person,
            "at_ms": event.at_ms,
            "kind": event.kind,
            "amount": event.amount,
            "characters": event.characters,
        }
        for event in events
    ]
    if rows:
        connection.execute(insert(effort), rows)


def effort_of(connection: Connection, project: int) -> Iterator[LoggedEvent]:
    """Yield the log of a project in the order of time."""
    names = ("segment_id", "person", "at_ms", "kind", "amount", "characters")
    wanted = (
        select(documents.c.name, segments.c.number, segments.c.words, *(effort.c[name] for name in names))
        .join(segments, segments.c.id == effort.c.segment_id)
        .join(documents, documents.c.id == segments.c.document_id)
        .where(effort.c.project_id == project)
        .order_by(effort.c.at_ms, effort.c.id)
    )
    for document, number, words, *values in connection.execute(wanted):
        yield LoggedEvent(document, number, words, EffortEvent(*values))


def confirmed_by_day(connection: Connection, project: int) -> Iterator[tuple[int, int]]:
    """Yield for each segment of a project that is confirmed when that was last done, and its words."""
    last = (
        select(versions.c.segment_id, func.max(versions.c.made_at).label("at"))
        .where(versions.c.status.in_(FINISHED))
        .group_by(versions.c.segment_id)
        .subquery()
    )
    wanted = (
        select(last.c.at, segments.c.words)
        .join(segments, segments.c.id == last.c.segment_id)
        .join(documents, documents.c.id == segments.c.document_id)
        .where(documents.c.project_id == project, segments.c.status.in_(FINISHED))
    )
    yield from ((row.at, row.words) for row in connection.execute(wanted))
