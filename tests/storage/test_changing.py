"""Entries in the database: what confirming, editing and undoing do, and what is kept of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from synslator.errors import UsageProblem
from synslator.storage.database import Database
from synslator.storage.memories.entries import EntryStore
from synslator.storage.memories.entry_changes import (
    Confirmation,
    EntryPlace,
    UnknownEntry,
    confirm,
    edit,
    history,
    remove,
    undo,
)
from synslator.storage.memories.memories import create_memory

SOURCE, TARGET = "保存文件", "Save the file"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database.in_file(tmp_path / "test.db")
    yield made
    made.close()


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.writing() as open_connection:
        create_memory(open_connection, "test", "zh", "en", owner="ann")
        yield open_connection


def at(segment: str, target: str = TARGET, source: str = SOURCE) -> Confirmation:
    return Confirmation(source, target, "ann", EntryPlace("doc", segment))


def test_the_same_pair_is_one_entry_wherever_it_is_confirmed(connection: Connection) -> None:
    assert confirm(connection, 1, at("1")).id == confirm(connection, 1, at("2")).id


def test_a_correction_leaves_alone_what_another_segment_stands_behind(connection: Connection) -> None:
    first = confirm(connection, 1, at("1"))
    confirm(connection, 1, at("2"))
    corrected = confirm(connection, 1, at("1", "Store the file"))
    assert corrected.id != first.id
    assert history(connection, first.id)[-1].deleted is False
    moved = confirm(connection, 1, at("2", "Store the file"))
    assert moved.id == corrected.id
    assert history(connection, first.id)[-1].deleted is True


def test_a_correction_to_a_known_pair_removes_the_wrong_one(connection: Connection) -> None:
    right = confirm(connection, 1, at("1"))
    wrong = confirm(connection, 1, at("2", "Svae the file"))
    assert confirm(connection, 1, at("2")).id == right.id
    assert history(connection, wrong.id)[-1].deleted is True


def test_two_translations_of_a_source_live_side_by_side(connection: Connection) -> None:
    assert confirm(connection, 1, at("1")).id != confirm(connection, 1, at("2", "Store the file")).id


def test_undo_walks_back_and_an_edit_starts_anew(connection: Connection) -> None:
    entry = confirm(connection, 1, at("1")).id
    edit(connection, entry, SOURCE, "two", "bob")
    edit(connection, entry, SOURCE, "three", "bob")
    assert undo(connection, entry, "eve").target == "two"
    assert undo(connection, entry, "eve").target == TARGET
    assert undo(connection, entry, "eve").deleted is True
    with pytest.raises(UnknownEntry, match="earlier version"):
        undo(connection, entry, "eve")
    edit(connection, entry, SOURCE, "four", "bob")
    assert undo(connection, entry, "eve").deleted is True
    targets = [(version.target, version.deleted, version.restored) for version in history(connection, entry)]
    assert targets == [
        (TARGET, False, None),
        ("two", False, None),
        ("three", False, None),
        ("two", False, 2),
        (TARGET, False, 1),
        (TARGET, True, 1),
        ("four", False, None),
        (TARGET, True, 6),
    ]


def test_every_version_says_who_and_from_which_document(connection: Connection) -> None:
    entry = confirm(connection, 1, at("1")).id
    remove(connection, entry, "bob")
    versions = history(connection, entry)
    assert [(one.number, one.changed_by, one.document) for one in versions] == [
        (1, "ann", "doc"),
        (2, "bob", "doc"),
    ]
    assert all(version.changed_at > 1_700_000_000 for version in versions)


def test_revisions_grow_in_the_order_of_changes(connection: Connection, database: Database) -> None:
    first = confirm(connection, 1, at("1"))
    second = confirm(connection, 1, at("2", "Store it"))
    third = edit(connection, first.id, SOURCE, "Keep it", "bob")
    connection.commit()
    assert first.revision < second.revision < third.revision
    store = EntryStore(database)
    assert [entry.id for entry in store.changes(1, after=0, limit=10)] == [second.id, first.id]
    assert [entry.id for entry in store.changes(1, after=second.revision, limit=10)] == [first.id]
    assert [entry.id for entry in store.every_change(1, 0, second.revision)] == [second.id]
    assert store.head(1).revision == third.revision


@pytest.mark.parametrize(
    ("text", "message"), [(" \n", "is empty"), ("a\ud800", "half a character"), ("a\0", "null character")]
)
def test_text_that_cannot_be_kept_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageProblem, match=message):
        Confirmation(text, TARGET, "ann")
    with pytest.raises(UsageProblem, match=message):
        Confirmation(SOURCE, text, "ann")


def test_unknown_entries_are_refused(connection: Connection) -> None:
    for change in (
        lambda: edit(connection, 7, "a", "b", "ann"),
        lambda: remove(connection, 7, "ann"),
        lambda: history(connection, 7),
    ):
        with pytest.raises(UnknownEntry, match="no entry with the id 7"):
            change()
