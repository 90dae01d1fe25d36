"""Hints: whole words of the target, laid out behind the source, the same ones for the same pass."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from synslator.runtime.hints import END, KEPT, TERM, HintNumbers, Hints
from synslator.training.data.hints import Flags, HintedStore
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.data.tokenizers import EOS
from synslator.training.recipe import HintRecipe

CPU = torch.device("cpu")
SOURCES, TARGETS = 50, 60
WORDS_BEGIN: Flags = np.arange(TARGETS) % 3 == 0
"""Every third target piece begins a word."""
ALL = HintRecipe(share=1.0)
Told = list[tuple[int, list[int]]]


def pairs_of(seed: int, count: int) -> TokenizedPairs:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 20, (count, 2)).astype(np.int32)
    sizes = zip((SOURCES, TARGETS), lengths.sum(axis=0).tolist(), strict=True)
    source, target = (rng.integers(4, vocabulary, size) for vocabulary, size in sizes)
    source[np.cumsum(lengths[:, 0]) - 1] = EOS
    return TokenizedPairs(source.astype(np.uint16), target.astype(np.uint16), lengths)


def sides(pairs: TokenizedPairs, number: int) -> tuple[list[int], list[int]]:
    ends = np.cumsum(pairs.lengths, axis=0)
    start = ends[number] - pairs.lengths[number]
    return (
        pairs.source[start[0] : ends[number, 0]].tolist(),
        pairs.target[start[1] : ends[number, 1]].tolist(),
    )


def told_of(row: list[int], source: list[int]) -> Told:
    """What stands behind a source, mark by mark."""
    assert row[: len(source)] == source
    told: Told = []
    for number in row[len(source) :]:
        if number < SOURCES + 3:
            told.append((number - SOURCES, []))
        else:
            told[-1][1].append(number - SOURCES - 3)
    return told


def drawn(pairs: TokenizedPairs, recipe: HintRecipe, number: int = 0) -> dict[int, Told]:
    """The hints of every pair, as a pass finds them behind its source."""
    store = HintedStore([pairs], CPU, recipe, WORDS_BEGIN, SOURCES)
    told = {}
    for batch in store.cut(np.arange(len(pairs)), 400, number=number):
        rows, *_ = store.gather(batch)
        for pair, row in zip(batch.pairs.tolist(), rows.tolist(), strict=True):
            told[pair] = told_of(row, sides(pairs, pair)[0])
    return told


def whole_words(target: list[int]) -> list[int]:
    """Where one may cut a target."""
    return [n for n in range(1, len(target)) if WORDS_BEGIN[target[n]]] + [0, len(target)]


def places(part: list[int], target: list[int]) -> list[int]:
    """Where a part stands in a target as whole words."""
    edges = whole_words(target)
    last = len(target) - len(part)
    return [
        n for n in range(last + 1) if target[n : n + len(part)] == part and {n, n + len(part)} <= set(edges)
    ]


@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(0, 3))
def test_hints_are_whole_words_of_the_target(seed: int, count: int, number: int) -> None:
    pairs = pairs_of(seed, count)
    told = drawn(pairs, replace(ALL, foreign=0.0), number)
    assert sorted(told) == list(range(count))
    for pair, hints in told.items():
        _, target = sides(pairs, pair)
        kinds = [kind for kind, _ in hints]
        assert kinds in ([TERM] * len(kinds), [KEPT] * len(kinds), [*kinds[:-1], END])
        at = 0
        for kind, pieces in hints:
            found = places(pieces, target)
            assert found
            if kind == KEPT:
                at = next(n for n in found if n >= at) + len(pieces)
            if kind == END:
                assert 0 < len(pieces) < len(target)
                assert target[-len(pieces) :] == pieces


def test_all_kinds_are_drawn_and_about_half_of_the_pairs_carry_hints() -> None:
    pairs = pairs_of(1, 600)
    told = drawn(pairs, HintRecipe(share=0.5))
    assert 0.3 < sum(map(bool, told.values())) / len(told) < 0.55
    assert {kind for hints in told.values() for kind, _ in hints} == {TERM, KEPT, END}
    assert max(sum(kind != END for kind, _ in hints) for hints in told.values()) >= 3


def test_a_pass_draws_the_same_hints_again_and_the_next_one_others() -> None:
    pairs = pairs_of(2, 80)
    assert drawn(pairs, ALL, 3) == drawn(pairs, ALL, 3)
    assert drawn(pairs, ALL, 3) != drawn(pairs, ALL, 4)


def test_a_few_terms_are_of_other_pairs() -> None:
    pairs = pairs_of(3, 300)
    terms = replace(ALL, kept=0.0, end=0.0, and_end=0.0)

    def strange(recipe: HintRecipe) -> int:
        told = drawn(pairs, recipe)
        return sum(
            not places(pieces, sides(pairs, pair)[1]) for pair, hints in told.items() for _, pieces in hints
        )

    assert strange(replace(terms, foreign=0.0)) == 0
    assert strange(replace(terms, foreign=1.0)) > 100


@pytest.mark.parametrize("recipe", [replace(ALL, share=0.0)])
def test_without_a_share_sources_stay_as_they_are(recipe: HintRecipe) -> None:
    told = drawn(pairs_of(4, 60), recipe)
    assert not any(told.values())


def test_texts_become_the_numbers_that_training_uses() -> None:
    hints = Hints(terms=("a", "b"), kept=("c",), end="d")
    numbers = HintNumbers(SOURCES).encode(hints, lambda text: [ord(text) - ord("a")])
    assert told_of(numbers, []) == [(TERM, [0]), (TERM, [1]), (KEPT, [2]), (END, [3])]
    assert HintNumbers(SOURCES).target_pieces([5, EOS, *numbers]) == [0, 1, 2, 3]
    assert not Hints()
