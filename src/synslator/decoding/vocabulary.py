"""The target pieces as decoding sees them: what they write, how text is cut into them, which are special."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from synslator.decoding import words
from synslator.decoding.model import Flags, Ids
from synslator.text.pieces import PieceTable
from synslator.text.words import count_words, has_spaceless, is_spaceless


@dataclass(frozen=True)
class Vocabulary:
    """A target vocabulary."""

    table: PieceTable
    encode: Callable[[str], list[int]]
    """The usual pieces of a text, which the model was trained on."""
    end: int
    unused: tuple[int, ...]
    """Pieces that are never to be predicted."""

    @cached_property
    def continuing(self) -> Ids:
        """The pieces that write one byte from the inside of a character."""
        return self._bytes(range(0x80, 0xC0))

    @cached_property
    def stray(self) -> Ids:
        """The bytes that cannot stand where a character begins."""
        return self._bytes([*range(0x80, 0xC2), *range(0xF5, 0x100)])

    @cached_property
    def starts(self) -> Flags:
        """Whether each piece may stand where a character begins."""
        flags = np.ones(len(self.table), np.bool_)
        flags[self.stray] = False
        return flags

    @cached_property
    def starting(self) -> Ids:
        """The pieces that may stand where a character begins."""
        return np.flatnonzero(self.starts)

    @cached_property
    def inside(self) -> Flags:
        """Whether each piece goes on with a word: a letter or digit comes first, of a script with spaces."""
        return np.array([self._goes_on(n) for n in range(len(self.table))], np.bool_) & self.starts

    @cached_property
    def inside_word(self) -> Ids:
        """The pieces that go on with a word."""
        return np.flatnonzero(self.inside)

    @cached_property
    def after_word(self) -> Ids:
        """The pieces that may stand behind a finished word: a space, a mark, the end."""
        flags = self.starts & ~self.inside
        flags[list(self.unused)] = False
        return np.flatnonzero(flags)

    @cached_property
    def spaceless(self) -> Ids:
        """The pieces that begin with a character of a script without spaces: each begins a word."""
        firsts = [surface.decode("utf-8", "ignore")[:1] for surface in self.table.surfaces]
        return np.array([n for n, first in enumerate(firsts) if first and is_spaceless(first)], np.int64)

    def begins_word(self, piece: int) -> bool:
        """Whether a piece writes a space first, or a character of a script that has no spaces."""
        surface = self.table.surfaces[piece]
        first = surface.decode("utf-8", "ignore")[:1]
        return surface.startswith(b" ") or (first != "" and is_spaceless(first))

    def words_before(self, rest: bytes) -> int:
        """How many words stand in open text before its last one, in scripts without spaces."""
        text = rest.decode("utf-8", "ignore")
        return max(0, self.count_words(text) - 1) if has_spaceless(text) else 0

    def count_words(self, text: str) -> int:
        """How many words a text has begun; where there are no spaces, those of the usual pieces."""
        if not has_spaceless(text):
            return count_words(text)
        return words.count_words(self.table, self.encode(text))

    def _goes_on(self, piece: int) -> bool:
        surface = self.table.surfaces[piece]
        if piece == self.end or piece in self.unused or not surface:
            return False
        first = surface.decode("utf-8", "ignore")[:1]
        return not first or ((first.isalnum() or first == "_") and not is_spaceless(first))

    def _bytes(self, values: Iterable[int]) -> Ids:
        surfaces = {bytes([value]) for value in values}
        return np.array([n for n, surface in enumerate(self.table.surfaces) if surface in surfaces], np.int64)

    def hits(self, rest: bytes) -> Ids:
        """The pieces that may come next where `rest` must still be written.

        This is the paper's hit vector, as ids, over every segmentation of `rest`. Where only white space is
        missing the sentence may also end: the typed space is then its last character.
        """
        found = self.table.matching(rest)
        return np.append(found, self.end) if not rest.strip() else found

    def allowed(self, rest: bytes, before: Sequence[int]) -> Ids | None:
        """The pieces that may come next after `before`, or None where nothing constrains them.

        Where the last pieces left a character unfinished, only a byte that goes on with it may come.
        """
        if rest:
            return self.hits(rest)
        if before and self.table.surfaces[before[-1]][-1:].isascii():
            return None  # the usual case; a piece that writes nothing is at the end
        return self.continuing if missing_bytes(self.table.write(before[-4:])) else None


def missing_bytes(written: bytes) -> int:
    """How many bytes the last character still lacks."""
    for back, byte in enumerate(reversed(written[-4:]), 1):
        if byte < 0x80:
            return 0
        if byte >= 0xC0:
            return (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4) - back
    return 0
