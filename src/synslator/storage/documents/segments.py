"""Segments in the database: reading them, by themselves or by what they have in common."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, or_, select

from synslator.errors import NotThere
from synslator.storage.clock import now
from synslator.storage.documents.segment import (
    FINISHED,
    NEW_FIELDS,
    NewSegment,
    Origin,
    Segment,
    SegmentRow,
    Status,
)
from synslator.storage.people.organisations import Person
from synslator.storage.rows import columns_of, insert_rows, made, new_ids
from synslator.storage.tables.documents import comments, documents, segments
from synslator.storage.tables.projects import projects
from synslator.text.keys import text_key

ANY_CHECK = "any"
ROWS = 2000
"""New segments that are made ready for the database together."""
KEYS = 1000
"""Sources whose repetitions are counted by one statement."""
ELSEWHERE = 200
"""Translations of the same source that one is compared with at most."""


@dataclass(frozen=True, slots=True)
class SegmentFilter:
    """Which segments of a document are wanted; what is left out does not matter."""

    statuses: tuple[Status, ...] = ()
    locked: bool | None = None
    origins: tuple[Origin, ...] = ()
    rate_from: int | None = None
    rate_to: int | None = None
    quality_to: int | None = None
    """The highest quality estimate; without an estimate a segment is left out."""
    check: str = ""
    """The name of a check that found something, or `any`."""
    commented: bool = False
    repeated: bool = False
    text: str = ""
    side: Literal["source", "target", "both"] = "both"
    changed_by: str = ""
    after: int = 0
    """Only those with a larger number."""


COLUMNS = columns_of(Segment, segments, document="document_id")
present: ColumnElement[bool] = segments.c.removed_at.is_(None)
_commented = (
    select(func.count())
    .select_from(comments)
    .where(comments.c.segment_id == segments.c.id, comments.c.resolved.is_(False))
    .correlate(segments)
    .scalar_subquery()
    .label("comments")
)


def segment_of(row: Row[*tuple[Any, ...]]) -> Segment:
    """Build a segment from a row with `COLUMNS`."""
    return made(Segment, row)


def add_segments(connection: Connection, document: int, new: Iterable[NewSegment], by: str) -> Sequence[int]:
    """Add segments to a document; return their ids."""
    waiting, ids = iter(new), list[int]()
    while some := list(islice(waiting, ROWS)):
        ids += _add_some(connection, document, some, by)
    return ids


def _add_some(connection: Connection, document: int, given: Sequence[NewSegment], by: str) -> Sequence[int]:
    moment, values = now(), attrgetter(*NEW_FIELDS)
    ids = new_ids(connection, segments, len(given))
    columns = (*NEW_FIELDS, "id", "document_id", "source_key", "changed_by", "changed_at")
    rows: list[tuple[object, ...]] = [
        (*values(one), number, document, text_key(one.source), by, moment)
        for number, one in zip(ids, given, strict=True)
    ]
    insert_rows(connection, segments, columns, rows)
    return ids


def get_segment(connection: Connection, who: Person, segment: int) -> Segment:
    """Return a segment of a person's organisation."""
    wanted = (
        select(*COLUMNS)
        .join(documents, documents.c.id == segments.c.document_id)
        .join(projects, projects.c.id == documents.c.project_id)
        .where(segments.c.id == segment, present, projects.c.organisation_id == who.organisation)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere(f"There is no segment with the id {segment}.")
    return segment_of(row)


def read_segments(connection: Connection, document: int, ids: Sequence[int] | None = None) -> list[Segment]:
    """Return the segments of a document in order, all of them or some."""
    wanted = select(*COLUMNS).where(segments.c.document_id == document, present)
    if ids is not None:
        wanted = wanted.where(segments.c.id.in_(ids))
    return [segment_of(row) for row in connection.execute(wanted.order_by(segments.c.number))]


def each_segment(connection: Connection, document: int) -> Iterator[Segment]:
    """Yield the segments of a document in order, of which only some are in memory at a time."""
    wanted = select(*COLUMNS).where(segments.c.document_id == document, present).order_by(segments.c.number)
    found = connection.execute(wanted, execution_options={"yield_per": ROWS})
    for rows in found.partitions():
        yield from (segment_of(row) for row in rows)


def list_segments(
    connection: Connection, document: int, chosen: SegmentFilter, offset: int = 0, limit: int | None = None
) -> tuple[list[SegmentRow], int]:
    """Return one page of the segments that a filter lets through, and how many it lets through in all."""
    conditions = [segments.c.document_id == document, present, *_conditions(document, chosen)]
    count = connection.execute(select(func.count()).select_from(segments).where(*conditions)).scalar_one()
    wanted = select(*COLUMNS, _commented).where(*conditions).order_by(segments.c.number)
    return _rows(connection, wanted.offset(offset).limit(limit)), int(count)


def listed(connection: Connection, ids: Sequence[int]) -> list[SegmentRow]:
    """Return some segments as a list shows them."""
    wanted = select(*COLUMNS, _commented).where(segments.c.id.in_(ids), present)
    return _rows(connection, wanted.order_by(segments.c.number))


def _rows(connection: Connection, wanted: Select[Any]) -> list[SegmentRow]:
    """Return segments as a list shows them; repetitions are counted once for each source that is shown."""
    found = [made(SegmentRow, row) for row in connection.execute(wanted)]
    counts: dict[tuple[int, int], int] = {}
    for document in {one.document for one in found}:
        keys = sorted({text_key(one.source) for one in found if one.document == document})
        for start in range(0, len(keys), KEYS):
            columns = segments.c.source_key, func.count()
            some = columns[0].in_(keys[start : start + KEYS])
            here = select(*columns).where(segments.c.document_id == document, present, some)
            for key, count in connection.execute(here.group_by(segments.c.source_key)):
                counts[document, key] = count
    return [replace(one, repeated=counts.get((one.document, text_key(one.source)), 1)) for one in found]


def neighbours(connection: Connection, segment: Segment) -> tuple[str, str]:
    """Return the sources before and after a segment; nothing at the edges of the document."""
    near = segments.c.number.in_([segment.number - 1, segment.number + 1])
    wanted = select(segments.c.number, segments.c.source).where(
        segments.c.document_id == segment.document, near, present
    )
    found = {row.number: row.source for row in connection.execute(wanted)}
    return found.get(segment.number - 1, ""), found.get(segment.number + 1, "")


def next_unfinished(connection: Connection, segment: Segment, count: int = 1) -> list[Segment]:
    """Return the next segments that are not confirmed yet; after the last one, the search begins again."""
    later = case((segments.c.number > segment.number, 0), else_=1)
    wanted = (
        select(*COLUMNS)
        .where(
            segments.c.document_id == segment.document,
            segments.c.id != segment.id,
            segments.c.status.not_in(FINISHED),
            segments.c.locked.is_(False),
            present,
        )
        .order_by(later, segments.c.number)
        .limit(count)
    )
    return [segment_of(row) for row in connection.execute(wanted)]


def same_source(connection: Connection, segment: Segment, project: int | None = None) -> list[Segment]:
    """Return the other segments with the same source, in the same document or in the whole project."""
    wanted = select(*COLUMNS).where(
        segments.c.source_key == text_key(segment.source),
        segments.c.source == segment.source,
        segments.c.id != segment.id,
        present,
    )
    if project is None:
        wanted = wanted.where(segments.c.document_id == segment.document)
    else:
        inside = select(documents.c.id).where(documents.c.project_id == project)
        wanted = wanted.where(segments.c.document_id.in_(inside))
    return [segment_of(row) for row in connection.execute(wanted.order_by(segments.c.id))]


def finished_elsewhere(connection: Connection, segment: Segment, project: int) -> list[str]:
    """Return some confirmed translations of the same source in a project, but not this segment's."""
    inside = select(documents.c.id).where(documents.c.project_id == project)
    wanted = select(segments.c.target).where(
        segments.c.source_key == text_key(segment.source),
        segments.c.source == segment.source,
        segments.c.document_id.in_(inside),
        segments.c.status.in_(FINISHED),
        segments.c.id != segment.id,
        present,
    )
    return list(connection.execute(wanted.limit(ELSEWHERE)).scalars())


def find_segments(
    connection: Connection, project: int, document: int | None, text: str, side: Literal["source", "target"]
) -> list[Segment]:
    """Return the segments of a project, or of one document of it, that hold a text in any case."""
    wanted = select(*COLUMNS).join(documents, documents.c.id == segments.c.document_id)
    wanted = wanted.where(documents.c.project_id == project, present)
    if document is not None:
        wanted = wanted.where(documents.c.id == document)
    if text.isascii():
        # Databases differ in how they fold other letters; whoever asks looks again anyway.
        wanted = wanted.where(segments.c[side].icontains(text, autoescape=True))
    rows = connection.execute(wanted.order_by(documents.c.id, segments.c.number))
    return [segment_of(row) for row in rows]


def _conditions(document: int, chosen: SegmentFilter) -> Iterable[ColumnElement[bool]]:
    columns = segments.c
    if chosen.statuses:
        yield columns.status.in_(chosen.statuses)
    if chosen.locked is not None:
        yield columns.locked.is_(chosen.locked)
    if chosen.origins:
        yield columns.origin.in_(chosen.origins)
    if chosen.rate_from is not None:
        yield columns.rate >= chosen.rate_from
    if chosen.rate_to is not None:
        yield columns.rate <= chosen.rate_to
    if chosen.quality_to is not None:
        yield columns.quality <= chosen.quality_to
    if chosen.check:
        found = columns.problems != ""
        yield found if chosen.check == ANY_CHECK else columns.problems.contains(f" {chosen.check} ")
    if chosen.commented:
        yield _commented.element > 0
    if chosen.repeated:
        twin = segments.alias("twin")
        several = (
            select(twin.c.source_key)
            .where(twin.c.document_id == document, twin.c.removed_at.is_(None))
            .group_by(twin.c.source_key)
            .having(func.count() > 1)
        )
        yield columns.source_key.in_(several)
    if chosen.text:
        sides = {"source": [columns.source], "target": [columns.target]}
        searched = sides.get(chosen.side, [columns.source, columns.target])
        yield or_(*(side.icontains(chosen.text, autoescape=True) for side in searched))
    if chosen.changed_by:
        yield columns.changed_by == chosen.changed_by
    if chosen.after:
        yield columns.number > chosen.after
