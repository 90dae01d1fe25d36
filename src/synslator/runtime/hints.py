"""Hints: target text that a translation shall hold, told to a model behind the source.

Behind the end of the source's pieces stand, for each hint, a mark of its kind and the hint's target pieces.
Their numbers follow those of the source's vocabulary: first the marks, then all target pieces.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

TERM, KEPT, END = range(3)
"""The kinds: a term, which may stand anywhere; kept text, in this order; what ends the translation."""
KINDS = 3


@dataclass(frozen=True)
class Hints:
    """What a translation shall hold."""

    terms: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    end: str = ""

    def __bool__(self) -> bool:
        return bool(self.terms or self.kept or self.end)

    def by_kind(self) -> Iterator[tuple[int, str]]:
        """Yield every hint with its kind."""
        yield from ((TERM, text) for text in self.terms)
        yield from ((KEPT, text) for text in self.kept)
        if self.end:
            yield END, self.end


NO_HINTS = Hints()


@dataclass(frozen=True)
class HintNumbers:
    """The numbers of marks and target pieces behind a source."""

    source_vocabulary: int

    @property
    def first_piece(self) -> int:
        """The number of the first target piece."""
        return self.source_vocabulary + KINDS

    def encode(self, hints: Hints, pieces: Callable[[str], Sequence[int]]) -> list[int]:
        """Return what stands behind a source; `pieces` turns target text into target pieces."""
        return [
            number
            for kind, text in hints.by_kind()
            for number in (self.source_vocabulary + kind, *(self.first_piece + n for n in pieces(text)))
        ]

    def target_pieces(self, source: Sequence[int]) -> list[int]:
        """Return the target pieces of the hints behind a source."""
        return [number - self.first_piece for number in source if number >= self.first_piece]
