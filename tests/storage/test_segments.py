"""A segment is declared once: every column of its table is a field, mapped by name."""

from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from synslator.storage.database import Database
from synslator.storage.documents.documents import add_document
from synslator.storage.documents.projects import create_project
from synslator.storage.documents.segment import FIELDS, NEW_FIELDS, NewSegment, Segment, SegmentRow
from synslator.storage.documents.segments import (
    SegmentFilter,
    add_segments,
    get_segment,
    list_segments,
    listed,
    read_segments,
)
from synslator.storage.people.organisations import Person, local_person
from synslator.storage.tables.documents import segments
from synslator.workbench.messages.packages import PackagedSegment
from synslator.workbench.messages.segments import SegmentView

INNER = {"source_key", "removed_at"}
"""Columns that only the database itself looks at."""
SEGMENT = Segment(
    id=7,
    document=1,
    number=2,
    unit=3,
    source="点击⟦1⟧保存⟦/1⟧",
    before="before",
    after="after",
    note="note",
    tags='{"1": {"label": "bold", "paired": true, "word": ""}}',
    words=4,
    target="Click ⟦1⟧Save⟦/1⟧",
    status="confirmed",
    locked=True,
    propagates=False,
    origin="memory",
    rate=88,
    problems=" spaces ",
    version=5,
    editor="page",
    edit=6,
    changed_by="ann",
    changed_at=1790000000,
)
"""No two of its values of one type are the same, so that none can stand for another."""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database.in_file(tmp_path / "test.db")


@pytest.fixture
def who(database: Database) -> Person:
    with database.writing() as connection:
        person = local_person(connection, "ann")
        project = create_project(connection, person, "Project", ("zh", "en"), "{}")
        add_document(connection, person, project.id, "a.txt", "txt", "{}", [], b"")
        return person


def test_every_column_is_a_field_and_every_field_a_column() -> None:
    named = {"document_id": "document"}
    columns = {named.get(column.name, column.name) for column in segments.columns}
    assert columns - INNER == set(FIELDS)
    assert set(NEW_FIELDS) < set(FIELDS)
    assert {one.name for one in fields(SegmentRow)} - set(FIELDS) == {"repeated", "comments"}


def test_every_column_is_read_by_its_name(database: Database, who: Person) -> None:
    row = asdict(SEGMENT) | {"source_key": 1}
    row["document_id"] = row.pop("document")
    with database.writing() as connection:
        connection.execute(insert(segments).values(row))
    with database.reading() as connection:
        assert get_segment(connection, who, 7) == SEGMENT
        assert read_segments(connection, 1) == [SEGMENT]
        assert listed(connection, [7]) == [SegmentRow.alone(SEGMENT)]


def test_every_field_of_a_new_segment_is_written_under_its_name(database: Database, who: Person) -> None:
    new = NewSegment(**{name: getattr(SEGMENT, name) for name in NEW_FIELDS})
    with database.writing() as connection:
        ids = add_segments(connection, 1, [new], "ann")
        row = connection.execute(select(segments).where(segments.c.id == ids[0])).one()._asdict()
    assert {name: row[name] for name in NEW_FIELDS} == asdict(new)
    assert (row["document_id"], row["changed_by"], row["version"]) == (1, "ann", 1)


def test_messages_take_a_segment_by_name() -> None:
    shown = SegmentView.of(replace(SegmentRow.alone(SEGMENT), repeated=3, comments=1))
    assert shown.model_dump() == {
        **{name: getattr(SEGMENT, name) for name in SegmentView.model_fields if name in FIELDS},
        "problems": ["spaces"],
        "tags": [{"number": 1, "label": "bold", "paired": True, "word": ""}],
        "repeated": 3,
        "comments": 1,
    }
    assert PackagedSegment.model_fields.keys() == set(NEW_FIELDS)
    packed = PackagedSegment.of(SEGMENT).model_dump()
    assert packed.pop("tags") == {"1": {"label": "bold", "paired": True, "word": ""}}
    assert packed == {name: getattr(SEGMENT, name) for name in NEW_FIELDS if name != "tags"}


def steps(database: Database, work: Callable[[Connection], object]) -> int:
    """Count the hundreds of steps that SQLite takes for some work; unlike a time, it is always the same."""
    counted = 0

    def count() -> None:
        nonlocal counted
        counted += 1

    with database.reading() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.set_progress_handler(count, 100)
        work(connection)
        raw.set_progress_handler(None, 100)
    return counted


def test_listing_takes_no_longer_with_many_repetitions(database: Database, who: Person) -> None:
    with database.writing() as connection:
        same = add_document(connection, who, 1, "b.txt", "txt", "{}", [], b"")
        other = add_document(connection, who, 1, "c.txt", "txt", "{}", [], b"")
        blank = {"number": 0, "unit": 0, "before": "", "after": "", "note": "", "tags": "{}", "words": 1}
        for document, sources in ((same, ["不适用"] * 4000), (other, [f"第{n}行" for n in range(4000)])):
            new = [
                NewSegment(**blank | {"source": source, "number": number})
                for number, source in enumerate(sources, 1)
            ]
            add_segments(connection, document, new, "ann")
    alike, unlike = (
        steps(database, lambda c, d=document: list_segments(c, d, SegmentFilter(), 0, 1000))
        for document in (same, other)
    )
    assert alike < 3 * unlike
    with database.reading() as connection:
        rows, total = list_segments(connection, same, SegmentFilter(repeated=True), 0, 5)
        assert (total, [row.repeated for row in rows]) == (4000, [4000] * 5)
        rows, total = list_segments(connection, other, SegmentFilter(), 10, 2)
        assert (total, [row.repeated for row in rows]) == (4000, [1, 1])
        assert list_segments(connection, other, SegmentFilter(repeated=True)) == ([], 0)
