"""What the compiled library does, with arrays for addresses."""

from ctypes import pointer
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.library import CLayer, CMatrix, CNorm, CSeen, Library, find_library

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]

BLOCK = 64
"""Inputs and outputs of matrices are multiples of this, whatever the processor."""
HEAD = 64
"""Numbers in a head of attention."""


def address(array: NDArray[Any]) -> int:
    """Where an array lies, for the library: as `array.ctypes` says it, in a third of its time."""
    place: int = array.__array_interface__["data"][0]
    return place


def up(count: int) -> int:
    """The next multiple of a block."""
    return -(-count // BLOCK) * BLOCK


class Kernels:
    """The library with arrays for addresses. Arrays are contiguous, but rows may have a gap behind them."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def norm(self, gain: Floats, bias: Floats) -> "Norm":
        """A layer normalisation."""
        return Norm(self.library, gain, bias)

    def matrix(self, values: NDArray[np.int8], scales: Floats, bias: Floats | None) -> "Matrix":
        """A linear map, packed from a matrix (inputs, outputs) whose measures are multiples of a block."""
        if values.dtype != np.int8 or values.shape[0] % BLOCK or values.shape[1] % BLOCK:
            raise ValueError(f"a matrix of {values.shape} {values.dtype} cannot be packed")
        packed, sums = np.zeros(values.shape, np.int8), np.zeros(values.shape[1], np.int32)
        self.library.pack(address(values), *values.shape, address(packed), address(sums))
        return Matrix(self.library, packed, sums, scales, bias)

    def matrix_of_rows(
        self, table: NDArray[np.int8], scales: Floats, bias: Floats | None, rows: Ids
    ) -> "Matrix":
        """A linear map whose outputs are some rows of a table; behind them may be empty ones."""
        width, count = table.shape[1], up(len(rows))
        packed, sums = np.zeros((width, count), np.int8), np.zeros(count, np.int32)
        self.library.pack_rows(
            address(table), width, address(rows), len(rows), address(packed), address(sums)
        )

        def padded(column: Floats) -> Floats:
            return np.concatenate([column[rows], np.zeros(count - len(rows), np.float32)])

        return Matrix(self.library, packed, sums, padded(scales), None if bias is None else padded(bias))

    def attend(self, queries: Floats, rows: Floats, seen: "Seen") -> Floats:
        """Have queries look at some of the rows, each a key and a value behind it."""
        out = np.empty(queries.shape, np.float32)
        shape, width = (len(queries), queries.shape[1]), queries.shape[1]
        given = seen.of(rows)
        if self.library.attend(address(queries), distance(queries), given, 0, width, *shape, address(out)):
            raise MemoryError
        return out

    def layer(self, attention: "Block", source: "Block | None", feed_forward: "Block") -> "Layer":
        """A layer of encoder or decoder, of blocks each with a norm and two maps."""
        return Layer(self.library, attention, source, feed_forward)

    def choose(
        self, scores: Floats, count: int, top: int, asked: Ids, lists: Ids
    ) -> tuple[Floats, Ids, Floats]:
        """The `top` best of `count` scores: log-probabilities and numbers.

        Also what is said of those `asked` (lists, asked) by each row, whose list is given.
        """
        rows = len(scores)
        best, numbers = np.empty((rows, top), np.float32), np.empty((rows, top), np.int64)
        said = np.empty((rows, asked.shape[1]), np.float32)
        self.library.choose(
            address(scores),
            rows,
            count,
            distance(scores),
            top,
            address(best),
            address(numbers),
            address(asked),
            asked.shape[1],
            address(lists),
            address(said),
        )
        return best, numbers, said


def find_kernels() -> Kernels | None:
    """The arithmetic for this processor, if there is any."""
    library = find_library()
    return Kernels(library) if library else None


@dataclass(frozen=True)
class Seen:
    """What rows look at: lists of tokens, and the list of each row. Rows of one list are best together."""

    tokens: Ids
    """Their numbers, (lists, most)."""
    counts: Ids
    """How many of these are meant, (lists,)."""
    lists: Ids
    """(rows,)"""

    def of(self, rows: Floats) -> CSeen:
        """The same for the library, where the tokens are these rows."""
        most, stride = self.tokens.shape[1], distance(rows)
        return CSeen(
            address(rows), stride, address(self.tokens), most, address(self.counts), address(self.lists)
        )


class Norm:
    """A layer normalisation."""

    def __init__(self, library: Library, gain: Floats, bias: Floats) -> None:
        self.library, self.kept = library, (gain, bias)
        self.own = CNorm(len(gain), address(gain), address(bias))

    def __call__(self, states: Floats) -> Floats:
        """Normalise rows."""
        out = np.empty_like(states)
        self.library.normalize(self.own, address(states), len(states), address(out))
        return out


class Matrix:
    """A linear map in eight bits, packed."""

    def __init__(
        self,
        library: Library,
        packed: NDArray[np.int8],
        sums: NDArray[np.int32],
        scales: Floats,
        bias: Floats | None,
    ) -> None:
        self.library, self.kept = library, (packed, sums, scales, bias)
        self.inputs, self.outputs = packed.shape
        where = [None if one is None else address(one) for one in self.kept]
        self.own = CMatrix(self.inputs, self.outputs, *where)

    def __call__(self, states: Floats, norm: Norm | None = None) -> Floats:
        """Map rows, normalised before."""
        out = np.empty((len(states), self.outputs), np.float32)
        self.into(out, states, norm)
        return out

    def into(
        self, out: Floats, states: Floats, norm: Norm | None = None, relu: bool = False, more: bool = False
    ) -> None:
        """Map rows, normalised or through a ReLU before, into `out`, or add them to it."""
        before = None if norm is None else norm.own
        failed = self.library.linear(
            self.own, before, address(states), len(states), relu, more, address(out), distance(out)
        )
        if failed:
            raise MemoryError


def distance(rows: Floats) -> int:
    """From one row of an array to the next, in numbers."""
    return rows.strides[0] // rows.itemsize


Block = tuple[Norm, Matrix, Matrix]
"""A block of a layer: how its rows are normalised, and the maps into it and out of it."""


class Layer:
    """A layer of encoder or decoder."""

    def __init__(self, library: Library, attention: Block, source: Block | None, feed_forward: Block) -> None:
        self.library, self.kept = library, (attention, source, feed_forward)
        parts = [part or (None, None, None) for part in self.kept]
        self.own = CLayer(*(pointer(one.own) if one else None for part in parts for one in part))

    def __call__(
        self,
        states: Floats,
        fused: Floats,
        first: int,
        before: Seen,
        source: Floats | None = None,
        across: Seen | None = None,
    ) -> None:
        """Take rows through the layer, in place.

        `fused` has the queries, keys and values of all rows so far, of which they see those `before`; their
        own are written there, from row `first` on. `source` has keys and values, which they look `across` at.
        """
        sources = across.of(source) if across is not None and source is not None else None
        own = before.of(fused)
        if self.library.layer(self.own, address(states), len(states), own, first, sources):
            raise MemoryError
