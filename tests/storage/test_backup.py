"""A backup holds everything and comes back the same, into either kind of database."""

import json
import threading
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from postgres import new_database
from synslator.cli import main
from synslator.settings import Settings
from synslator.storage.backup import PASSING, BadBackup, restore_backup, write_backup
from synslator.storage.database import Database
from synslator.storage.documents.segment import SegmentRow
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.tables import metadata
from synslator.storage.tables.documents import segments as segments_table
from synslator.storage.tables.memories import entries as entries_table
from synslator.workbench.database import open_database
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import open_services


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A data folder with a project, a document, a memory, terms, comments and an account."""
    folder = tmp_path_factory.mktemp("lived-in")
    settings = Settings(data_folder=folder, model=folder / "none")
    with open_services(settings) as (services, who):
        segment = services.editing.get(who, 5)
        services.editing.confirm(who, segment.id, segment.version, "Restart\u2028the ‘computer’. 🙂")
        services.editing.comment(who, segment.id, "Good?")
        services.accounts.add("ann", "a long password", "admin")
    return settings


def contents(database: Database) -> dict[str, list[Any]]:
    with database.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table.name not in PASSING
        }


def test_a_backup_moves_to_postgresql_and_back(
    lived_in: Settings, postgres_server: str, tmp_path: Path
) -> None:
    file, again = tmp_path / "first.zip", tmp_path / "second.zip"
    with open_database(lived_in) as database:
        rows = write_backup(database, file)
        before = contents(database)
    assert rows == sum(map(len, before.values()))
    team = Settings(database_url=new_database(postgres_server, "restored"), data_folder=tmp_path / "team")
    with open_database(team) as database:
        assert restore_backup(database, file) == rows
        assert contents(database) == before
    # Work goes on there, with new ids.
    with open_services(team) as (services, who):
        assert services.accounts.sign_in("ann", "a long password")[0].login == "ann"
        segment = services.editing.get(who, 6)
        services.editing.confirm(who, segment.id, segment.version, "New note")
        assert services.memories.search(1).lookup(segment.source, None).matches[0].entry.target == "New note"
    with open_database(team) as database:
        write_backup(database, again)
        there = contents(database)
    home = Settings(data_folder=tmp_path / "home")
    with open_database(home) as database:
        restore_backup(database, again)
        assert contents(database) == there


def test_a_database_with_something_in_it_is_left_alone(lived_in: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    with open_database(lived_in) as database:
        write_backup(database, file)
        before = contents(database)
        with pytest.raises(BadBackup, match="The database is not empty"):
            restore_backup(database, file)
        assert contents(database) == before


@pytest.mark.parametrize("damage", ["no zip", "other kind", "cut", "newer"])
def test_what_is_no_whole_backup_leaves_nothing_behind(
    lived_in: Settings, tmp_path: Path, damage: str
) -> None:
    file = tmp_path / "backup.zip"
    with open_database(lived_in) as database:
        write_backup(database, file)
    if damage == "no zip":
        file.write_bytes(b"something else")
    else:
        with zipfile.ZipFile(file) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        about = json.loads(parts["synslator.json"])
        if damage == "cut":
            del parts["segments.jsonl"]
        about |= {"other kind": {"kind": "x"}, "newer": {"revision": "9999"}}.get(damage, {})
        parts["synslator.json"] = json.dumps(about).encode()
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
    with open_database(Settings(data_folder=tmp_path / "new")) as database:
        with pytest.raises(BadBackup):
            restore_backup(database, file)
        assert all(rows == [] for rows in contents(database).values())


def test_the_commands_do_it(lived_in: Settings, tmp_path: Path) -> None:
    file, home = tmp_path / "all.zip", tmp_path / "home"
    run = CliRunner().invoke
    made = run(main, ["backup", str(file), "--data-folder", str(lived_in.data_folder)])
    assert made.exit_code == 0, made.output
    assert made.stdout.startswith(f"{file} holds ")
    back = run(main, ["restore", str(file), "--data-folder", str(home)])
    assert back.exit_code == 0, back.output
    assert run(main, ["restore", str(file), "--data-folder", str(home)]).exit_code == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_under_load_holds_every_confirmation_before_it(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server = request.getfixturevalue("postgres_server") if kind == "postgresql" else ""
    url = new_database(server, "loaded") if server else ""
    settings = Settings(data_folder=tmp_path / "a", model=tmp_path / "none", database_url=url, demo=False)
    acknowledged: list[tuple[int, str]] = []
    with open_services(settings) as (services, who):
        project = services.projects.create(who, "Loaded", ("zh", "en"), Wishes())
        text = "".join(f"第{number}行\n" for number in range(400)).encode()
        document = services.documents.add(who, project.id, "a.txt", text)
        segments, _, _ = services.documents.segments(who, document.id, SegmentFilter(), 0, None)
        enough, done = threading.Event(), threading.Event()

        def confirm(some: Sequence[SegmentRow]) -> None:
            for segment in some:
                target = f"Line {segment.id} is done."
                services.editing.confirm(who, segment.id, segment.version, target)
                acknowledged.append((segment.id, target))
                if len(acknowledged) > 20:
                    enough.set()
                if done.is_set():
                    return

        workers = [threading.Thread(target=confirm, args=(segments[start::4],)) for start in range(4)]
        for worker in workers:
            worker.start()
        assert enough.wait(120)
        before = list(acknowledged)
        write_backup(services.database, tmp_path / "backup.zip")
        done.set()
        for worker in workers:
            worker.join()
    with open_database(Settings(data_folder=tmp_path / "b")) as database:
        restore_backup(database, tmp_path / "backup.zip")
        with database.reading() as connection:
            confirmed = connection.execute(
                select(segments_table.c.id, segments_table.c.target).where(
                    segments_table.c.status == "confirmed"
                )
            )
            kept = {(number, target) for number, target in confirmed}
            entries = set(connection.execute(select(entries_table.c.target)).scalars())
    assert len(before) > 20
    assert set(before) <= kept
    assert {target for _, target in before} <= entries
