"""An embedded index that is lost or damaged is made again from the database, by itself."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from synslator.memory.embedded import EmbeddedIndex
from synslator.memory.index import IndexBusy, IndexDamaged
from synslator.memory.index_maintainer import IndexMaintainer
from synslator.memory.lookup import TailLimits
from synslator.memory.model import MemoryState
from synslator.storage.database import Database
from synslator.storage.memories.entry_changes import Confirmation
from synslator.workbench.resources.memories import Memories, open_memories

LIMITS = TailLimits(fold_at=5, most=20)
COUNT = 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one memory whose entries are too many for the tail, and an index of them."""
    with open_memories(tmp_path, limits=LIMITS) as memories:
        memory = memories.create("test", "zh", "en", "ann").id
        for number in range(COUNT):
            memories.confirm(memory, Confirmation(f"这是编号{number}的说明文字", f"Text {number}", "ann"))
        assert memories.search(memory).update(force=True)
    return tmp_path


def files(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "index" / "1").rglob("*") if path.is_file())


def delete_all(folder: Path) -> None:
    shutil.rmtree(folder / "index")


def delete_state(folder: Path) -> None:
    (folder / "index" / "1" / "state.json").unlink()


def garble_state(folder: Path) -> None:
    (folder / "index" / "1" / "state.json").write_text('{"format": 1}')


def flip_a_byte(folder: Path) -> None:
    largest = max(
        (path for path in files(folder) if path.suffix == ".term"), key=lambda path: path.stat().st_size
    )
    data = bytearray(largest.read_bytes())
    data[len(data) // 2] ^= 0xFF
    largest.write_bytes(data)


def cut_short(folder: Path) -> None:
    path = next(path for path in files(folder) if path.suffix == ".idx")
    path.write_bytes(path.read_bytes()[:-20])


def lose_a_file(folder: Path) -> None:
    next(path for path in files(folder) if path.suffix == ".term").unlink()


@pytest.mark.parametrize(
    "damage", [delete_all, delete_state, garble_state, flip_a_byte, cut_short, lose_a_file]
)
def test_damage_is_noticed_and_mended(
    folder: Path, damage: Callable[[Path], None], eventually: Callable[[str, Callable[[], bool]], None]
) -> None:
    damage(folder)
    with open_memories(folder, limits=LIMITS) as memories:
        search = memories.search(1)
        first = search.lookup("这是编号3的说明文字")
        assert first.best is not None
        assert first.best.rate == 100
        eventually("mending", lambda: search.health().state is MemoryState.CURRENT)
        mended = search.lookup("这是编号3的说明文字")
        assert len(mended.matches) == 16
        assert not mended.health.stale


def test_damage_under_a_running_program_is_mended(
    folder: Path, eventually: Callable[[str, Callable[[], bool]], None]
) -> None:
    with open_memories(folder, limits=LIMITS) as memories:
        search = memories.search(1)
        assert len(search.lookup("这是编号3的说明文字").matches) == 16
        shutil.rmtree(folder / "index")
        search.lookup("这是编号3的说明文字")
        eventually("mending", (folder / "index" / "1" / "state.json").exists)
        eventually("reading", lambda: len(search.lookup("这是编号3的说明文字").matches) == 16)


def test_an_index_of_another_database_is_not_believed(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(folder / "index", other / "index")
    database = Database.in_file(other / "synslator.db")
    memories = Memories(database, EmbeddedIndex(other / "index"), limits=LIMITS)
    memory = memories.create("new", "zh", "en", "ann").id
    assert memory == 1
    memories.confirm(memory, Confirmation("全新的句子", "A new sentence", "ann"))
    assert memories.search(memory).update()
    assert memories.search(memory).lookup("这是编号3的说明文字").best is None
    assert memories.search(memory).lookup("全新的句子").best is not None
    database.close()


def test_a_fold_that_was_cut_off_is_done_again(folder: Path) -> None:
    state = folder / "index" / "1" / "state.json"
    before = state.read_bytes()
    with open_memories(folder, limits=LIMITS) as memories:
        memories.confirm(1, Confirmation("后来确认的句子", "Confirmed later", "ann"))
        assert memories.search(1).update(force=True)
    state.write_bytes(before)
    with open_memories(folder, limits=LIMITS) as memories:
        matches = memories.search(1).lookup("后来确认的句子").matches
        assert [match.entry.target for match in matches] == ["Confirmed later"]
        assert memories.search(1).update(force=True)
        matches = memories.search(1).lookup("后来确认的句子").matches
        assert [match.entry.target for match in matches] == ["Confirmed later"]


def test_one_writer_at_a_time(folder: Path) -> None:
    index = EmbeddedIndex(folder / "index")
    with index.writing(1, "x", fresh=True), pytest.raises(IndexBusy):
        index.writing(1, "x", fresh=False).__enter__()
    with pytest.raises(IndexDamaged), index.writing(2, "x", fresh=False):
        pass


def test_a_rebuild_that_fails_leaves_the_old_index(folder: Path) -> None:
    index = EmbeddedIndex(folder / "index")
    before = index.state(1)
    with pytest.raises(RuntimeError), index.writing(1, "x", fresh=True):
        raise RuntimeError
    assert index.state(1) == before is not None
    assert len([path for path in (folder / "index" / "1").iterdir() if path.is_dir()]) == 1


def test_the_keeper_goes_on_after_a_failure(
    folder: Path, eventually: Callable[[str, Callable[[], bool]], None]
) -> None:
    index = EmbeddedIndex(folder / "index")
    database = Database.in_file(folder / "synslator.db")
    with IndexMaintainer() as keeper:
        memories = Memories(database, index, keeper, LIMITS)
        with index.writing(1, "x", fresh=True):
            for number in range(8):
                memories.confirm(1, Confirmation(f"新的第{number}句", f"New {number}", "ann"))
            assert memories.search(1).health().waiting == 8
        eventually("folding", lambda: memories.search(1).health().waiting == 0)
    database.close()
