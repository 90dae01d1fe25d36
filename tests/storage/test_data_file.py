"""A database in a file: one owner, and damage and loss that can be seen are told at the start."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from synslator.settings import Settings
from synslator.storage.data_file import Damaged, InUse, check_file
from synslator.storage.database import Database
from synslator.storage.memories.memories import create_memory, list_memories
from synslator.workbench.services import open_services


def opened(folder: Path) -> Database:
    database = Database.in_file(folder / "test.db")
    check_file(database)
    return database


def keep(database: Database, name: str) -> None:
    with database.writing() as connection:
        create_memory(connection, name, "zh", "en", owner="ann")


def killed(folder: Path, after: Path) -> None:
    """Copy a data folder as a kill leaves it: with the journal beside the file."""
    shutil.copytree(folder, after)
    assert (after / "test.db-wal").stat().st_size > 0


def test_a_data_folder_has_one_owner(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, model=tmp_path / "none", demo=False)

    def open_again() -> None:
        with open_services(settings):
            pass

    with open_services(settings), pytest.raises(InUse, match="Another Synslator uses"):
        open_again()
    open_again()


def test_a_journal_that_was_removed_is_told(tmp_path: Path) -> None:
    opened(tmp_path / "a").close()
    database = opened(tmp_path / "a")
    keep(database, "kept")
    killed(tmp_path / "a", tmp_path / "whole")
    killed(tmp_path / "a", tmp_path / "lost")
    database.close()
    (tmp_path / "lost" / "test.db-wal").unlink()
    with pytest.raises(Damaged, match="not as it was left"):
        opened(tmp_path / "lost")
    whole = opened(tmp_path / "whole")
    with whole.reading() as connection:
        assert [info.name for info in list_memories(connection)] == ["kept"]
    whole.close()
    # Whoever has no other copy goes on with what there is.
    (tmp_path / "lost" / "test.db.stamp").unlink()
    opened(tmp_path / "lost").close()


def test_the_journal_of_another_database_is_told(tmp_path: Path) -> None:
    for name in ("a", "b"):
        opened(tmp_path / name).close()
        database = opened(tmp_path / name)
        keep(database, name)
        killed(tmp_path / name, tmp_path / f"{name}-killed")
        database.close()
    shutil.copy(tmp_path / "b-killed" / "test.db-wal", tmp_path / "a-killed" / "test.db-wal")
    (tmp_path / "a-killed" / "test.db-shm").unlink()
    with pytest.raises(Damaged):
        opened(tmp_path / "a-killed")


def test_damage_that_can_be_seen_is_told(tmp_path: Path) -> None:
    database = opened(tmp_path)
    for number in range(300):
        keep(database, f"memory {number}" + "x" * 500)
    database.close()
    connection = sqlite3.connect(tmp_path / "test.db")
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'memories'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with (tmp_path / "test.db").open("r+b") as file:
        file.seek((root - 1) * size + 8)
        file.write(b"\xff" * 64)
    with pytest.raises(Damaged, match=r"is damaged: .* Restore the newest backup"):
        opened(tmp_path)
