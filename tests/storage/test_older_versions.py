"""A database of an earlier version opens and loses nothing.

`version_476ea95.sql` is the dump of a database that the commit of that name made by its own migrations and
services, with rows in every table.
"""

import getpass
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from synslator.settings import Settings
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.people.audit import AuditFilter
from synslator.storage.tables import metadata
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.services import open_services

DUMP = Path(__file__).with_name("version_476ea95.sql")
PASSING = {"places", "alembic_version"}
"""Tables whose rows an opened workbench may drop or change."""


def rows(path: Path, tables: dict[str, list[str]]) -> dict[str, list[Any]]:
    raw = sqlite3.connect(path)
    try:
        return {
            name: sorted(map(repr, raw.execute(f"SELECT {', '.join(columns)} FROM {name}")))
            for name, columns in tables.items()
        }
    finally:
        raw.close()


def columns_in(path: Path) -> dict[str, list[str]]:
    raw = sqlite3.connect(path)
    names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: [row[1] for row in raw.execute(f"PRAGMA table_info({name})")] for name in names}
    raw.close()
    return found


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A data folder as the earlier version left it."""
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    raw = sqlite3.connect(tmp_path / "synslator.db")
    raw.executescript(DUMP.read_text("utf-8"))
    raw.close()
    return Settings(data_folder=tmp_path, model=tmp_path / "none", demo=False)


def test_the_dump_has_rows_in_every_table_of_its_version(settings: Settings) -> None:
    path = settings.data_folder / "synslator.db"
    tables = columns_in(path)
    assert all(rows(path, tables).values())
    assert tables.keys() - {"alembic_version"} <= metadata.tables.keys()


def test_every_value_is_still_there_after_it_was_opened(settings: Settings) -> None:
    path = settings.data_folder / "synslator.db"
    tables = {name: columns for name, columns in columns_in(path).items() if name not in PASSING}
    before = rows(path, tables)
    with open_services(settings):
        pass
    assert rows(path, tables) == before


def test_the_workbench_shows_what_was_done(settings: Settings, tmp_path: Path) -> None:
    with open_services(settings) as (services, who):
        (overview,) = services.projects.list(who)
        assert overview.project.name == "Manual"
        context = services.contexts.of(who, overview.project.id)
        assert context.settings.effort_log
        assert context.settings.minimum_learning_match == 30
        assert context.settings.checks_off == ("length",)
        guide, note = (info for info, _ in services.documents.list(who, overview.project.id))
        found, total, _ = services.documents.segments(who, guide.id, SegmentFilter(), 0, None)
        assert total == 4
        assert [(one.target, one.status, one.locked, one.comments) for one in found[:3]] == [
            ("Guide", "approved", True, 0),
            ("Click ⟦1⟧Save⟦/1⟧.", "confirmed", False, 1),
            ("", "untranslated", False, 0),
        ]
        assert (found[3].status, found[3].origin, found[3].rate) == ("draft", "propagated", 100)
        assert [one.target for one in services.editing.history(who, 2)] == [
            "Click ⟦1⟧Save⟦/1⟧.",
            "Press ⟦1⟧Save⟦/1⟧.",
        ]
        assert [one.text for one in services.editing.comments(who, 2)] == ["The button in the toolbar?"]
        assert note.revision == 2
        services.documents.export(who, guide.id, "original", "draft").write(tmp_path / "guide.md")
        assert (tmp_path / "guide.md").read_text(encoding="utf-8").startswith("# 指南")
        assert context.lookup("打开文件", None).matches[0].entry.target == "Open a file"
        assert [match.meanings[0].translations[0].text for match in context.terms("保存")] == ["save"]
        (day, *_) = services.figures.by_day(who, overview.project.id)
        assert day.keystrokes == 12
        assert services.accounts.sign_in("ben", "a long password")[0].name == "Ben"
        assert [token.name for token in services.accounts.tokens("ben")] == ["nightly"]
        (job,) = services.jobs.list(who, overview.project.id, active=False)
        assert job.result is not None
        assert job.result["bands"][-1]["segments"] == 5


def test_a_setting_that_was_called_otherwise_is_read() -> None:
    older = ProjectSettings().json().replace("minimum_learning_match", "learning_rate")
    changed = json.loads(older) | {"learning_rate": 12}
    assert ProjectSettings.read(json.dumps(changed)).minimum_learning_match == 12


def test_tokens_and_records_of_the_version_before_are_good_for_the_new_one(settings: Settings) -> None:
    with open_services(settings) as (services, who):
        (token,) = services.accounts.tokens("ben")
        assert token.expires_at is not None
        assert 364 * 86_400 < token.expires_at - time.time() <= 365 * 86_400
        assert services.trail.page(who.organisation, AuditFilter(), None, 100)
        assert not [info for info in services.memories.list() if info.bound_to is not None]
