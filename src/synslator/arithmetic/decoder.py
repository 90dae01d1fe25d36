"""A whole decoder in the compiled library: hypotheses read new pieces in one call."""

from collections.abc import Sequence
from ctypes import POINTER, cast, pointer
from dataclasses import dataclass
from itertools import accumulate, groupby

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.kernels import Floats, Ids, Layer, Matrix, Norm, address
from synslator.arithmetic.library import CDecoder, CLayer, CReading, Library

FLOAT = 4
"""Bytes of a number."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys and values of a source, one after the other in each row, for layer after layer."""

    layers: Sequence[Floats]
    places: Ids
    """Where they lie."""

    @classmethod
    def of(cls, layers: Sequence[Floats]) -> "Keys":
        """Those in some arrays, which are contiguous."""
        return cls(layers, np.array([address(layer) for layer in layers], np.int64))

    @property
    def length(self) -> int:
        """Pieces of the source."""
        return len(self.layers[0])


class OutputLayer:
    """How well pieces fit after hidden states: all of the vocabulary, or some. Shared by threads."""

    def __init__(self, matrix: Matrix, pieces: int) -> None:
        """The columns behind those of the pieces are empty."""
        self.matrix, self.pieces = matrix, pieces
        self.own = pointer(matrix.own)

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return int(self.matrix.inputs * self.matrix.outputs)

    def __call__(self, hidden: Floats) -> Floats:
        """Return log-probabilities (rows, pieces) after hidden states (rows, width)."""
        hidden = np.ascontiguousarray(hidden)
        scores = np.empty((len(hidden), self.matrix.outputs), np.float32)
        if self.matrix.library.score(self.own, self.pieces, address(hidden), len(hidden), address(scores)):
            raise MemoryError
        return scores[:, : self.pieces]


@dataclass(frozen=True, slots=True)
class DecoderInput:
    """A hypothesis that reads new pieces, and is asked about the last `keep` of them."""

    ids: Ids
    tokens: Ids
    """The rows of all that it has read, those of the new pieces last."""
    rows: Floats
    """Keys and values of layer after layer in each row."""
    source: Keys | None
    keep: int
    output: OutputLayer
    """The pieces that are scored."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a decoder said of one hypothesis."""

    hidden: Floats
    """(keep, width)"""
    scores: Floats
    """Log-probabilities, (keep, pieces)."""
    attention: Floats
    """How much its new pieces look at its source, (new, pieces of the source)."""


class Decoder:
    """A decoder, or a language model, whose layers have nothing for sources. Shared by threads."""

    def __init__(
        self,
        library: Library,
        table: NDArray[np.int8],
        scales: Floats,
        frequencies: Floats,
        layers: Sequence[Layer],
        norm: Norm,
    ) -> None:
        """Pieces become rows of a table, times their scales."""
        self.library, self.frequencies = library, frequencies
        self.kept = table, scales, layers, norm
        self.width = table.shape[1]
        self.waves: Floats = np.zeros((0, self.width), np.float32)
        pointers = (POINTER(CLayer) * len(layers))(*(pointer(layer.own) for layer in layers))
        self.own = CDecoder(
            *(address(table), address(scales), len(layers), cast(pointers, POINTER(POINTER(CLayer)))),
            pointer(norm.own),
        )

    def read(self, readings: Sequence[DecoderInput]) -> list[Said]:
        """Have hypotheses read, all in one pass."""
        for one in readings:
            if not 0 < len(one.ids) <= len(one.tokens) or not 0 <= one.keep <= len(one.ids):
                raise ValueError(f"{one.keep} of {len(one.ids)} new pieces cannot be asked about")
        waves, own = self.positions(max(len(one.tokens) for one in readings)), (CReading * len(readings))()
        hidden = np.empty((sum(one.keep for one in readings), self.width), np.float32)
        said, first = [], 0
        for place, one, scores in zip(own, readings, room_for(readings), strict=True):
            fresh, length = len(one.ids), one.source.length if one.source else 0
            attention = np.empty((fresh, length), np.float32)
            said.append(Said(hidden[first : first + one.keep], scores[:, : one.output.pieces], attention))
            first += one.keep
            place.fresh, place.keep, place.before = fresh, one.keep, len(one.tokens) - fresh
            place.ids, place.tokens = address(one.ids), address(one.tokens)
            place.waves = address(waves) + FLOAT * self.width * place.before
            place.rows, place.stride = address(one.rows), one.rows.strides[0] // FLOAT
            place.output, place.pieces, place.scores = one.output.own, one.output.pieces, address(scores)
            if one.source:
                place.source, place.length, place.attention = (
                    address(one.source.places),
                    length,
                    address(attention),
                )
        if self.library.read(self.own, own, len(readings), address(hidden)):
            raise MemoryError
        return said

    def positions(self, count: int) -> Floats:
        """What is added to the pieces at positions, of which more are computed than were asked for."""
        if count > len(self.waves):
            angles = np.arange(2 * count, dtype=np.float32)[:, None] * self.frequencies
            self.waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
        return self.waves


def room_for(readings: Sequence[DecoderInput]) -> list[Floats]:
    """Arrays for the scores of readings, next to each other where readings in a row score the same pieces."""
    found: list[Floats] = []
    for output, together in groupby(readings, key=lambda one: one.output):
        counts = [one.keep for one in together]
        whole = np.empty((sum(counts), output.matrix.outputs), np.float32)
        ends = accumulate(counts)
        found += [whole[end - count : end] for count, end in zip(counts, ends, strict=True)]
    return found
