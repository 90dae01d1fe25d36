"""Hypotheses that read, compiled, against a decoder in NumPy that reads whole texts at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.arithmetic.decoder import Decoder, Keys, Reading
from synslator.arithmetic.kernels import Kernels
from synslator.arithmetic.library import Library
from synslator.decoding.model import Floats, Ids
from synslator.runtime.native.stores import room
from twin import LAYERS, PIECES, WIDTH, Twin, numbers

ROWS = 400
SEEDS = st.integers(0, 2**32 - 1)
LENGTHS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=5)
"""Of each hypothesis, the pieces read before and the new ones."""


def close(found: Floats, expected: Floats) -> None:
    """A number at the edge between two bytes may fall to either side, so a little is allowed."""
    assert found.shape == expected.shape
    assert np.linalg.norm(found - expected) <= 0.03 * np.linalg.norm(expected)


class Text:
    """A text that is read piece after piece into some rows of a page, and its source."""

    def __init__(self, rng: np.random.Generator, page: Floats, free: Ids, length: int, source: bool) -> None:
        self.ids, self.tokens, self.page = rng.integers(0, PIECES, length), free[:length], page
        pieces = int(rng.integers(1, 14))
        layers = [numbers(rng, pieces, 2 * WIDTH) for _ in range(LAYERS)] if source else []
        self.source = layers
        self.keys = Keys.of(layers) if source else None

    def reading(self, before: int, end: int, keep: int) -> Reading:
        return Reading(self.ids[before:end].copy(), self.tokens[:end].copy(), self.page, self.keys, keep)


def texts_of(rng: np.random.Generator, lengths: list[tuple[int, int]], source: bool) -> list[Text]:
    page, free = room(ROWS, LAYERS * 2 * WIDTH), rng.permutation(ROWS)
    page[:] = np.nan
    return [
        Text(rng, page, free[20 * n :], before + fresh, source) for n, (before, fresh) in enumerate(lengths)
    ]


@settings(max_examples=25)
@given(SEEDS, LENGTHS, st.booleans())
def test_hypotheses_read_together_what_a_text_says_at_once(
    compiled: Library, seed: int, lengths: list[tuple[int, int]], source: bool
) -> None:
    rng, twin = np.random.default_rng(seed), Twin(seed, source)
    decoder, texts = twin.compiled(Kernels(compiled)), texts_of(rng, lengths, source)
    for text, (before, _) in zip(texts, lengths, strict=True):
        if before:
            decoder.read([text.reading(0, before, 0)])
    keep = [int(rng.integers(0, fresh + 1)) for _, fresh in lengths]
    asked = zip(texts, lengths, keep, strict=True)
    hidden, scores, looked = decoder.read(
        [text.reading(before, before + fresh, kept) for text, (before, fresh), kept in asked]
    )
    at = 0
    for text, (before, _), kept, seen in zip(texts, lengths, keep, looked, strict=True):
        states, said, attention = twin(text.ids, text.source)
        if kept:
            close(hidden[at : at + kept], states[-kept:])
            close(np.exp(scores[at : at + kept]), np.exp(said[-kept:]))
            np.testing.assert_allclose(np.exp(scores[at : at + kept]).sum(axis=1), 1, atol=1e-4)
        np.testing.assert_allclose(seen, attention[before:], atol=0.05)
        at += kept
    assert len(hidden) == len(scores) == at


@settings(max_examples=15)
@given(SEEDS, LENGTHS)
def test_who_else_reads_makes_no_difference(
    compiled: Library, seed: int, lengths: list[tuple[int, int]]
) -> None:
    decoder = Twin(seed, True).compiled(Kernels(compiled))

    def read(together: bool) -> list[tuple[Floats, Floats, Floats]]:
        texts = texts_of(np.random.default_rng(seed), lengths, True)
        whole = [text.reading(0, sum(parts), 1) for text, parts in zip(texts, lengths, strict=True)]
        if together:
            hidden, scores, looked = decoder.read(whole)
            return list(zip(hidden, scores, looked, strict=True))
        return [
            (*(rows[0] for rows in one[:2]), one[2][0]) for one in (decoder.read([part]) for part in whole)
        ]

    for alone, among in zip(read(False), read(True), strict=True):
        for one, other in zip(alone, among, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_pieces_one_by_one_say_what_they_say_at_once(compiled: Library) -> None:
    decoder, rng = Twin(3, True).compiled(Kernels(compiled)), np.random.default_rng(3)
    (text,) = texts_of(rng, [(0, 12)], True)
    hidden, scores, looked = decoder.read([text.reading(0, 12, 12)])
    for n in range(12):
        step = decoder.read([text.reading(n, n + 1, 1)])
        np.testing.assert_allclose(step[0][0], hidden[n], rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(step[1][0], scores[n], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(step[2][0][0], looked[0][n], rtol=1e-5, atol=1e-6)


def test_branches_share_what_was_read_before_them(compiled: Library) -> None:
    twin, rng = Twin(4, False), np.random.default_rng(4)
    decoder, page = twin.compiled(Kernels(compiled)), room(30, LAYERS * 2 * WIDTH)
    begun = rng.integers(0, PIECES, 5)
    decoder.read([Reading(begun, np.arange(5), page, None, 0)])
    before = page[:5].copy()
    branches = [rng.integers(0, PIECES, 2) for _ in range(3)]
    rows = [np.array([*range(5), 10 + 2 * n, 11 + 2 * n]) for n in range(3)]
    hidden, _, _ = decoder.read(
        [Reading(ids, tokens, page, None, 1) for ids, tokens in zip(branches, rows, strict=True)]
    )
    np.testing.assert_array_equal(page[:5], before)
    for row, ids in zip(hidden, branches, strict=True):
        close(row[None], twin(np.concatenate([begun, ids]))[0][-1:])


def test_no_positions_are_missing_in_a_long_text(compiled: Library) -> None:
    twin, rng = Twin(6, False), np.random.default_rng(6)
    decoder: Decoder = twin.compiled(Kernels(compiled))
    (text,) = texts_of(rng, [(3, 300)], False)
    decoder.read([text.reading(0, 3, 0)])
    hidden, _, _ = decoder.read([text.reading(3, 303, 1)])
    close(hidden, twin(text.ids)[0][-1:])


@pytest.mark.parametrize(("pieces", "keep"), [(0, 0), (2, 3)])
def test_what_was_not_read_cannot_be_asked_about(compiled: Library, pieces: int, keep: int) -> None:
    decoder, ids = Twin(1, False).compiled(Kernels(compiled)), np.zeros(pieces, np.int64)
    with pytest.raises(ValueError, match=f"{keep} of {pieces} new pieces"):
        decoder.read([Reading(ids, ids, room(2, 2 * LAYERS * WIDTH), None, keep)])
