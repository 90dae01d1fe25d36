"""Opening databases: migrations, refusals, and that a failed transaction leaves nothing."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from synslator.storage.database import Database, StorageProblem
from synslator.storage.memories.memories import create_memory, list_memories
from synslator.storage.migration import NewerDatabase
from synslator.storage.tables import metadata


def test_migrations_make_exactly_the_tables_that_are_declared(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "new" / "test.db")
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        database = Database.in_file(tmp_path / "test.db")
        with database.writing() as connection:
            create_memory(connection, f"memory {len(list_memories(connection))}", "zh", "en", owner="ann")
        database.close()
    database = Database.in_file(tmp_path / "test.db")
    with database.reading() as connection:
        assert len(list_memories(connection)) == 2
    database.close()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Database.in_file(tmp_path / "test.db").close()
    raw = sqlite3.connect(tmp_path / "test.db")
    raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.commit()
    raw.close()
    with pytest.raises(NewerDatabase, match="9999"):
        Database.in_file(tmp_path / "test.db")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test.db").write_bytes(b"this is not a database, but it is long enough to look at" * 20)
    with pytest.raises(StorageProblem, match=r"test\.db cannot be opened"):
        Database.in_file(tmp_path / "test.db")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageProblem, match="cannot be made"):
        Database.in_file(tmp_path / "file" / "below" / "test.db")


def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "test.db")

    def fail_half_way() -> None:
        with database.writing() as connection:
            create_memory(connection, "half", "zh", "en", owner="ann")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_half_way()
    with database.reading() as connection:
        assert list_memories(connection) == []
    database.close()
