"""What decoding asks of a model, and the arrays that go between them.

A model reads pieces and answers with the log-probabilities of the next one. What it remembers of the pieces
read is a `Cache`; what it knows of the source is a `EncodedSource`. Both are plain arrays with the hypotheses
(rows) or sources (groups) on the first axis, so that hypotheses can be forked, cut back and put into one
batch. Rows of one batch may have read different numbers of pieces: columns that a row has not filled are
not `valid` for it, and nothing looks at them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

HIDE = np.float32(-1e9)
"""What is added to a score so that attention does not look there."""


@dataclass(frozen=True)
class Cache:
    """Keys and values of the pieces that each row has read."""

    layers: tuple[Floats, ...]
    """Keys and values of layer after layer, each (rows, heads, length, head width)."""
    valid: Flags
    """(rows, length)"""

    @property
    def rows(self) -> int:
        """Number of hypotheses."""
        return len(self.valid)

    @property
    def length(self) -> int:
        """Number of columns."""
        return int(self.valid.shape[1])

    @property
    def nbytes(self) -> int:
        """Memory it takes, with what was cut off and cannot go while the rest is there."""
        return sum(map(held, self.layers)) + held(self.valid)

    def select(self, rows: Ids | Sequence[int]) -> "Cache":
        """The given rows, in that order; a row may come several times."""
        return Cache(tuple(layer[rows] for layer in self.layers), self.valid[rows])

    def cut(self, length: int) -> "Cache":
        """The first `length` columns."""
        if length == self.length:
            return self
        return Cache(tuple(layer[:, :, :length] for layer in self.layers), self.valid[:, :length])

    def row(self, number: int) -> "Cache":
        """A copy of one row, which does not keep the others, without the columns that it has not filled."""
        keep = np.flatnonzero(self.valid[number])
        first = keep[0] if keep.size else self.length
        if keep.size == self.length - first:  # the usual case: only padding on the left
            layers = tuple(layer[number : number + 1, :, first:].copy() for layer in self.layers)
        else:
            layers = tuple(layer[number : number + 1][:, :, keep] for layer in self.layers)
        return Cache(layers, np.ones((1, keep.size), np.bool_))

    @staticmethod
    def stack(caches: Sequence["Cache"]) -> "Cache":
        """All rows of all caches, padded on the left to one length."""
        if len(caches) == 1:
            return caches[0]
        length = max(cache.length for cache in caches)
        rows = sum(cache.rows for cache in caches)
        valid = np.zeros((rows, length), np.bool_)
        shapes = [(rows, layer.shape[1], length, layer.shape[3]) for layer in caches[0].layers]
        layers = tuple(np.zeros(shape, np.float32) for shape in shapes)
        at = 0
        for cache in caches:
            part, columns = slice(at, at + cache.rows), slice(length - cache.length, length)
            valid[part, columns] = cache.valid
            for mine, theirs in zip(layers, cache.layers, strict=True):
                mine[part, :, columns] = theirs
            at += cache.rows
        return Cache(layers, valid)


def held(array: NDArray[np.generic]) -> int:
    """Memory that an array keeps: a part keeps the whole array that it was cut from."""
    return array.base.nbytes if isinstance(array.base, np.ndarray) else array.nbytes


@dataclass(frozen=True)
class EncodedSource:
    """What the decoder needs to know of each source, computed once."""

    layers: tuple[Floats, ...]
    """Keys and values of layer after layer, each (groups, heads, source length, head width)."""
    valid: Flags
    """(groups, source length)"""
    states: Floats
    """The encoder's output, (groups, source length, width)."""
    example: "EncodedSource | None" = None
    """What a model that reads examples knows of the one that belongs to each source."""

    @property
    def groups(self) -> int:
        """Number of sources."""
        return len(self.valid)

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        own = sum(layer.nbytes for layer in self.layers) + self.states.nbytes
        return own + (self.example.nbytes if self.example else 0)

    def select(self, groups: Ids | Sequence[int]) -> "EncodedSource":
        """The given sources, in that order."""
        layers = tuple(layer[groups] for layer in self.layers)
        example = self.example.select(groups) if self.example else None
        return EncodedSource(layers, self.valid[groups], self.states[groups], example)

    @staticmethod
    def stack(memories: Sequence["EncodedSource"]) -> "EncodedSource":
        """All sources, padded on the right to one length; all with examples or none."""
        if len(memories) == 1:
            return memories[0]
        length = max(memory.valid.shape[1] for memory in memories)
        layers = tuple(
            np.concatenate([pad(memory.layers[n], 2, length) for memory in memories])
            for n in range(len(memories[0].layers))
        )
        valid = np.concatenate([pad(memory.valid, 1, length) for memory in memories])
        states = np.concatenate([pad(memory.states, 1, length) for memory in memories])
        examples = [memory.example for memory in memories if memory.example is not None]
        return EncodedSource(layers, valid, states, EncodedSource.stack(examples) if examples else None)


Array = TypeVar("Array", Floats, Flags)


def pad(array: Array, axis: int, length: int) -> Array:
    """Zeros behind an array's end along one axis, up to `length`."""
    if array.shape[axis] == length:
        return array
    # Every pass for several people pads; `np.pad` would take longer than the pass saves.
    shape = [length if n == axis else size for n, size in enumerate(array.shape)]
    padded = np.zeros(shape, array.dtype)
    padded[tuple(map(slice, array.shape))] = array
    return padded


@dataclass(frozen=True)
class Step:
    """A model's answer to new pieces. `keep` is how many of the last new pieces were asked about."""

    log_probabilities: Floats
    """(rows, keep, vocabulary)"""
    hidden: Floats
    """The last hidden states, (rows, keep, width)."""
    attention: Floats
    """How much each new piece looked at each source piece, (rows, new, source length)."""
    cache: Cache


@dataclass(frozen=True)
class Best:
    """A model's answer when only the best next pieces matter, best first."""

    log_probabilities: Floats
    """(rows, top)"""
    ids: Ids
    """(rows, top)"""
    hidden: Floats
    """The last hidden states, (rows, width)."""
    asked: Floats
    """What it says of the pieces that were asked about, (rows, asked)."""

    def rows(self, numbers: Ids) -> "Best":
        """The answer for some rows."""
        return Best(
            self.log_probabilities[numbers], self.ids[numbers], self.hidden[numbers], self.asked[numbers]
        )


class StepModel(Protocol):
    """A model that reads pieces and predicts the next one. Shared by threads."""

    vocabulary: int
    start: int
    """The piece that every hypothesis begins with."""
    end: int
    """The piece that ends one."""

    def empty(self, rows: int) -> Cache:
        """The cache of hypotheses that have read nothing."""

    def step(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, keep: int = 1, fresh: Flags | None = None
    ) -> Step:
        """Read new pieces (rows, new). The rows of one source stand together, equally many for each.

        `fresh` (rows, new) says which of them are real where rows get different numbers of pieces; the
        real ones stand on the right.
        """

    def best(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, top: int, asked: Ids | None = None
    ) -> tuple[Best, Cache]:
        """Read one new piece a row (rows, 1) and answer with the `top` best next pieces only.

        Of the pieces `asked` (rows, asked) it says the log-probabilities too. The grown cache comes along.
        """
