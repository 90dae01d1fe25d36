"""Hypotheses that read, compiled, against a decoder in NumPy that reads whole texts at once."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.arithmetic.decoder import DecoderInput, Keys, OutputLayer, Said
from synslator.arithmetic.kernels import Kernels
from synslator.arithmetic.library import Library
from synslator.decoding.model import Floats, Ids
from synslator.runtime.native.stores import room
from twin import LAYERS, PIECES, WIDTH, Twin, numbers

ROWS, EVERY = 400, np.arange(PIECES)
SEEDS = st.integers(0, 2**32 - 1)
LENGTHS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=5)
"""Of each hypothesis, the pieces read before and the new ones."""


def close(found: Floats, expected: Floats) -> None:
    """A number at the edge between two bytes may fall to either side, so a little is allowed."""
    assert found.shape == expected.shape
    assert np.linalg.norm(found - expected) <= 0.05 * np.linalg.norm(expected)


class Text:
    """A text that is read piece after piece into some rows of a page, its source, and what scores it."""

    def __init__(
        self,
        rng: np.random.Generator,
        page: Floats,
        free: Ids,
        length: int,
        source: bool,
        output: OutputLayer,
    ) -> None:
        self.ids, self.tokens, self.page = rng.integers(0, PIECES, length), free[:length], page
        pieces = int(rng.integers(1, 14))
        self.source = [numbers(rng, pieces, 2 * WIDTH) for _ in range(LAYERS)] if source else []
        self.keys, self.output = Keys.of(self.source) if source else None, output

    def reading(self, before: int, end: int, keep: int) -> DecoderInput:
        ids, tokens = self.ids[before:end].copy(), self.tokens[:end].copy()
        return DecoderInput(ids, tokens, self.page, self.keys, keep, self.output)


def texts_of(
    rng: np.random.Generator, lengths: list[tuple[int, int]], source: bool, outputs: Sequence[OutputLayer]
) -> list[Text]:
    page, free = room(ROWS, LAYERS * 2 * WIDTH), rng.permutation(ROWS)
    page[:] = np.nan
    chosen = rng.integers(0, len(outputs), len(lengths))
    return [
        Text(rng, page, free[20 * n :], before + fresh, source, outputs[chosen[n]])
        for n, (before, fresh) in enumerate(lengths)
    ]


@settings(max_examples=25)
@given(SEEDS, LENGTHS, st.booleans())
def test_hypotheses_read_together_what_a_text_says_at_once(
    compiled: Library, seed: int, lengths: list[tuple[int, int]], source: bool
) -> None:
    rng, twin, kernels = np.random.default_rng(seed), Twin(seed, source), Kernels(compiled)
    lists = [EVERY, np.array([3, 9, 40, 41, 66]), np.arange(64)]
    outputs = [twin.scoring(kernels, pieces) for pieces in lists]
    decoder, texts = twin.compiled(kernels), texts_of(rng, lengths, source, outputs)
    for text, (before, _) in zip(texts, lengths, strict=True):
        if before:
            decoder.read([text.reading(0, before, 0)])
    keep = [int(rng.integers(0, fresh + 1)) for _, fresh in lengths]
    asked = list(zip(texts, lengths, keep, strict=True))
    said = decoder.read([text.reading(before, before + fresh, kept) for text, (before, fresh), kept in asked])
    for (text, (before, fresh), kept), found in zip(asked, said, strict=True):
        pieces = lists[outputs.index(text.output)]
        states, attention = twin(text.ids, text.source)
        assert found.attention.shape == (fresh, len(text.source[0]) if source else 0)
        np.testing.assert_allclose(found.attention, attention[before:], atol=0.05)
        assert found.scores.shape == (kept, len(pieces))
        if kept:
            close(found.hidden, states[-kept:])
            np.testing.assert_allclose(found.scores, twin.score(found.hidden, pieces), rtol=1e-3, atol=1e-3)
            np.testing.assert_allclose(np.exp(found.scores).sum(axis=1), 1, atol=1e-4)
            np.testing.assert_allclose(text.output(found.hidden), found.scores, rtol=1e-5, atol=1e-5)


@settings(max_examples=15)
@given(SEEDS, LENGTHS)
def test_who_else_reads_makes_no_difference(
    compiled: Library, seed: int, lengths: list[tuple[int, int]]
) -> None:
    twin, kernels = Twin(seed, True), Kernels(compiled)
    decoder, outputs = twin.compiled(kernels), [twin.scoring(kernels, EVERY)]

    def read(together: bool) -> list[Said]:
        texts = texts_of(np.random.default_rng(seed), lengths, True, outputs)
        whole = [text.reading(0, sum(parts), 1) for text, parts in zip(texts, lengths, strict=True)]
        return decoder.read(whole) if together else [decoder.read([one])[0] for one in whole]

    for alone, among in zip(read(False), read(True), strict=True):
        np.testing.assert_allclose(among.hidden, alone.hidden, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(among.scores, alone.scores, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(among.attention, alone.attention, rtol=1e-5, atol=1e-6)


def test_pieces_one_by_one_say_what_they_say_at_once(compiled: Library) -> None:
    twin, kernels, rng = Twin(3, True), Kernels(compiled), np.random.default_rng(3)
    decoder, output = twin.compiled(kernels), twin.scoring(kernels, EVERY)
    (text,) = texts_of(rng, [(0, 12)], True, [output])
    (whole,) = decoder.read([text.reading(0, 12, 12)])
    for n in range(12):
        (step,) = decoder.read([text.reading(n, n + 1, 1)])
        np.testing.assert_allclose(step.hidden[0], whole.hidden[n], rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(step.scores[0], whole.scores[n], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(step.attention[0], whole.attention[n], rtol=1e-5, atol=1e-6)


def test_branches_share_what_was_read_before_them(compiled: Library) -> None:
    twin, kernels, rng = Twin(4, False), Kernels(compiled), np.random.default_rng(4)
    decoder, output = twin.compiled(kernels), twin.scoring(kernels, EVERY)
    page, begun = room(30, LAYERS * 2 * WIDTH), rng.integers(0, PIECES, 5)
    decoder.read([DecoderInput(begun, np.arange(5), page, None, 0, output)])
    before = page[:5].copy()
    branches = [rng.integers(0, PIECES, 2) for _ in range(3)]
    rows = [np.array([*range(5), 10 + 2 * n, 11 + 2 * n]) for n in range(3)]
    said = decoder.read(
        [DecoderInput(ids, tokens, page, None, 1, output) for ids, tokens in zip(branches, rows, strict=True)]
    )
    np.testing.assert_array_equal(page[:5], before)
    for one, ids in zip(said, branches, strict=True):
        close(one.hidden, twin(np.concatenate([begun, ids]))[0][-1:])


def test_no_positions_are_missing_in_a_long_text(compiled: Library) -> None:
    twin, kernels = Twin(6, False), Kernels(compiled)
    decoder, output = twin.compiled(kernels), twin.scoring(kernels, EVERY)
    (text,) = texts_of(np.random.default_rng(6), [(3, 300)], False, [output])
    decoder.read([text.reading(0, 3, 0)])
    (said,) = decoder.read([text.reading(3, 303, 1)])
    close(said.hidden, twin(text.ids)[0][-1:])


@pytest.mark.parametrize(("pieces", "keep"), [(0, 0), (2, 3), (2, -1)])
def test_what_was_not_read_cannot_be_asked_about(compiled: Library, pieces: int, keep: int) -> None:
    twin, kernels, ids = Twin(1, False), Kernels(compiled), np.zeros(pieces, np.int64)
    output, page = twin.scoring(kernels, EVERY), room(2, 2 * LAYERS * WIDTH)
    with pytest.raises(ValueError, match=f"{keep} of {pieces} new pieces"):
        twin.compiled(kernels).read([DecoderInput(ids, ids, page, None, keep, output)])
