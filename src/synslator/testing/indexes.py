"""What every search backend promises: the memories on it do what memories do."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from synslator.memory.concordance import ConcordanceOptions, concordance
from synslator.memory.index import Index
from synslator.memory.lookup import TailLimits
from synslator.memory.memory_set import MemoryUse
from synslator.memory.model import DOCUMENT_EDGE, LookupOptions, MemoryState, Neighbours
from synslator.storage.database import Database
from synslator.storage.memories.entry_changes import Confirmation, EntryPlace
from synslator.text.matching import match_rate
from synslator.workbench.resources.memories import Memories

EVERYTHING = LookupOptions(minimum_rate=0, matches=100)
PAIRS = [
    ("请先保存文件,然后关闭窗口。", "Save the file first, then close the window."),
    ("请先保存文档,然后关闭窗口。", "Save the document first, then close the window."),
    ("打开设置页面", "Open the settings page"),
    ("第 3 条 本合同自签字之日起生效。", "Article 3 This contract takes effect on the day it is signed."),
    ("数据库连接失败", "The database connection failed"),
    ("点击“确定”按钮。", "Click the OK button."),
]
OPEN = Confirmation("打开文件", "Open the file", "ann")


class IndexContract:
    """A search backend; the subclass has a fixture `index` that yields an empty index and closes it."""

    @pytest.fixture
    def index(self) -> Iterator[Index]:
        """Each test's own index."""
        raise NotImplementedError("A test of a search backend needs a fixture `index`.")

    @pytest.fixture
    def opened(self, tmp_path: Path) -> Iterator[Callable[[Index], Memories]]:
        """Opens the memories of a database as another process would; the tests update the index."""
        databases: list[Database] = []

        def make(index: Index) -> Memories:
            databases.append(Database.in_file(tmp_path / "test.db"))
            return Memories(databases[-1], index, limits=TailLimits(fold_at=50, most=200))

        yield make
        for database in databases:
            database.close()

    @pytest.fixture
    def memories(self, index: Index, opened: Callable[[Index], Memories]) -> Memories:
        """Memories on the index."""
        return opened(index)

    @pytest.fixture
    def memory(self, memories: Memories) -> int:
        """An empty memory."""
        return memories.create("test", "zh", "en", "ann").id

    @pytest.fixture(params=["newest", "indexed"])
    def filled(self, request: pytest.FixtureRequest, memories: Memories, memory: int) -> int:
        """A memory whose entries are all in the tail, or all in the index."""
        for source, target in PAIRS:
            memories.confirm(memory, Confirmation(source, target, "ann"))
        if request.param == "indexed":
            assert memories.search(memory).update(force=True)
            assert memories.search(memory).health().waiting == 0
        return memory

    def test_best_match_comes_first_with_its_rate_and_diff(self, memories: Memories, filled: int) -> None:
        source = "请先保存文件,然后关闭程序。"
        best = memories.search(filled).lookup(source).best
        assert best is not None
        assert (best.entry.source, best.entry.target) == PAIRS[0]
        assert best.rate == match_rate(source, PAIRS[0][0])
        assert "".join(change.old for change in best.diff) == PAIRS[0][0]
        assert "".join(change.new for change in best.diff) == source
        assert {change.old for change in best.diff if change.kind == "changed"} == {"窗口"}

    @pytest.mark.parametrize(
        "source", ["请先保存文件,然后关闭窗口。", "打开设置", "数据库", "第 12 条", "ok 按钮", "！"]
    )
    def test_lookup_gives_what_comparing_everything_gives(
        self, memories: Memories, filled: int, source: str
    ) -> None:
        options = LookupOptions(minimum_rate=40, matches=100)
        rates = [
            (match.rate, match.entry.source)
            for match in memories.search(filled).lookup(source, None, options).matches
        ]
        slow = [(rate, text) for text, _ in PAIRS if (rate := match_rate(source, text)) >= 40]
        assert sorted(rates) == sorted(slow)
        assert [rate for rate, _ in rates] == sorted((rate for rate, _ in rates), reverse=True)

    def test_a_confirmed_segment_is_found_by_the_next_lookup(self, memories: Memories, filled: int) -> None:
        entry = memories.confirm(filled, OPEN)
        best = memories.search(filled).lookup("打开文件").best
        assert best is not None
        assert (best.rate, best.entry) == (100, entry)

    def test_neighbours_make_an_exact_match_101(self, memories: Memories, filled: int) -> None:
        between = Neighbours("第一章", "关闭文件")
        at_edge = Neighbours(DOCUMENT_EDGE, "关闭文件")
        memories.confirm(
            filled, Confirmation("打开文件", "Open the file", "ann", EntryPlace("a", "1"), between)
        )
        look = memories.search(filled).lookup
        rates = [
            look("打开文件", near).matches[0].rate
            for near in (between, at_edge, Neighbours("第一章", "另存为"), None)
        ]
        assert rates == [101, 100, 100, 100]
        memories.confirm(
            filled, Confirmation("打开文件", "Open the file", "bob", EntryPlace("b", "7"), at_edge)
        )
        assert look("打开文件", at_edge).matches[0].rate == 101
        assert look("打开文件", between).matches[0].rate == 101
        assert len(look("打开文件").matches) == 1

    def test_of_equal_matches_that_of_the_same_document_leads(self, memories: Memories, filled: int) -> None:
        """Also where its pair stood in the memory before; the newest leads everywhere else."""
        known = memories.confirm(filled, Confirmation("请联系林晓燕", "Contact Lin Xiaoyan", "ann"))
        memories.confirm(
            filled, Confirmation("请联系林晓燕", "Contact Lin Xiaoyan", "bob", EntryPlace("manual", "1"))
        )
        memories.confirm(
            filled, Confirmation("请联系林晓燕", "Contact Lam Hiu-yin", "bob", EntryPlace("letter", "1"))
        )
        look = memories.search(filled).lookup

        def first(document: str | None) -> tuple[str, bool]:
            match = look("请联系林晓燕", Neighbours("", "", document)).matches[0]
            return match.entry.target, match.here

        assert first("manual") == ("Contact Lin Xiaoyan", True)
        assert first("letter") == ("Contact Lam Hiu-yin", True)
        assert first("other") == first(None) == ("Contact Lam Hiu-yin", False)
        assert look("请联系林晓燕", Neighbours("", "", "manual")).matches[0].entry.id == known.id

    def test_a_corrected_segment_replaces_its_earlier_version(self, memories: Memories, filled: int) -> None:
        place = EntryPlace("manual", "4")
        first = memories.confirm(filled, Confirmation("重启服务", "Restart the servic", "ann", place))
        memories.search(filled).update(force=True)
        second = memories.confirm(filled, Confirmation("重启服务", "Restart the service", "bob", place))
        matches = memories.search(filled).lookup("重启服务").matches
        assert [match.entry.target for match in matches] == ["Restart the service"]
        assert (second.id, second.version) == (first.id, 2)
        versions = [(one.target, one.changed_by, one.document) for one in memories.history(first.id)]
        assert versions == [("Restart the servic", "ann", "manual"), ("Restart the service", "bob", "manual")]

    def test_edit_delete_and_undo_are_seen_at_once(self, memories: Memories, filled: int) -> None:
        search = memories.search(filled)
        entry = memories.confirm(filled, OPEN)
        search.update(force=True)

        def found() -> list[str]:
            return [match.entry.target for match in search.lookup("打开文件").matches]

        memories.edit(entry.id, "打开文件", "Open a file", "bob")
        assert found() == ["Open a file"]
        memories.edit(entry.id, "完全不同的一句话", "Something else", "bob")
        assert found() == []
        memories.undo(entry.id, "bob")
        assert found() == ["Open a file"]
        memories.remove(entry.id, "bob")
        assert found() == []
        search.update(force=True)
        assert found() == []
        memories.undo(entry.id, "bob")
        assert found() == ["Open a file"]
        search.update(force=True)
        assert found() == ["Open a file"]

    def test_another_process_finds_what_this_one_confirmed(
        self, memories: Memories, filled: int, index: Index, opened: Callable[[Index], Memories]
    ) -> None:
        other = opened(index)
        assert other.search(filled).lookup("打开文件").best is None
        memories.confirm(filled, OPEN)
        best = other.search(filled).lookup("打开文件").best
        assert best is not None
        assert best.entry.target == "Open the file"

    def test_everything_is_there_after_a_restart(
        self, memories: Memories, filled: int, index: Index, opened: Callable[[Index], Memories]
    ) -> None:
        memories.search(filled).update(force=True)
        memories.confirm(filled, OPEN)
        again = opened(index).search(filled)
        for source, _ in [*PAIRS, ("打开文件", "")]:
            best = again.lookup(source).best
            assert best is not None
            assert best.rate == 100

    def test_a_rebuilt_index_finds_the_same(self, memories: Memories, filled: int) -> None:
        search = memories.search(filled)
        options = LookupOptions(minimum_rate=30)
        before = [match.entry for match in search.lookup("请保存文件", None, options).matches]
        assert before
        memories.rebuild(filled)
        memories.rebuild(filled)
        assert search.health().state is MemoryState.CURRENT
        assert [match.entry for match in search.lookup("请保存文件", None, options).matches] == before

    def test_the_tail_is_folded_when_it_is_long(self, memories: Memories, memory: int) -> None:
        search = memories.search(memory)
        for number in range(60):
            memories.confirm(memory, Confirmation(f"项目{number}的第一段说明文字", f"Text {number}", "ann"))
        assert search.health().waiting == 60
        assert search.update()
        assert search.health().waiting == 0
        assert len(search.lookup("项目7的第一段说明文字", None, EVERYTHING).matches) == 60

    def test_more_changes_than_the_tail_holds_make_it_stale_until_it_is_tended(
        self, memories: Memories, memory: int, index: Index, opened: Callable[[Index], Memories]
    ) -> None:
        search = memories.search(memory)
        search.rebuild()
        other = opened(index)
        for number in range(230):
            other.confirm(memory, Confirmation(f"编号 {number} 的零件说明书", f"Part {number}", "ann"))
        behind = search.lookup("编号 7 的零件说明书")
        assert behind.health.state is MemoryState.CATCHING_UP
        assert behind.health.stale
        assert [match.rate for match in behind.matches] == [100]
        assert search.update()
        current = search.lookup("编号 7 的零件说明书")
        assert current.health.state is MemoryState.CURRENT
        assert len(current.matches) == 16

    def test_latin_sources_are_found_by_words_and_by_their_beginnings(self, memories: Memories) -> None:
        memory = memories.create("latin", "en", "de", "ann").id
        for source in ("Print the page", "Settings", "Printing of pages is disabled by the administrator."):
            memories.confirm(memory, Confirmation(source, source.upper(), "ann"))
        search = memories.search(memory)
        search.update(force=True)
        for query, expected in (("Setting", "Settings"), ("print the pages", "Print the page")):
            best = search.lookup(query).best
            assert best is not None
            assert best.entry.source == expected

    def test_memories_do_not_see_each_other(self, memories: Memories, filled: int) -> None:
        other = memories.create("other", "zh", "en", "bob").id
        memories.confirm(other, Confirmation("别的客户的句子", "Somebody else's sentence", "bob"))
        memories.search(other).update(force=True)
        assert memories.search(filled).lookup("别的客户的句子").best is None
        assert memories.search(other).lookup(PAIRS[0][0]).best is None

    def test_order_and_penalty_of_several_memories(self, memories: Memories, filled: int) -> None:
        other = memories.create("other", "zh", "en", "bob").id
        memories.confirm(other, Confirmation(PAIRS[0][0], "First save, then close.", "bob"))
        memories.confirm(other, Confirmation(*PAIRS[1], "bob"))

        def looked(*uses: MemoryUse) -> list[tuple[int, str]]:
            found = memories.shelf(uses).lookup(PAIRS[0][0])
            return [(match.rate, match.entry.target) for match in found.matches]

        ours, theirs = (100, PAIRS[0][1]), (100, "First save, then close.")
        near = (match_rate(PAIRS[0][0], PAIRS[1][0]), PAIRS[1][1])
        assert looked(MemoryUse(filled), MemoryUse(other)) == [ours, theirs, near]
        assert looked(MemoryUse(other), MemoryUse(filled)) == [theirs, ours, near]
        assert looked(MemoryUse(other, penalty=5), MemoryUse(filled)) == [ours, (95, theirs[1]), near]

    @pytest.mark.parametrize(
        ("phrase", "exact", "expected"),
        [
            ("保存文", True, {("source", "保存文")}),
            ("存", True, {("source", "存")}),
            ("钮", True, {("source", "钮")}),
            ("SAVE THE", True, {("target", "Save the")}),
            ("settin", True, {("target", "settin")}),
            ("ettings", True, set()),
            ("第 3 条", True, {("source", "第 3 条")}),
            ("ok", True, {("target", "OK")}),
            ("数据库链接失败", False, {("source", "数据库连接失败")}),
            ("databse connection", False, {("target", "database connection")}),
        ],
    )
    def test_concordance(
        self, memories: Memories, filled: int, phrase: str, exact: bool, expected: set[tuple[str, str]]
    ) -> None:
        found = concordance(memories.search(filled), phrase, ConcordanceOptions(exact=exact))
        shown = set()
        for hit in found.hits:
            text = hit.entry.source if hit.side == "source" else hit.entry.target
            shown |= {(hit.side, text[start:end].strip()) for start, end in hit.spans}
        assert shown == expected

    def test_lookups_and_confirms_from_many_threads(self, memories: Memories, memory: int) -> None:
        problems: list[object] = []

        def work(name: int) -> None:
            try:
                for number in range(8):
                    source = f"线程{'甲乙丙丁戊己'[name]}写下的第{number}句话"
                    memories.confirm(memory, Confirmation(source, f"Thread {name}, {number}", "ann"))
                    best = memories.search(memory).lookup(source).best
                    if best is None or best.rate != 100:
                        problems.append((source, best))
                    if number == 4:
                        memories.search(memory).update(force=True)
            except Exception as error:
                problems.append(error)

        threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        assert memories.truth.size(memory) == 48

    def test_a_deleted_memory_leaves_nothing(self, memories: Memories, filled: int, index: Index) -> None:
        memories.search(filled).update(force=True)
        memories.delete(filled, "ann")
        assert index.state(filled) is None
        assert memories.list() == []
