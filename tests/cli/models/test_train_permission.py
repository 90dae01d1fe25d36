"""Commands that learn from files ask whether their owners allow it, and put the answer on record."""

import getpass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from packages import PAIRS
from synslator.cli import main
from synslator.formats.exchange.training_notice import (
    BadNotice,
    TrainingNotice,
    file_beside,
    read_notice,
    write_beside,
)
from synslator.memory.model import Permission
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.people.audit import records_of
from synslator.workbench.resources.memories import open_memories
from talking import tmx

RECIPE = """
source_language = "zh"
target_language = "en"
[[sources]]
name = "tm"
file = "law.tsv"
[development]
tm = "dev.tsv"
"""


def run(folder: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words), "--data-folder", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a memory that may not be trained on, and that memory as a table and as TMX."""
    folder = tmp_path / "data"
    with open_memories(folder) as memories:
        memory = memories.create("law", "zh", "en", "ann")
        for source, target in PAIRS[:3]:
            memories.confirm(memory.id, Confirmation(source, target, "ann"))
    for name in ("law.tsv", "law.tmx"):
        assert run(folder, "memory", "export", "law", tmp_path / name).exit_code == 0
    (tmp_path / "adaptive.toml").write_text(RECIPE)
    (tmp_path / "base.toml").write_text(RECIPE)
    return folder


def commands(here: Path, memory: str) -> list[list[str | Path]]:
    """Commands that read the table, the TMX file, or a folder that was made of them elsewhere."""
    where: list[str | Path] = ["--data", here, "--out", here / "out"]
    neighbours = ["train", "neighbours", here / "adaptive.toml", "--vocabularies", here, *where]
    tune = ["tune", "knn", here, "--on", here / "law.tsv", here / memory]
    folder: list[str | Path] = ["--prepared", here / "made", "--out", here / "out"]
    models = [["train", kind, here / "base.toml", *folder] for kind in ("model", "language-model")]
    layers = ["train", "adaptive", here / "adaptive.toml", "--examples", here / "made", "--base", here]
    return [
        *models,
        [*layers, "--out", here / "out"],
        neighbours,
        ["train", "prepare", here / "base.toml", *where],
        tune,
    ]


def test_every_command_that_learns_from_files_refuses_what_may_not_be_learned_from(folder: Path) -> None:
    made = folder.parent / "made"
    made.mkdir()
    write_beside(made, TrainingNotice(may_train=False, owner="ann"))
    for command in commands(folder.parent, "law.tmx"):
        result = run(folder, *command)
        assert result.exit_code == 1, result.output
        assert "may not be trained on: its owner, ann, allows inference only" in result.stderr
    with open_memories(folder) as memories, memories.database.reading() as connection:
        found = [one for name in ("made", "law.tsv", "law.tmx") for one in records_of(connection, name)]
    assert [(one.who, one.allowed, one.detail) for one in found] == [
        (getpass.getuser(), False, "training a model: inference only"),
        (getpass.getuser(), False, "training a language model: inference only"),
        (getpass.getuser(), False, "training adaptive layers: inference only"),
        (getpass.getuser(), False, "finding neighbours: inference only"),
        (getpass.getuser(), False, "preparing: inference only"),
        (getpass.getuser(), False, "tuning: inference only"),
    ]


def test_a_table_of_what_may_be_trained_on_says_nothing(folder: Path) -> None:
    table = folder.parent / "law.tsv"
    assert file_beside(table).is_file()
    with open_memories(folder) as memories:
        memories.permit(memories.find("law").id, Permission.MAY_TRAIN, "ann")
    assert run(folder, "memory", "export", "law", table, "--purpose", "training").exit_code == 0
    assert not file_beside(table).exists()
    assert read_notice(table) is None


def test_an_export_for_training_is_refused(folder: Path, tmp_path: Path) -> None:
    result = run(folder, "memory", "export", "law", tmp_path / "again.tmx", "--purpose", "training")
    assert result.exit_code == 1
    assert "its owner, ann, allows inference only" in result.stderr
    assert not (tmp_path / "again.tmx").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a\tb\n",
        "源\t目标".encode("utf-16"),
        b"<tmx><header",
        b"PK\x03\x04\x00\xff",
        tmx(("一", "one")),
        b'<!DOCTYPE tmx [<!ENTITY a "may train">]><tmx><header>'
        b'<prop type="x-synslator-permission">&a;</prop></header></tmx>',
    ],
)
def test_whatever_is_no_notice_says_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "some.tmx").write_bytes(content)
    assert read_notice(tmp_path / "some.tmx") is None


def test_a_notice_that_is_not_understood_allows_nothing(tmp_path: Path) -> None:
    text = '<tmx version="1.4"><header><prop type="x-synslator-permission">everything</prop></header></tmx>'
    (tmp_path / "some.tmx").write_text(text)
    notice = read_notice(tmp_path / "some.tmx")
    assert notice is not None
    assert not notice.may_train
    file_beside(tmp_path / "a.tsv").write_text("perhaps\n")
    with pytest.raises(BadNotice, match="first line must be"):
        read_notice(tmp_path / "a.tsv")
