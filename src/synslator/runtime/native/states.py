"""What our own arithmetic knows of sources and remembers of hypotheses.

Hypotheses that go on from each other write what they read into one page, and each names its rows there. So to
fork, to cut back and to put several into one pass copies nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np

from synslator.arithmetic.decoder import Keys
from synslator.decoding.model import DecoderState, EncodedSource, Ids
from synslator.runtime.native.likely import Likely
from synslator.runtime.native.stores import room

SPARE = 16
"""Rows that a new page has room for besides twice what is needed."""
FEW = 3
"""A hypothesis that has not even one in so many of the rows of its page leaves it."""


class StatePage:
    """Rows with the keys and values of all layers, filled one after another."""

    def __init__(self, rows: int, width: int) -> None:
        self.rows, self.filled, self.lock = room(rows, width), 0, Lock()

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return len(self.rows) * self.rows.strides[0]

    def take(self, count: int) -> int | None:
        """Take free rows; return the first, or None if there are too few."""
        with self.lock:
            first = self.filled
            if first + count > len(self.rows):
                return None
            self.filled += count
            return first


@dataclass(frozen=True, slots=True)
class ReadRows:
    """What one hypothesis has read: rows of a page."""

    page: StatePage
    tokens: Ids

    @property
    def nbytes(self) -> int:
        """Its share of the page, which others may have rows in too."""
        return self.page.nbytes * len(self.tokens) // max(self.page.filled, 1)

    def cut(self, length: int) -> "ReadRows":
        """Return the first pieces."""
        return self if length >= len(self.tokens) else ReadRows(self.page, self.tokens[:length])

    def alone(self) -> "ReadRows":
        """Return it without most of what others have read: few of many rows go to a page of their own."""
        return self.moved(len(self.tokens)) if FEW * len(self.tokens) < self.page.filled else self

    def moved(self, rows: int) -> "ReadRows":
        """Return a copy in a page with room for so many rows."""
        page = StatePage(rows, self.page.rows.shape[1])
        page.filled = len(self.tokens)
        page.rows[: page.filled] = self.page.rows[self.tokens]
        return ReadRows(page, np.arange(page.filled))

    def grown(self, count: int) -> "ReadRows":
        """Return it with rows for new pieces behind it, which are still to be written."""
        first, whole = self.page.take(count), self
        if first is None:
            whole = self.moved(2 * (len(self.tokens) + count) + SPARE)
            first = whole.page.take(count)
            assert first is not None
        return ReadRows(whole.page, np.concatenate([whole.tokens, np.arange(first, first + count)]))


@dataclass(frozen=True, slots=True)
class NativeState:
    """What some hypotheses have read: implements `DecoderState`."""

    rows: tuple[ReadRows, ...]

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return sum(row.nbytes for row in self.rows)

    def select(self, rows: Ids | Sequence[int]) -> "NativeState":
        """Return the given rows, in that order; a row may come several times."""
        return NativeState(tuple(self.rows[row] for row in rows))

    def cut(self, length: int) -> "NativeState":
        """Return the first pieces of a single row."""
        return NativeState(tuple(row.cut(length) for row in self.rows))

    def row(self, number: int) -> "NativeState":
        """Return one row, which does not keep the others."""
        return NativeState((self.rows[number].alone(),))


@dataclass(slots=True)
class EncodedText:
    """What the decoder needs to know of one source."""

    keys: Keys
    pieces: Ids | None = None
    """Those that it can need, where they are known."""
    likely: Likely | None = None
    """Their part of the output layer, once it was needed."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return sum(layer.nbytes for layer in self.keys.layers) + (self.likely.nbytes if self.likely else 0)


@dataclass(frozen=True, slots=True)
class NativeSource:
    """What the decoder needs to know of some sources: implements `EncodedSource`."""

    groups: tuple[EncodedText, ...]

    @property
    def lengths(self) -> Ids:
        """How many pieces each source has, (groups,)."""
        return np.array([text.keys.length for text in self.groups], np.int64)

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return sum(text.nbytes for text in self.groups)

    def select(self, groups: Ids | Sequence[int]) -> "NativeSource":
        """Return the given sources, in that order."""
        return NativeSource(tuple(self.groups[group] for group in groups))


def own_state(state: DecoderState) -> NativeState:
    """Return a state that our own arithmetic made; another model's is refused."""
    if not isinstance(state, NativeState):
        raise TypeError(f"a {type(state).__name__} was made by another model")
    return state


def own_source(source: EncodedSource | None) -> NativeSource | None:
    """Return a source that our own arithmetic encoded; another model's is refused."""
    if source is not None and not isinstance(source, NativeSource):
        raise TypeError(f"a {type(source).__name__} was made by another model")
    return source
