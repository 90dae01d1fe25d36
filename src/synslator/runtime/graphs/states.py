"""What the graphs know of sources and remember of hypotheses: keys and values in plain arrays.

Hypotheses (rows) or sources (groups) are on the first axis, so that hypotheses can be forked, cut back and
put into one batch. Rows of one batch may have read different numbers of pieces: columns that a row has not
filled are not `valid` for it, and nothing looks at them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.model import DecoderState, EncodedSource, Flags, Floats, Ids

HIDE = np.float32(-1e9)
"""What is added to a score so that attention does not look there."""


@dataclass(frozen=True)
class GraphState:
    """Keys and values of the pieces that each row has read: implements `DecoderState`."""

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

    def select(self, rows: Ids | Sequence[int]) -> "GraphState":
        """Return the given rows, in that order; a row may come several times."""
        return GraphState(tuple(layer[rows] for layer in self.layers), self.valid[rows])

    def cut(self, length: int) -> "GraphState":
        """Return the first `length` columns."""
        if length >= self.length:
            return self
        return GraphState(tuple(layer[:, :, :length] for layer in self.layers), self.valid[:, :length])

    def row(self, number: int) -> "GraphState":
        """Return a copy of one row, which keeps neither the others nor columns that it has not filled."""
        keep = np.flatnonzero(self.valid[number])
        first = keep[0] if keep.size else self.length
        if keep.size == self.length - first:  # the usual case: only padding on the left
            layers = tuple(layer[number : number + 1, :, first:].copy() for layer in self.layers)
        else:
            layers = tuple(layer[number : number + 1][:, :, keep] for layer in self.layers)
        return GraphState(layers, np.ones((1, keep.size), np.bool_))

    @staticmethod
    def stack(states: Sequence["GraphState"]) -> "GraphState":
        """Return all rows of all states, padded on the left to one length."""
        if len(states) == 1:
            return states[0]
        length = max(state.length for state in states)
        rows = sum(state.rows for state in states)
        valid = np.zeros((rows, length), np.bool_)
        shapes = [(rows, layer.shape[1], length, layer.shape[3]) for layer in states[0].layers]
        layers = tuple(np.zeros(shape, np.float32) for shape in shapes)
        at = 0
        for state in states:
            part, columns = slice(at, at + state.rows), slice(length - state.length, length)
            valid[part, columns] = state.valid
            for mine, theirs in zip(layers, state.layers, strict=True):
                mine[part, :, columns] = theirs
            at += state.rows
        return GraphState(layers, valid)


def held(array: NDArray[np.generic]) -> int:
    """Memory that an array keeps: a part keeps the whole array that it was cut from."""
    return array.base.nbytes if isinstance(array.base, np.ndarray) else array.nbytes


@dataclass(frozen=True)
class GraphSource:
    """What the decoder needs to know of each source: implements `EncodedSource`."""

    layers: tuple[Floats, ...]
    """Keys and values of layer after layer, each (groups, heads, source length, head width)."""
    valid: Flags
    """(groups, source length)"""
    states: Floats
    """The encoder's output, (groups, source length, width)."""
    example: "GraphSource | None" = None
    """What a model that reads examples knows of the one that belongs to each source."""

    @property
    def lengths(self) -> Ids:
        """How many pieces each source has, (groups,)."""
        lengths: Ids = self.valid.sum(axis=1)
        return lengths

    @property
    def groups(self) -> int:
        """Number of sources."""
        return len(self.valid)

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        own = sum(layer.nbytes for layer in self.layers) + self.states.nbytes
        return own + (self.example.nbytes if self.example else 0)

    def select(self, groups: Ids | Sequence[int]) -> "GraphSource":
        """Return the given sources, in that order."""
        layers = tuple(layer[groups] for layer in self.layers)
        example = self.example.select(groups) if self.example else None
        return GraphSource(layers, self.valid[groups], self.states[groups], example)

    @staticmethod
    def stack(sources: Sequence["GraphSource"]) -> "GraphSource":
        """Return all sources, padded on the right to one length; all with examples or none."""
        if len(sources) == 1:
            return sources[0]
        length = max(source.valid.shape[1] for source in sources)
        layers = tuple(
            np.concatenate([pad(source.layers[n], 2, length) for source in sources])
            for n in range(len(sources[0].layers))
        )
        valid = np.concatenate([pad(source.valid, 1, length) for source in sources])
        states = np.concatenate([pad(source.states, 1, length) for source in sources])
        examples = [source.example for source in sources if source.example is not None]
        return GraphSource(layers, valid, states, GraphSource.stack(examples) if examples else None)


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


def own_state(state: DecoderState) -> GraphState:
    """Return a state that the graphs made; another model's is refused."""
    if not isinstance(state, GraphState):
        raise TypeError(f"a {type(state).__name__} was made by another model")
    return state


def own_source(source: EncodedSource) -> GraphSource:
    """Return a source that the graphs encoded; another model's is refused."""
    if not isinstance(source, GraphSource):
        raise TypeError(f"a {type(source).__name__} was made by another model")
    return source
