"""How a text splits into words, by its scripts: a text may have several, whatever its language.

Where a script has no spaces, nobody can say without a dictionary where a word ends, so that each character is
a word of its own. A Thai, Lao, Burmese or Khmer character is whole with the vowels and tones around it.
"""

import re
import unicodedata
from collections.abc import Container

from synslator.text.scripts import KHMER, LAO, MYANMAR, NUMBER, SPACELESS, THAI


def _class(name: str, ranges: str) -> str:
    """Return the inside of a character class: what of some ranges is of a category, `M` or `Lo`."""
    found = re.findall(f"[{ranges}]", "".join(map(chr, range(0x0E00, 0x1800))))
    return "".join(char for char in found if unicodedata.category(char).startswith(name))


_ABUGIDAS = THAI + LAO + MYANMAR + KHMER
_MARKS = _class("M", _ABUGIDAS) + "\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3"
"""What belongs to the letter before it: vowels and tones."""
_LEADING = "\u0e40-\u0e44\u0ec0-\u0ec4"
"""Vowels that are written before the letter that they belong to."""
CHARACTER = rf"[{_LEADING}]?[{SPACELESS}][{_MARKS}]*"
"""A character of a script without spaces."""

WORD = re.compile(rf"\s*(?:{CHARACTER}|[^\s{SPACELESS}]+)")
"""A word with the space before it."""

OPENING = "([{（［｛【〔〖《〈「『“‘«"
"""Marks that belong to the word behind them."""
_PART = re.compile(rf"\s*(?:{CHARACTER}|[{re.escape(OPENING)}]|[^\s{SPACELESS}{re.escape(OPENING)}]+)")
"""A character, a mark that opens something, or a stretch of other characters, with the space before it."""

_LETTERS = rf"[^\W{SPACELESS}]+"
TOKEN = re.compile(rf"{NUMBER.pattern}|{CHARACTER}|{_LETTERS}(?:['’.-]{_LETTERS})*|\S")
"""What a tag may stand around or beside, but not inside: a word, a number, a mark."""

_SPACELESS = re.compile(f"[{SPACELESS}]")


def words(text: str) -> list[str]:
    """Return the words of a text without the spaces between them; marks stay at the words they touch."""
    return [found for match in WORD.finditer(text) if (found := match.group().strip())]


def spans(text: str, ends: Container[int]) -> list[tuple[int, int]]:
    """Return where the words of a text stand, each with the space before it.

    Where a script has no spaces, a word goes on behind a character that is not among `ends`, as the pieces of
    a vocabulary say. Marks belong to the word before them, those that open something to the one behind.
    """
    found: list[tuple[int, int]] = []
    if not has_spaceless(text):
        return [match.span() for match in WORD.finditer(text)]
    for match in _PART.finditer(text):
        start, end = match.span()
        mark = not any(map(str.isalnum, match.group())) and text[start] not in OPENING
        inside = start not in ends or mark or text[start - 1] in OPENING
        if found and inside and not text[start].isspace():
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def count_words(text: str) -> int:
    """Return how many words were begun, the one in progress included."""
    return sum(1 for _ in WORD.finditer(text))


def first_words(text: str, count: int) -> str:
    """Return the first `count` words with the spaces before them."""
    end = 0
    for n, match in enumerate(WORD.finditer(text)):
        if n == count:
            break
        end = match.end()
    return text[:end]


def is_spaceless(char: str) -> bool:
    """Return whether a character is of a script whose words are not separated by spaces."""
    return _SPACELESS.match(char) is not None


def has_spaceless(text: str) -> bool:
    """Return whether a text has characters of such a script."""
    return _SPACELESS.search(text) is not None


def joins(char: str) -> bool:
    """Return whether a word that is put beside this character would run into it."""
    return char.isalnum() and not is_spaceless(char)
