"""What a check looks at and what it finds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from synslator.terms.matcher import TermMatch
from synslator.text.languages import Profile, profile
from synslator.text.tags import TAG

Span = tuple[int, int]
LeftOut = Callable[[str, str], Sequence[Span]]
"""Says where in a source stands what a target leaves out, both without tags."""
MOST_PLACES = 100
"""Places that a finding names, and that a fix changes, at most; others are found after those are fixed."""
MASK = "\ue000"
"""Stands for each character of a tag in a masked text; no script uses it."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A stretch of a translation and what takes its place."""

    span: Span
    was: str
    """What stands there, so that nobody replaces what has been typed since."""
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a translator should look at."""

    check: str
    message: str
    target: tuple[Span, ...] = ()
    """Where in the translation."""
    source: tuple[Span, ...] = ()
    fix: tuple[TextEdit, ...] | None = None
    """What takes this fault out of the translation, where there is no doubt about it. No edit overlaps."""
    safe: bool = False
    """Whether the fix cannot change what the translation says: a doubled space, but not a number."""
    blocking: bool = False
    """Whether somebody must have seen it before the segment is confirmed; its check says so."""
    ignored: bool = False
    """Whether somebody has looked at it in this text and wants no more of it."""


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
    left_out: LeftOut | None = None
    """Where a model can tell, and there is time to ask it."""

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


def edits(text: str, changes: Iterable[tuple[Span, str]]) -> tuple[TextEdit, ...]:
    """Return the edits that replace some stretches of a text, which do not overlap; of many, the first."""
    some = islice(sorted(changes), MOST_PLACES)
    return tuple(TextEdit((start, end), text[start:end], new) for (start, end), new in some)


def fixed(text: str, fix: Sequence[TextEdit]) -> str:
    """Return a text after a fix."""
    for edit in sorted(fix, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text
