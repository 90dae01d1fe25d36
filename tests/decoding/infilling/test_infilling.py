"""Gaps between two texts: words of which letters are typed, spans, and words that must appear."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.drafting import drafting
from scripted import VOCABULARY, ScriptedModel, source_of
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import run
from synslator.decoding.infilling.continuations import SamplingOptions, continuations
from synslator.decoding.infilling.demands import Wanted, obey
from synslator.decoding.infilling.gaps import GapOptions, fill, joined
from synslator.decoding.infilling.spelling import Spelling
from synslator.decoding.infilling.typed_words import WordFinder, WordOptions
from synslator.text.pinyin import pinyin

DRAFT = "the file is lost from the backup"
SOURCE = source_of(1, drafting(DRAFT), length=20)
FINDER = WordFinder(VOCABULARY, Spelling(VOCABULARY), WordOptions(SamplingOptions(count=3), short_weight=1))


def completed(left: str, right: str, typed: str) -> list[str]:
    ways = FINDER.continuations(SOURCE, left)
    return [word for word, _ in FINDER.words(ways, left, right, typed)]


@pytest.mark.parametrize(
    ("left", "right", "typed", "word"),
    [
        ("", "", "fi", "file"),
        ("", "", "b", "backup"),
        ("the file", "", "f", "from"),
        ("the", "", "Fi", "file"),
        ("the file", "the backup", "l", "lost"),
    ],
)
def test_a_word_is_found_wherever_it_stands_in_the_gap(left: str, right: str, typed: str, word: str) -> None:
    assert completed(left, right, typed)[0] == word


def test_words_behind_the_gap_are_not_what_is_meant() -> None:
    assert "backup" in completed("the file", "", "b")
    before = dict(FINDER.words(FINDER.continuations(SOURCE, "the"), "the", "", "b"))["backup"]
    ways = FINDER.continuations(SOURCE, "the")
    behind = dict(FINDER.words(ways, "the", "the backup", "b")).get("backup", 0.0)
    assert behind < before / 100


def test_pinyin_is_what_is_typed_for_chinese() -> None:
    assert pinyin("数据") == "shuju"
    spelling = Spelling(VOCABULARY, spaced=False, letters=pinyin)
    words = {spelling.written[piece].strip() for piece in spelling.opening("shu")}
    assert "数" in words
    assert "cat" not in words


def test_the_first_continuation_is_greedy_and_all_begin_as_told() -> None:
    forced = VOCABULARY.encode("the file")
    ways, again = (
        run(continuations(source_of(7, ScriptedModel()), VOCABULARY, forced, SamplingOptions(count=4)))
        for _ in range(2)
    )
    assert [way.ids for way in ways] == [way.ids for way in again]
    assert all(way.ids[: len(forced)] == forced for way in ways)
    assert all(len(way.scores) == len(way.ids) + 1 for way in ways)
    for at in range(len(forced), len(ways[0].ids)):
        assert ways[0].ids[at] == ways[0].free[at]
    assert len({tuple(way.ids) for way in ways}) > 1


def test_wrong_sampling_options_are_refused_together() -> None:
    with pytest.raises(ValueError, match=r"count .*; temperature"):
        SamplingOptions(count=0, temperature=0)


def test_a_span_is_found_between_both_sides() -> None:
    best = run(fill(SOURCE, VOCABULARY, "the file", "from the backup"))[0]
    assert (best.text, best.whole) == ("is lost", "the file is lost from the backup")


texts = st.text(alphabet="abc .,数据", max_size=12)


@settings(max_examples=30, deadline=None)
@given(texts, texts, st.integers(0, 5))
def test_both_sides_stay_as_they_are(left: str, right: str, seed: int) -> None:
    options = GapOptions(SamplingOptions(count=2, shortest=1, longest_factor=0, longest_extra=6), words=3)
    for one in run(fill(source_of(seed, ScriptedModel()), VOCABULARY, left, right, options)):
        assert one.whole.startswith(left)
        assert one.whole.endswith(right)
        assert one.text in one.whole


@pytest.mark.parametrize(
    ("left", "text", "right", "whole"),
    [
        ("a", "b", "c", "a b c"),
        ("a ", "b", ", c", "a b, c"),
        ("", "b", "", "b"),
        ("数", "据", "数", "数据数"),
    ],
)
def test_words_are_parted_and_marks_touch(left: str, text: str, right: str, whole: str) -> None:
    assert joined(left, text, right) == whole


def wanted(word: str, near: str = "") -> Wanted:
    def place(text: str, reading: Hypothesis) -> tuple[int, int] | None:
        return (text.index(near), text.index(near) + len(near)) if near in text.split() else None

    return Wanted(word, lambda text: word in text.lower().split(), place)


def test_a_missing_word_is_placed_and_the_others_stay() -> None:
    text = run(obey(SOURCE, VOCABULARY, DRAFT, [wanted("backup"), wanted("task")]))
    assert {"task", "backup"} <= set(text.split())
    assert text != DRAFT


def test_a_word_takes_the_place_that_is_known() -> None:
    text = run(obey(SOURCE, VOCABULARY, DRAFT, [wanted("task", near="file")]))
    assert text.split()[:2] in (["the", "task"], ["Task", "is"], ["task", "is"])
    assert "file" not in text.split()


def test_what_is_fixed_stays_and_what_it_says_is_not_said_again() -> None:
    fixed = len("the backup")
    draft = "the backup file is lost"
    assert run(obey(SOURCE, VOCABULARY, draft, [wanted("task", near="backup")], fixed)) == draft
    text = run(obey(SOURCE, VOCABULARY, draft, [wanted("task", near="lost")], fixed))
    assert text.startswith("the backup")
    assert "task" in text.split()


def test_a_draft_that_has_its_words_stays() -> None:
    assert run(obey(SOURCE, VOCABULARY, DRAFT, [wanted("file"), wanted("lost")])) == DRAFT
