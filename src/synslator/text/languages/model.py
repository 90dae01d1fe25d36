"""What a profile says about a language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from synslator.text import words

Quotes = tuple[tuple[str, str], ...]
"""Pairs of an opening and a closing mark, the outermost first."""

HALF_WIDTH: Mapping[str, str] = dict(zip("，。！？：；（）", ",.!?:;()", strict=True))
"""Full-width marks, and what stands for them where marks are half-width."""
CANONICAL: Mapping[str, str] = {
    **{mark: mark for mark in ".!?:;"},
    **{"。": ".", "！": "!", "？": "?", "：": ":", "；": ";", "؟": "?", "؛": ";", "۔": "."},
}
"""Marks at the end of a sentence in any script, and the one of `.!?:;` that means the same."""


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """Words that have a full stop of their own, in lower case and without it."""

    never: frozenset[str] = frozenset()
    """A sentence never ends with these."""
    before_numbers: frozenset[str] = frozenset()
    """These are words too (no, art, max): a sentence goes on if a number or a small letter follows."""
    seldom: frozenset[str] = frozenset()
    """A sentence goes on unless a capital letter follows."""


@dataclass(frozen=True, eq=False)
class Profile:
    """What is known about one language."""

    code: str
    scripts: tuple[str, ...]
    """The scripts that it is written in, by their names in `synslator.text.scripts`; none: not known."""
    spaced: bool = True
    """Whether words are separated by spaces."""
    joiner: str = " "
    """What stands between two sentences."""
    decimal: str = "."
    groups: str = ","
    """Marks between groups of three digits; the first is the usual one."""
    quotes: Quotes = ()
    numbers: tuple[str, ...] = ()
    """The words for 0, 1, 2, …, several for one separated by spaces; `*` stands for up to three letters."""
    ordinals: tuple[str, ...] = ()
    """Those for the 0th (nothing), first, second, …"""
    months: tuple[str, ...] = ()
    """Those for January, …; the first is nothing."""
    han_numerals: bool = False
    """Whether numbers are also written with Chinese characters."""
    scales: Mapping[str, int] = field(default_factory=dict)
    """Words behind a number that multiply it: 3 million, 10万."""
    abbreviations: Abbreviations = Abbreviations()
    ordinal_dot: bool = False
    """Whether a full stop after a number makes it an ordinal: der 1. Satz."""
    stops: Mapping[str, str] = field(default_factory=lambda: {mark: mark for mark in ".!?:;"})
    """The marks that end a sentence or clause, by the one of `.!?:;` that means the same."""
    wide: Mapping[str, str] = field(default_factory=dict)
    """Half-width marks, and the full-width ones that are written for them. None: marks are half-width."""
    space_before: str = ""
    """Marks that have a space before them."""
    repeatable: frozenset[str] = frozenset()
    """Words that may stand twice in a row."""
    endings: str = ""
    """A regular expression: what may follow a term that is the same word in another form."""

    @property
    def known(self) -> bool:
        """Whether anything is known about the language."""
        return bool(self.code)

    @property
    def width(self) -> Literal["half", "full"] | None:
        """How wide its punctuation is, if that is known."""
        return None if not self.known else "full" if self.wide else "half"

    @cached_property
    def closers(self) -> frozenset[str]:
        """The marks that close quotes."""
        return frozenset(closing for _, closing in self.quotes)

    def words(self, text: str) -> list[str]:
        """Return the words of a text; a text of several scripts is split by each of them."""
        return words.words(text)

    def join(self, sentences: list[str]) -> str:
        """Return sentences as one text."""
        return self.joiner.join(sentences)


UNKNOWN = Profile("", (), decimal="", groups="", stops={})
"""The profile of a language that nothing is known about."""


def word_set(text: str) -> frozenset[str]:
    """Return words that are listed with spaces between them."""
    return frozenset(text.split())


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas."""
    return tuple(part.strip() for part in text.split(","))
