"""The words of a language, as far as there is a list of them: what may be put before a reader as a word."""

import lzma
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from synslator.text.languages import base


class WordList:
    """Words in order; common words in lower case, names as they are written."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = sorted(words)

    def __contains__(self, word: str) -> bool:
        at = bisect_left(self._words, word)
        return at < len(self._words) and self._words[at] == word

    def begins(self, letters: str) -> bool:
        """Return whether some word begins with these letters, or is them."""
        at = bisect_left(self._words, letters)
        return at < len(self._words) and self._words[at].startswith(letters)


@lru_cache(maxsize=16)
def word_list(language: str) -> WordList | None:
    """Return the words of a language, or None where nobody listed them."""
    path = files("synslator.text") / "word_lists" / f"{base(language)}.xz"
    return WordList(lzma.decompress(path.read_bytes()).decode().split("\n")) if path.is_file() else None
