"""The post-editor: no cheaper way exists, by a slow search over all of them."""

from functools import cache
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.evaluation.simulation.effort import KeystrokeLevel
from synslator.evaluation.simulation.post_editor import (
    Corrections,
    Prices,
    cheapest,
    post_edit,
    words_changed,
)
from synslator.evaluation.simulation.typist import CONFIRM

texts = st.text("ab c", max_size=7)


def slow(draft: str, reference: str, prices: Prices) -> int:
    """The least cost, by trying for every place to keep a character or to begin any correction."""

    def begins(at: int) -> bool:
        return not draft[at].isspace() and (at == 0 or draft[at - 1].isspace())

    @cache
    def least(i: int, j: int, caret: bool) -> float:
        if i == len(draft) and j == len(reference):
            return 0
        ways = [float("inf")]
        if i < len(draft) and j < len(reference) and draft[i] == reference[j]:
            ways.append(least(i + 1, j + 1, False))
            if caret:
                ways.append(2 * prices.key * begins(i) + least(i + 1, j + 1, True))
        for k in range(i, len(draft) + 1):
            for m in range(j, len(reference) + 1):
                if k == i and m == j:
                    continue
                rest = prices.decide + (m - j) * prices.key + least(k, m, True)
                ways.append((prices.drag + (m == j) * prices.key if k > i else prices.click) + rest)
                if caret:
                    words = 1 + sum(begins(at) for at in range(i + 1, k))
                    keys = 0 if k == i else 1 if k == i + 1 else 2 * words
                    ways.append(keys * prices.key + rest)
        return min(ways)

    return int(least(0, 0, True))


@pytest.mark.parametrize("saving", ["actions", "time"])
@given(draft=texts, reference=texts)
def test_no_way_is_cheaper(saving: Literal["actions", "time"], draft: str, reference: str) -> None:
    prices = Prices.of(saving, KeystrokeLevel())
    found = cheapest(draft, reference, prices)
    mouse = found.clicks * prices.click + found.drags * prices.drag
    assert mouse + found.keys * prices.key + found.all * prices.decide == slow(draft, reference, prices)


def test_who_saves_time_leaves_the_mouse_alone_where_keys_are_quicker() -> None:
    prices = Prices.of("time", KeystrokeLevel())
    near = cheapest("a dog sat on the mat", "a cat sat on the mat", prices)
    assert (near.walks, near.clicks + near.drags) == (1, 0)
    words = " ".join(["word"] * 30)
    assert cheapest(f"{words} dog", f"{words} cat", prices).drags == 1


@pytest.mark.parametrize(
    ("draft", "reference", "expected"),
    [
        ("the same", "the same", Corrections(0, 0, 0)),
        ("the big file", "the big files", Corrections(1, 1, 0)),  # click, s
        ("the big files", "the big file", Corrections(1, 0, 1)),  # mark s, Delete
        ("the big dog sat", "the big cat sat", Corrections(3, 0, 1)),  # mark dog, c a t
        ("abcdef", "", Corrections(2, 0, 0, 1)),  # Ctrl+Delete
        ("", "ab", Corrections(2, 0, 0, 1)),  # the caret is there
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
