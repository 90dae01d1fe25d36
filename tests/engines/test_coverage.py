"""What part of a source a text covers."""

from dataclasses import replace

import numpy as np
import pytest

from shipped import asks_shipped_model, shipped_package
from synslator.engines.coverage.clauses import Clause, clauses_of
from synslator.engines.coverage.gaps import Coverage, runs
from synslator.engines.coverage.options import CoverageOptions, Looks, Needs, Thresholds
from synslator.engines.coverage.signs import log_odds, needed, seen
from synslator.runtime.package import Package

LEARNED = CoverageOptions(Looks(bias=1, mean=-2), Needs(looked=0.5), Thresholds(missing=0.25))


def divided(text: str, *pieces: str) -> list[str]:
    """The clauses of a text that is given in pieces."""
    assert "".join(pieces) == text
    ends = np.cumsum([len(piece) for piece in pieces])
    places = [(int(end) - len(piece), int(end)) for piece, end in zip(pieces, ends, strict=True)]
    return [text[slice(*clause.span)] for clause in clauses_of(text, places)]


def test_a_source_is_divided_at_marks_but_not_inside_numbers() -> None:
    assert divided("先读1,200页，再写。", "先读", "1,200", "页", "，", "再写", "。") == [
        "先读1,200页",
        "再写",
    ]
    assert divided("Read v1.2, then go.", "Read", " v1.2", ",", " then", " go", ".") == [
        "Read v1.2",
        "then go",
    ]


def test_a_blank_between_words_that_need_none_divides_as_well() -> None:
    assert divided("开什么 玩笑呢", "开什么", " ", "玩笑呢") == ["开什么", "玩笑呢"]
    assert divided("a big house", "a", " big", " house") == ["a big house"]


def test_a_long_clause_is_divided_evenly_and_no_word_is_cut() -> None:
    pieces = ("The", " data", " concen", "trat", "or", " can", " serve", " up", " to", " meters")
    assert divided("The data concentrator can serve up to meters", *pieces) == [
        "The data concentrator",
        "can serve up to meters",
    ]


def test_a_stretch_of_marks_is_nothing_that_could_be_left_out() -> None:
    assert divided("好的，……", "好的", "，", "……") == ["好的"]


def test_what_nobody_looks_at_is_seen_least() -> None:
    clauses = [Clause((0, 1), (0, 1), (0, 2)), Clause((2, 3), (2,), (2, 3))]
    attention = np.array([[0.5, 0.5, 0, 0, 0], [0.4, 0.5, 0.1, 0, 0]], np.float32)
    signs = seen(attention, clauses)
    assert signs.shape == (2, 7)
    assert (signs[0, 1:4] > signs[1, 1:4]).all()
    first, second = log_odds(LEARNED.looks, signs)
    assert second > first


def test_a_text_needs_what_it_translates() -> None:
    clauses = [Clause((0,), (0,), (0, 1)), Clause((1,), (1,), (1, 2))]
    whole = np.array([-1.0, -1.0, -0.5], np.float32)
    without = np.array([[-9.0, -1.0, -0.5], [-0.9, -1.0, -0.1]], np.float32)
    first, second = needed(whole, without, clauses)
    assert first[0] > second[0]
    assert second[2] < 0 == first[2]
    assert second[3] > first[3]


def test_neighbouring_clauses_are_told_as_one() -> None:
    clauses = [Clause((n,), (n,), (2 * n, 2 * n + 1)) for n in range(4)]
    assert runs(clauses, {clauses[0], clauses[1], clauses[3]}) == ((0, 3), (6, 7))


def test_what_was_learned_comes_back_from_a_manifest() -> None:
    parameters = LEARNED.to_parameters()
    assert parameters["coverage_looks_mean"] == -2
    assert CoverageOptions.from_parameters({"knn_reach": 100.0} | parameters) == LEARNED


def test_a_package_about_which_nothing_was_learned_says_nothing(tiny_package: Package) -> None:
    assert Coverage.of(tiny_package) is None


def test_whatever_is_asked_the_places_are_in_the_source(tiny_package: Package) -> None:
    coverage = Coverage(tiny_package, replace(LEARNED, thresholds=Thresholds(-99, 0, -99)))
    for source in ("", "。", " 请检查 设置。", "请检查设置，" * 60):
        for target in ("", "x", "Please check.", "word " * 400):
            for start, end in coverage.missing(source, target):
                assert source[start:end].strip() == source[start:end]
                assert any(map(str.isalnum, source[start:end]))


MANUAL = "请在使用前仔细阅读本手册，并妥善保管以备日后查阅。"
ANTENNA = "天线必须垂直安装，并与金属物体保持至少30厘米的距离。"
UPGRADE = "升级过程中请勿断电，请勿关闭浏览器窗口。"
LEFT_OUT = [
    (MANUAL, "Please read this manual carefully before use.", "妥善保管"),
    (ANTENNA, "The antenna must be installed vertically.", "30厘米"),
    (UPGRADE, "Do not cut off the power during the upgrade.", "浏览器窗口"),
]
WHOLE = [
    (MANUAL, "Please read this manual carefully before use and keep it for future reference."),
    (ANTENNA, "The antenna must be installed vertically, at least 30 cm away from metal objects."),
    (UPGRADE, "Do not switch off the power or close the browser window during the upgrade."),
]


@asks_shipped_model
@pytest.mark.parametrize(("source", "target", "words"), LEFT_OUT)
def test_what_a_translation_leaves_out_is_found(source: str, target: str, words: str) -> None:
    coverage = Coverage.of(shipped_package())
    assert coverage is not None
    found = [source[slice(*span)] for span in coverage.missing(source, target)]
    assert any(words in one for one in found)


@asks_shipped_model
@pytest.mark.parametrize(("source", "target"), WHOLE)
def test_a_whole_translation_is_left_alone(source: str, target: str) -> None:
    coverage = Coverage.of(shipped_package())
    assert coverage is not None
    assert coverage.missing(source, target) == ()
