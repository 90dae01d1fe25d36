"""Opening databases: migrations, refusals, and that a failed transaction leaves nothing."""

import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from synslator.storage.database import Database, DatabaseAway, StorageProblem
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


def test_a_full_disk_is_told_and_recovered_from(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "test.db")

    def write(size: int) -> None:
        with database.writing() as connection:
            create_memory(connection, "x" * size, "zh", "en", owner="ann")

    with database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageProblem, match="the disk is full"):
        write(1_000_000)
    database.engine.dispose()
    write(1_000_000)
    database.close()


def test_a_pool_without_connections_is_a_problem_and_no_fault(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "test.db")
    database.engine.pool._timeout = 0.01  # type: ignore[attr-defined]
    with ExitStack() as stack:

        def take_all() -> None:
            for _ in range(100):
                stack.enter_context(database.reading())

        with pytest.raises(DatabaseAway, match="too much to do"):
            take_all()
    assert database.fetch("SELECT 1") == [(1,)]
    database.close()


@pytest.mark.parametrize("fetched", [True, False])
def test_what_runs_can_be_interrupted(tmp_path: Path, fetched: bool) -> None:
    database, told = Database.in_file(tmp_path / "test.db"), list[Exception]()
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

    def run() -> None:
        try:
            if fetched:
                database.fetch(endless)
            else:
                with database.reading() as connection:
                    connection.exec_driver_sql(endless)
        except Exception as error:
            told.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    while thread.is_alive():
        database.interrupt()
        thread.join(0.05)
    assert [type(error) for error in told] == [DatabaseAway]
    database.close()
