"""The match rate: how much of one source is in another, as the percentage that translators know.

Two texts are compared by edit distance over *weighed* texts. A Chinese character weighs as much as four
letters, a kana or Hangul syllable as two; a whole number weighs four; letters, spaces, punctuation and
whole tags weigh one. What differs only in case, in width, in the value of a number or in the number of a
tag costs a quarter. `docs/matching.md` explains this with examples.

A weight is written by repeating the character, so that plain edit distance, which has very fast
implementations, does the work.
"""

import re
from collections.abc import Callable
from zlib import crc32

from rapidfuzz.distance import Levenshtein

from synslator.text.scripts import HAN, NUMBER, SYLLABLES, fold
from synslator.text.tags import TAG

EXACT = 100
IN_CONTEXT = 101
SLIGHT = 0.25
"""What a difference in case, width, a number's value or a tag's number costs, beside a real one."""

_MARKED = re.compile(rf"{TAG.pattern}|{NUMBER.pattern}")
_MAYBE_MARKED = re.compile(r"[⟦\d]")

# Atoms are written as characters of the private planes, which no script uses.
_NUMBER_WEIGHT = 4
_NUMBER_ATOM = "\U0010fffd" * _NUMBER_WEIGHT
_OPEN_ATOM, _CLOSE_ATOM, _ALONE_ATOM = "\U0010fffa", "\U0010fffb", "\U0010fffc"
_FIRST_VALUE, _VALUES = 0xF0000, 0xFFFE


class _Repeated(dict[int, str]):
    """For `str.translate`: each character as often as it weighs, worked out when it is first met."""

    _heavy = re.compile(f"[{HAN}]")
    _middle = re.compile(f"[{SYLLABLES}]")

    def __missing__(self, code: int) -> str:
        char = chr(code)
        weight = 4 if self._heavy.match(char) else 2 if self._middle.match(char) else 1
        self[code] = char * weight
        return self[code]


_REPEATED = _Repeated()


class Weighed:
    """A text ready to be compared."""

    __slots__ = ("_literal", "folded", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        folded = fold(text)
        self.folded = _spread(folded, _kind)
        """Every atom by its kind alone: one letter for both cases, one number for all numbers."""
        # Where folding changes nothing and there are no atoms, both are the same.
        self._literal = self.folded if folded == text and not _MAYBE_MARKED.search(text) else None

    @property
    def literal(self) -> str:
        """Every atom as it is, each where `folded` has it; made when it is first needed."""
        if self._literal is None:
            self._literal = _spread(self.text, _value)
        return self._literal


def weigh(text: str) -> Weighed:
    """Prepare a text for comparison."""
    return Weighed(text)


def similarity(a: Weighed, b: Weighed, least: float = 0.0) -> float:
    """Return how alike two texts are, from 0 to 1; anything below `least` may be given as 0."""
    longest = max(len(a.folded), len(b.folded))
    if not longest:
        return 1.0
    allowed = int((1 - least) * longest + 1e-9)
    kinds = Levenshtein.distance(a.folded, b.folded, score_cutoff=allowed)
    if kinds > allowed:
        return 0.0
    if a.literal is a.folded and b.literal is b.folded:
        return 1 - kinds / longest
    values = Levenshtein.distance(a.literal, b.literal)
    score = 1 - (kinds + SLIGHT * (values - kinds)) / longest
    return score if score >= least else 0.0


def percentage(a: Weighed, b: Weighed, score: float) -> int:
    """Turn a similarity into the match rate: 100 only for the same text, rounded down below it."""
    return EXACT if a.text == b.text else min(EXACT - 1, int(score * 100 + 1e-9))


def match_rate(a: str, b: str) -> int:
    """Return the match rate of two sources, 0 to 100."""
    one, other = weigh(a), weigh(b)
    return percentage(one, other, similarity(one, other))


def _spread(text: str, atom: Callable[[re.Match[str]], str]) -> str:
    """Write tags and numbers as atoms, and repeat every character as often as it weighs."""
    if _MAYBE_MARKED.search(text):
        text = _MARKED.sub(atom, text)
    return text if text.isascii() else text.translate(_REPEATED)


def _kind(found: re.Match[str]) -> str:
    if found[2] is None:
        return _NUMBER_ATOM
    return _CLOSE_ATOM if found[1] else _ALONE_ATOM if found[3] else _OPEN_ATOM


def _value(found: re.Match[str]) -> str:
    # Two values may fall on one character, which makes a text seem a trifle nearer but never the same.
    value = chr(_FIRST_VALUE + crc32(fold(found[0]).encode()) % _VALUES)
    return value * _NUMBER_WEIGHT if found[2] is None else value
