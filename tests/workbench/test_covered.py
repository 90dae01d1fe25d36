"""What a suggestion leaves out is named, and nothing behind it is sure."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shipped import asks_shipped_model, shipped_package
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.coverage.gaps import Coverage
from synslator.engines.coverage.options import CoverageOptions, Looks
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.workbench.live.covered import Covered, Gaps
from synslator.workbench.live.segment_completer import Answer, SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource

ALL_SURE = SearchOptions(highlight_threshold=0, language_model_words=0)
LOOKED_AT = CoverageOptions(Looks(bias=-3, mean=-2))
"""Missing is what hardly anything looks at."""


def watch(package: Package, source: str) -> tuple[Covered, list[int]]:
    """What watches a source, and how many pieces each of its clauses has."""
    coverage = Coverage(package, LOOKED_AT)
    return Covered(coverage, source), [len(clause.pieces) for clause in coverage.clauses(source)]


def hypothesis(package: Package, text: str, clauses: list[int], *looked: int) -> Any:
    """One that has written a text, whose words looked at clauses of some numbers."""
    ids = package.vocabulary.encode(text)
    edges = np.cumsum([0, *clauses])
    attention = np.zeros((len(ids), edges[-1] + 1), np.float32)
    for row, ahead in enumerate(np.linspace(0, len(looked), len(ids), endpoint=False)):
        clause = looked[int(ahead)]
        attention[row, edges[clause] : edges[clause + 1]] = 1 / clauses[clause]
    return SimpleNamespace(ids=ids, attention=list(attention))


SOURCE = "请检查设置，保存文件，关闭程序。"
TEXT = "check it, save it, close it."
SHORTER = "check it, close it."


def test_what_an_earlier_suggestion_covered_is_missed_where_a_later_one_leaves_it_out(
    tiny_package: Package,
) -> None:
    covered, clauses = watch(tiny_package, SOURCE)
    assert covered.look(hypothesis(tiny_package, TEXT, clauses, 0, 1, 2), TEXT, 0) == Gaps()
    gaps = covered.look(hypothesis(tiny_package, SHORTER, clauses, 0, 2), SHORTER, 0)
    assert [SOURCE[slice(*span)] for span in gaps.source] == ["保存文件"]
    assert gaps.sure is not None
    assert SHORTER.startswith("check it"[: gaps.sure])
    assert gaps.sure < SHORTER.index("close") + len("close")


def test_what_is_sure_ends_at_the_caret_where_the_gap_is_before_it(tiny_package: Package) -> None:
    covered, clauses = watch(tiny_package, SOURCE)
    caret = len(SHORTER) - 2
    gaps = covered.look(hypothesis(tiny_package, SHORTER, clauses, 0, 2), SHORTER, caret)
    assert gaps.sure == caret


def test_a_gap_at_the_end_leaves_the_last_mark_out_of_what_is_sure(tiny_package: Package) -> None:
    covered, clauses = watch(tiny_package, SOURCE)
    text = "check it, save it."
    gaps = covered.look(hypothesis(tiny_package, text, clauses, 0, 1), text, 0)
    assert [SOURCE[slice(*span)] for span in gaps.source] == ["关闭程序"]
    assert gaps.sure == len(text) - 1


def test_a_source_of_one_clause_has_nothing_to_leave_out(tiny_package: Package) -> None:
    covered, _ = watch(tiny_package, "关闭程序。")
    assert covered.look(hypothesis(tiny_package, "it", [5], 0), "it", 0) == Gaps()


def test_places_in_a_plain_source_are_found_among_its_tags() -> None:
    source = "⟦1⟧保存⟦/1⟧⟦2/⟧个，再⟦3/⟧关"
    tagged = TaggedSource.of(source, {2: "%s"})
    assert tagged.plain == "保存%s个，再关"
    found = [source[slice(*place)] for place in tagged.places]
    assert found == ["保", "存", "⟦2/⟧", "⟦2/⟧", "个", "，", "再", "关"]


@pytest.fixture(scope="module")
def engine() -> VanillaEngine:
    return VanillaEngine(shipped_package())


def answered(engine: VanillaEngine, source: str, typed: str, draft: str = "") -> tuple[Answer, list[str]]:
    """What is answered, first to nothing, then to what was typed, and what of the source it leaves out."""
    coverage = Coverage.of(engine.package)
    completer = SegmentCompleter(engine, TaggedSource.of(source, {}), (), ALL_SURE, (), coverage, draft)
    run(completer.complete(""))
    answer = run(completer.complete(typed))
    return answer, [source[slice(*span)] for span in answer.uncovered]


CONTRACT = "甲方应在收到发票后三十日内付款，逾期应支付违约金，并⟦1⟧赔偿⟦/1⟧乙方的损失。"


@asks_shipped_model
def test_words_behind_a_gap_are_not_sure_and_the_words_left_out_are_named(engine: VanillaEngine) -> None:
    typed = "Party A shall pay within thirty days of receiving the invoice, and compensate Party B"
    answer, missing = answered(engine, CONTRACT, typed)
    assert missing[0].startswith("逾期应支付违约金")
    assert len(answer.text) > len(typed)
    assert answer.sure == len(typed)


@asks_shipped_model
def test_a_text_that_is_finished_too_early_is_missing_what_the_draft_had(engine: VanillaEngine) -> None:
    source = "请在使用前仔细阅读本手册，并妥善保管以备日后查阅。"
    draft = "Please read this manual carefully before use, and keep it in a safe place for future reference."
    _, missing = answered(engine, source, "Please read this manual carefully before use.", draft)
    assert missing == ["并妥善保管以备日后查阅"]
    answer, missing = answered(engine, source, "Please read this manual carefully before using", draft)
    assert missing == []
    assert answer.sure == len(answer.text)
