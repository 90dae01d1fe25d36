"""What a check looks at and what it finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from synslator.terms.matcher import TermMatch
from synslator.text.languages import Profile, profile
from synslator.text.tags import TAG

Span = tuple[int, int]
MASK = "\ue000"
"""Stands for each character of a tag in a masked text; no script uses it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a translator should look at."""

    check: str
    message: str
    target: tuple[Span, ...] = ()
    """Where in the translation."""
    source: tuple[Span, ...] = ()
    fix: str | None = None
    """The whole translation without this fault, where there is no doubt about it."""
    safe: bool = False
    """Whether the fix cannot change what the translation says: a doubled space, but not a number."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A source and its translation, and what is known about them."""

    source: str
    target: str
    source_language: str = "zh"
    target_language: str = "en"
    terms: Sequence[TermMatch] = ()
    """The terms in the source, positions as in the source with its tags masked."""
    elsewhere: Sequence[str] = ()
    """Confirmed translations of the same source."""
    longest_ratio: float = 4.0

    @property
    def source_profile(self) -> Profile:
        """What is known about the source language."""
        return profile(self.source_language)

    @property
    def target_profile(self) -> Profile:
        """What is known about the target language."""
        return profile(self.target_language)


def masked(text: str) -> str:
    """Return the text with every tag masked, so that positions stay what they are."""
    return TAG.sub(lambda found: MASK * len(found[0]), text)


def replaced(text: str, changes: Sequence[tuple[Span, str]]) -> str:
    """Return a text with some stretches replaced, which do not overlap."""
    for (start, end), new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text
