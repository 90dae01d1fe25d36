"""Learning which pieces stand for which: against slow code, and on a language that is easy to learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.runtime.shortlist import Lexicon
from synslator.training.data.lexicon import LexiconOptions, improve, learn_lexicon, sample
from synslator.training.data.shortlist import ShortlistOptions, copied, learn_shortlist, without
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.data.tokenizers import EOS

Lines = list[tuple[list[int], list[int]]]


def tokenized(lines: Lines) -> TokenizedPairs:
    """Pairs as a prepared folder has them."""
    source, target = (np.array([i for line in lines for i in line[side]], np.uint16) for side in (0, 1))
    return TokenizedPairs(source, target, np.array([(len(s), len(t)) for s, t in lines], np.int32))


LINES = st.lists(
    st.tuples(
        st.lists(st.integers(0, 5), min_size=1, max_size=4),
        st.lists(st.integers(0, 6), min_size=1, max_size=5),
    ),
    min_size=1,
    max_size=8,
)


def slowly(lines: Lines, counts: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """One round of IBM's first model, as it is written in books."""
    chances = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-30)
    better = np.zeros(counts.shape)
    for source, target in lines:
        for t in target:
            total = sum(chances[s, t] for s in source)
            for s in source:
                better[s, t] += chances[s, t] / max(total, 1e-30)
    return better


@settings(max_examples=40)
@given(LINES, st.integers(0, 10**6))
def test_a_round_is_that_of_the_book(lines: Lines, seed: int) -> None:
    counts = np.random.default_rng(seed).random((6, 7)).astype(np.float32)
    np.testing.assert_allclose(improve([tokenized(lines)], counts), slowly(lines, counts), rtol=1e-3)


def test_a_sample_has_whole_pairs() -> None:
    lines = [([n] * (n % 4 + 1), [n + 100] * (n % 3 + 1)) for n in range(50)]
    found = sample(tokenized(lines), 20, np.random.default_rng(3))
    assert len(found) == 20
    ends = np.cumsum(found.lengths, axis=0)
    for (source_end, target_end), (width, height) in zip(ends, found.lengths, strict=True):
        source = found.source[source_end - width : source_end].tolist()
        assert (source, found.target[target_end - height : target_end].tolist()) == lines[source[0]]


def easy_language(seed: int, size: int = 40) -> TokenizedPairs:
    """Piece n is translated by piece n + 10, in any order; every source ends in the end piece."""
    rng = np.random.default_rng(seed)
    lines: Lines = []
    for _ in range(400):
        words = rng.integers(4, size, int(rng.integers(2, 9)))
        lines.append(([*words.tolist(), EOS], rng.permutation(words + 10).tolist()))
    return tokenized(lines)


def test_a_language_that_is_easy_is_learned() -> None:
    counts = learn_lexicon([easy_language(1)], (40, 50), LexiconOptions(rounds=8))
    assert (counts[4:].argmax(axis=1) == np.arange(14, 50)).all()


def surfaces(lexicon: int = 50) -> tuple[list[str], list[bytes]]:
    """Source pieces that nothing is copied from, and words without letters in common."""
    return ["汉"] * 40, [b"", b"", b"", b"", *(b" word%d" % n for n in range(4, lexicon))]


def test_only_what_is_not_on_every_list_is_looked_for() -> None:
    found = without(tokenized([([5, 6], [1, 2, 3]), ([7], [2]), ([8], [4, 4])]), np.arange(5) == 2)
    assert found.target.tolist() == [1, 3, 4, 4]
    assert found.lengths.tolist() == [[2, 2], [1, 0], [1, 2]]


def pairs_of(lexicon: Lexicon) -> set[tuple[int, int]]:
    """Source and target piece of each pair."""
    targets = np.repeat(np.arange(len(lexicon.counts)), lexicon.counts)
    return set(zip(lexicon.sources.tolist(), targets.tolist(), strict=True))


def test_the_table_has_the_pairs_that_explain_most() -> None:
    options = ShortlistOptions(pairs=80, frequent=0, lexicon=LexiconOptions(rounds=8))
    found = learn_shortlist([easy_language(2)], surfaces(), options)
    assert {(n, n + 10) for n in range(4, 40)} <= pairs_of(found)
    assert np.flatnonzero(found.always).tolist() == [EOS]


def test_the_most_frequent_pieces_need_no_table() -> None:
    options = ShortlistOptions(pairs=80, frequent=12, lexicon=LexiconOptions(rounds=4))
    language = easy_language(3)
    found = learn_shortlist([language], surfaces(), options)
    frequent = np.argsort(-np.bincount(language.target, minlength=50), kind="stable")[:12]
    assert found.always[frequent].all()
    assert not found.counts[frequent].any()


@pytest.mark.parametrize(("piece", "expected"), [("▁Python", {1, 2}), ("用py", set()), ("thon。", {2})])
def test_what_a_source_piece_contains_is_copied(piece: str, expected: set[int]) -> None:
    flags = copied([piece], [b"", b" Py", b"thon", b" snow"])
    assert set(np.flatnonzero(flags[0]).tolist()) == expected
