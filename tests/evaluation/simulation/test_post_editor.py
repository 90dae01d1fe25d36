"""The post-editor: no cheaper way exists, by a slow search over all of them."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.evaluation.simulation.post_editor import Corrections, cheapest, post_edit, words_changed
from synslator.evaluation.simulation.typist import CONFIRM

texts = st.text("ab c", max_size=7)


def slow(draft: str, reference: str) -> int:
    """The fewest actions, by trying for every place to keep a character or to begin any correction."""

    @cache
    def least(i: int, j: int) -> float:
        if i == len(draft) and j == len(reference):
            return 0
        ways = [float("inf")]
        if i < len(draft) and j < len(reference) and draft[i] == reference[j]:
            ways.append(least(i + 1, j + 1))
        for k in range(i, len(draft) + 1):
            for m in range(j, len(reference) + 1):
                if k > i or m > j:
                    ways.append(1 + (m - j) + (m == j) + least(k, m))
        return min(ways)

    return int(least(0, 0))


@given(texts, texts)
def test_no_way_is_cheaper(draft: str, reference: str) -> None:
    found = cheapest(draft, reference)
    assert found.keys + found.clicks + found.drags == slow(draft, reference)


@pytest.mark.parametrize(
    ("draft", "reference", "expected"),
    [
        ("the same", "the same", Corrections(0, 0, 0)),
        ("the file", "the files", Corrections(1, 1, 0)),  # click, s
        ("the files", "the file", Corrections(1, 0, 1)),  # mark s, Delete
        ("the dog sat", "the cat sat", Corrections(3, 0, 1)),  # mark dog, c a t
        ("a b c d", "x b c y", Corrections(2, 0, 2)),  # two corrections
        ("abcdef", "", Corrections(1, 0, 1)),
        ("", "ab", Corrections(2, 1, 0)),
        ("a1b1c", "a2b2c", Corrections(3, 0, 1)),  # retyping b between costs less than a second correction
    ],
)
def test_cases_by_hand(draft: str, reference: str, expected: Corrections) -> None:
    assert cheapest(draft, reference) == expected


def test_the_segment_is_confirmed_and_decisions_are_counted() -> None:
    done = post_edit("the dog sat", "那只猫坐着", "the cat sat")
    assert (done.keys, done.drags, done.decisions, done.turns) == (3 + CONFIRM, 1, 2, 1)
    assert (done.characters, done.words, done.source_words, done.word_strokes) == (11, 3, 5, 1)


def test_a_right_draft_costs_its_confirmation() -> None:
    assert post_edit("yes", "是", "yes").actions == CONFIRM


def test_words_changed_counts_what_a_correction_by_words_would_type() -> None:
    assert words_changed("the big dog sat", "the cat sat down") == 2
