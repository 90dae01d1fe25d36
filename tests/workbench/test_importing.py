"""Files into memories and out again: nothing lost, nothing half done, not even by kill -9."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from synslator.errors import UsageProblem
from synslator.formats.exchange.model import BadFile, Languages, TranslationUnit
from synslator.formats.exchange.tables import ColumnMapping
from synslator.formats.exchange.tmx import write_tmx
from synslator.memory.model import DOCUMENT_EDGE, MemoryState, Neighbours
from synslator.storage.memories.entry_changes import Confirmation, EntryPlace
from synslator.storage.memories.entry_import import exported
from synslator.workbench.resources.exchange import ImportOptions, export_memory, import_memory
from synslator.workbench.resources.exchange_worker import BATCH, LARGE
from synslator.workbench.resources.memories import DATABASE, Memories, open_memories

LANGUAGES = Languages("zh", "en")
BY = ImportOptions("ann")
COMMAND = "from synslator.cli import main; main()"


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[Memories]:
    with open_memories(tmp_path / "data") as opened:
        yield opened


def tmx(path: Path, count: int, first: int = 0) -> Path:
    units = (
        TranslationUnit(f"第{number}号零件的说明", f"About part {number}")
        for number in range(first, first + count)
    )
    with path.open("w", encoding="utf-8") as file:
        write_tmx(units, file, LANGUAGES)
    return path


def known(memories: Memories, memory: int) -> set[TranslationUnit]:
    return set(exported(memories.database, memory))


def test_an_import_is_found_and_counted(memories: Memories, tmp_path: Path) -> None:
    info = memories.create("test", "zh", "en", "ann")
    memories.confirm(info.id, Confirmation("第3号零件的说明", "About part 3", "bob"))
    report = import_memory(memories, info, tmx(tmp_path / "a.tmx", 50), BY)
    assert (report.added, report.merged, report.refused) == (49, 1, 0)
    search = memories.search(info.id)
    assert search.health().state is MemoryState.CURRENT
    assert search.health().waiting == 0
    assert len(search.lookup("第7号零件的说明").matches) == 16
    again = import_memory(memories, info, tmp_path / "a.tmx", BY)
    assert (again.added, again.merged) == (0, 50)
    more = import_memory(memories, info, tmx(tmp_path / "b.tmx", 30, first=40), BY)
    assert (more.added, more.merged) == (20, 10)
    assert memories.truth.size(info.id) == 70


def test_pairs_that_a_file_holds_twice_are_merged_even_far_apart(memories: Memories, tmp_path: Path) -> None:
    info = memories.create("test", "zh", "en", "ann")
    twice = [TranslationUnit("重复的句子", "Repeated"), TranslationUnit("重复的句子", "Said again")]
    others = [TranslationUnit(f"第{number}号零件的说明", f"About part {number}") for number in range(BATCH)]
    with (tmp_path / "a.tmx").open("w", encoding="utf-8") as file:
        write_tmx([*twice, twice[0], *others, *twice], file, LANGUAGES)
    report = import_memory(memories, info, tmp_path / "a.tmx", BY)
    assert (report.added, report.merged) == (BATCH + 2, 3)


def test_confirming_goes_on_beside_a_finished_import(memories: Memories, tmp_path: Path) -> None:
    info = memories.create("test", "zh", "en", "ann")
    import_memory(memories, info, tmx(tmp_path / "a.tmx", 20), BY)
    place = EntryPlace("doc", "1")
    memories.confirm(info.id, Confirmation("第3号零件的说明", "On part 3", "bob", place))
    targets = {
        match.entry.target
        for match in memories.search(info.id).lookup("第3号零件的说明").matches
        if match.rate == 100
    }
    assert targets == {"About part 3", "On part 3"}


def test_a_bad_file_is_named_with_its_line_and_leaves_nothing(memories: Memories, tmp_path: Path) -> None:
    info = memories.create("test", "zh", "en", "ann")
    path = tmx(tmp_path / "a.tmx", 6000)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[5800] = '<tu><tuv xml:lang="zh"><seg>只有原文</seg></tuv><tuv xml:lang="en"><seg> </seg></tuv></tu>'
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadFile, match=r"a\.tmx, line 5801: the unit that begins here has no target text"):
        import_memory(memories, info, path, BY)
    assert memories.truth.size(info.id) == 0
    with sqlite3.connect(tmp_path / "data" / DATABASE) as raw:
        assert raw.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    raw.close()
    assert memories.search(info.id).lookup("第3号零件的说明").best is None
    report = import_memory(memories, info, path, ImportOptions("ann", keep_good=True))
    assert (report.added, report.refused, report.faults[0].line) == (5999, 1, 5801)


def test_the_good_part_of_a_file_that_breaks_off_is_kept_only_if_asked(
    memories: Memories, tmp_path: Path
) -> None:
    info = memories.create("test", "zh", "en", "ann")
    path = tmx(tmp_path / "a.tmx", 100)
    path.write_text(path.read_text(encoding="utf-8")[:-800], encoding="utf-8")
    with pytest.raises(BadFile, match="the XML is not well-formed"):
        import_memory(memories, info, path, BY)
    assert memories.truth.size(info.id) == 0
    report = import_memory(memories, info, path, ImportOptions("ann", keep_good=True))
    assert 80 < report.added < 100
    assert report.refused == 1


@pytest.mark.parametrize("name", ["all.tmx", "all.csv", "all.tsv", "all.xlsx", "all.xlf"])
def test_export_and_import_give_the_same_memory(memories: Memories, tmp_path: Path, name: str) -> None:
    info = memories.create("test", "zh", "en", "ann")
    texts = [
        ("⟦1⟧保存⟦/1⟧文件⟦2/⟧ & <其他>", "⟦1⟧Save⟦/1⟧ the file⟦2/⟧ & <others>"),
        ("  前后有空格\t和制表符 ", ' spaces, "quotes" and ; commas, '),
        ("两行\n文字", "two lines\r\nof text"),
        ("=1+1", "_x0041_ is no escape"),
        ("响铃\x07", "bell\x07"),
        ("未闭合⟦3⟧", "⟦/3⟧unopened"),
    ]
    neighbours = Neighbours(DOCUMENT_EDGE, "后一句")
    for number, (source, target) in enumerate(texts):
        place = EntryPlace("manual", str(number))
        memories.confirm(info.id, Confirmation(source, target, f"user {number}", place, neighbours))
    before = known(memories, info.id)
    path = tmp_path / name
    assert export_memory(memories, info, path) == len(texts)
    other = memories.create("copy", "zh", "en", "eve")
    report = import_memory(memories, other, path, BY)
    assert (report.added, report.refused) == (len(texts), 0)
    after = known(memories, other.id)
    assert {(unit.source, unit.target) for unit in after} == set(texts)
    if name.endswith(".tmx"):
        assert after == before
        best = memories.search(other.id).lookup("=1+1", neighbours).best
        assert best is not None
        assert best.rate == 101
    elif not name.endswith(".xlf"):
        assert {(unit.changed_by, unit.changed_at, unit.document) for unit in after} == {
            (unit.changed_by, unit.changed_at, unit.document) for unit in before
        }


def test_a_large_table_is_read_ahead_and_its_problems_are_told(memories: Memories, tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("id,chinese,english\n")
        file.writelines(
            f"{n},第{n}个零件的使用说明与注意事项,How to use part number {n}\n" for n in range(60_000)
        )
    assert path.stat().st_size > LARGE
    info = memories.create("test", "zh", "en", "ann")
    wrong = ImportOptions("ann", mapping=ColumnMapping({"source": "chinesisch"}))
    with pytest.raises(UsageProblem, match="The header has no column chinesisch for source"):
        import_memory(memories, info, path, wrong)
    with memories.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM imports").scalar_one() == 0
    right = ImportOptions("ann", mapping=ColumnMapping({"source": "chinese", "target": "english"}))
    assert import_memory(memories, info, path, right).added == 60_000
    best = memories.search(info.id).lookup("第59999个零件的使用说明与注意事项").best
    assert best is not None
    assert best.entry.target == "How to use part number 59999"


def run_killed(command: list[str], ready: Path, moment: str) -> None:
    """Start a command and kill it with -9 as soon as the database says that it is in the middle."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "it ended before it could be killed"
        if ready.exists():
            with sqlite3.connect(ready, timeout=30) as raw:
                try:
                    reached = raw.execute(moment).fetchone()
                except sqlite3.OperationalError:
                    reached = None
            raw.close()
            if reached and reached[0]:
                break
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def test_an_import_that_was_killed_is_absent_and_goes_on_when_it_is_started_again(tmp_path: Path) -> None:
    path, data = tmx(tmp_path / "large.tmx", 40_000), tmp_path / "data"
    command = [sys.executable, "-c", COMMAND, "memory", "import", "parts", str(path)]
    command += ["--source-language", "zh", "--target-language", "en", "--data-folder", str(data)]
    run_killed(command, data / DATABASE, "SELECT units BETWEEN 5000 AND 35000 FROM imports")
    with open_memories(data) as memories:
        info = memories.find("parts")
        assert memories.truth.size(info.id) == 0
        assert memories.search(info.id).lookup("第7号零件的说明").best is None
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Went on after" in finished.stdout
    assert "40,000 added, 0 merged, 0 refused" in finished.stdout
    with open_memories(data) as memories:
        search = memories.search(info.id)
        assert search.lookup("第39999号零件的说明").matches[0].rate == 100
        assert len(search.lookup("第7号零件的说明").matches) == 16
        assert not search.health().stale


CONFIRMING = """
import sys
from pathlib import Path
from synslator.storage.memories.entry_changes import Confirmation
from synslator.workbench.resources.memories import open_memories
with open_memories(Path(sys.argv[1])) as memories:
    memory = memories.create("test", "zh", "en", "ann").id
    for number in range(1000):
        memories.confirm(memory, Confirmation(f"第{number}次确认的句子", f"Sentence {number}", "ann"))
        print(number, flush=True)
"""


def test_every_acknowledged_confirm_is_found_after_a_kill(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CONFIRMING, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(500)]
    os.kill(process.pid, signal.SIGKILL)
    acknowledged += [int(line) for line in process.stdout.read().splitlines() if line]
    process.stdout.close()
    process.wait()
    assert len(acknowledged) < 1000
    with open_memories(tmp_path) as memories:
        search = memories.search(1)
        for number in acknowledged:
            best = search.lookup(f"第{number}次确认的句子").best
            assert best is not None
            assert (best.rate, best.entry.target) == (100, f"Sentence {number}")
