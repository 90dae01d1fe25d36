"""A whole decoder in the compiled library: hypotheses read new pieces in one call."""

from collections.abc import Sequence
from ctypes import POINTER, cast, pointer
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Reading:
    """A hypothesis that reads new pieces, and is asked about the last `keep` of them."""

    ids: Ids
    tokens: Ids
    """The rows of all that it has read, those of the new pieces last."""
    rows: Floats
    """Keys and values of layer after layer in each row."""
    source: Keys | None
    keep: int


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
        output: Matrix,
    ) -> None:
        """Pieces become rows of a table, times their scales; the output's empty columns are no pieces."""
        self.library, self.frequencies, self.output = library, frequencies, output
        self.kept = table, scales, layers, norm
        self.pieces, self.width = table.shape
        self.waves: Floats = np.zeros((0, self.width), np.float32)
        pointers = (POINTER(CLayer) * len(layers))(*(pointer(layer.own) for layer in layers))
        self.own = CDecoder(
            *(address(table), address(scales), len(layers), cast(pointers, POINTER(POINTER(CLayer)))),
            *(pointer(norm.own), pointer(output.own), self.pieces),
        )

    def read(self, readings: Sequence[Reading]) -> tuple[Floats, Floats, list[Floats]]:
        """Have hypotheses read.

        Return hidden states (asked, width) and log-probabilities (asked, pieces) of all that they are asked
        about, one hypothesis after another, and of each how much its new pieces look at its source.
        """
        asked = sum(one.keep for one in readings)
        hidden = np.empty((asked, self.width), np.float32)
        scores = np.empty((asked, self.output.outputs), np.float32)
        waves = self.positions(max(len(one.tokens) for one in readings))
        own, looked = (CReading * len(readings))(), []
        for place, one in zip(own, readings, strict=True):
            fresh, length = len(one.ids), one.source.length if one.source else 0
            if not 0 < fresh <= len(one.tokens) or not 0 <= one.keep <= fresh:
                raise ValueError(f"{one.keep} of {fresh} new pieces cannot be asked about")
            attention = np.empty((fresh, length), np.float32)
            looked.append(attention)
            place.fresh, place.keep, place.before = fresh, one.keep, len(one.tokens) - fresh
            place.ids, place.tokens = at(one.ids), at(one.tokens)
            place.waves = at(waves) + FLOAT * self.width * place.before
            place.rows, place.stride = at(one.rows), one.rows.strides[0] // FLOAT
            if one.source:
                place.source, place.length, place.attention = at(one.source.places), length, at(attention)
        if self.library.read(self.own, own, len(readings), at(hidden), at(scores)):
            raise MemoryError
        return hidden, scores[:, : self.pieces], looked

    def positions(self, count: int) -> Floats:
        """What is added to the pieces at positions, of which more are computed than were asked for."""
        if count > len(self.waves):
            angles = np.arange(2 * count, dtype=np.float32)[:, None] * self.frequencies
            self.waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
        return self.waves


def at(array: NDArray[np.generic]) -> int:
    """Where an array lies: as `address`, in a third of its time."""
    place: int = array.__array_interface__["data"][0]
    return place
