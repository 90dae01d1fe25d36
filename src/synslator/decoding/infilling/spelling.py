"""How typed letters stand for a word: as the letters that it begins with, or as its pinyin.

A spelling says which pieces may begin a word that fits the letters, and which may go on with one.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from synslator.decoding.model import Ids
from synslator.decoding.vocabulary import Vocabulary

CACHED = 4096
"""Beginnings of words whose pieces are remembered."""


class Spelling:
    """The pieces of a vocabulary as they are typed."""

    def __init__(
        self, vocabulary: Vocabulary, spaced: bool = True, letters: Callable[[str], str] = str.casefold
    ) -> None:
        """Take what turns a text into the letters that are typed for it."""
        self.spaced = spaced
        self.written = [surface.decode("utf-8", "replace") for surface in vocabulary.table.surfaces]
        self.typed = [letters(text.strip()) for text in self.written]
        words = [bool(text.strip()) and text.strip()[0].isalnum() for text in self.written]
        opens = [
            word and (not spaced or text[0] == " ") for word, text in zip(words, self.written, strict=True)
        ]
        follows = [
            bool(text) and (not text.startswith(" ")) and (text[0].isalnum() or text[0] in "-")
            for text in self.written
        ]
        self.opening_pieces = np.flatnonzero(opens)
        self.following = np.array(follows, np.bool_)
        self.following_pieces = np.flatnonzero(follows)
        self.opening = lru_cache(CACHED)(self._opening)
        self.going_on = lru_cache(CACHED)(self._going_on)

    def _opening(self, letters: str) -> Ids:
        """Return the pieces that may begin a word for which these letters were typed."""
        return self._fitting(self.opening_pieces, letters)

    def _going_on(self, letters: str) -> Ids:
        """Return the pieces that may go on with a word of which these letters are still missing."""
        return self._fitting(self.following_pieces, letters)

    def _fitting(self, pieces: Ids, letters: str) -> Ids:
        fits = [
            bool(self.typed[piece])
            and (self.typed[piece].startswith(letters) or letters.startswith(self.typed[piece]))
            for piece in pieces.tolist()
        ]
        return pieces[np.array(fits, np.bool_)] if fits else pieces

    def ends_before(self, piece: int) -> bool:
        """Say whether a word is whole where this piece comes next."""
        return not self.spaced or not self.following[piece]
