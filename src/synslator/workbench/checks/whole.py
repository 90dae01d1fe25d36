"""What is wrong with a translation as a whole: its length, its language, its difference from others."""

import re
from collections.abc import Iterator

from synslator.text.scripts import HAN, SYLLABLES, fold
from synslator.workbench.checks.model import MASK, Finding, Pair, masked

_HAN = re.compile(f"[{HAN}]+")
_HAN_WIDTH = 3.0
_SYLLABLE_WIDTH = 2.0
"""How many Latin letters a character is worth, about, when a text is translated."""
_SHORT = 12.0
"""Texts up to this many letters vary too much for their length to mean anything."""


def length(pair: Pair) -> Iterator[Finding]:
    """Compare the lengths of both sides, characters weighed by what they become in translation."""
    expected, found = _width(pair.source), _width(pair.target)
    if expected <= _SHORT:
        return
    if found > expected * pair.longest_ratio:
        yield Finding("length", f"The translation is about {found / expected:.1f} times as long as usual.")
    elif found < expected / pair.longest_ratio:
        yield Finding(
            "length", f"The translation is about {expected / max(found, 1):.1f} times shorter than usual."
        )


def _width(text: str) -> float:
    plain = masked(text).replace(MASK, "")
    han = len(re.findall(f"[{HAN}]", plain))
    syllables = len(re.findall(f"[{SYLLABLES}]", plain))
    return len(plain) - han - syllables + _HAN_WIDTH * han + _SYLLABLE_WIDTH * syllables


def inconsistent(pair: Pair) -> Iterator[Finding]:
    """Compare with confirmed translations of the same source."""
    others = [other for other in dict.fromkeys(pair.elsewhere) if other.strip() != pair.target.strip()]
    if others:
        shown = others[0] if len(others) == 1 else f"{others[0]} and in {len(others) - 1} more ways"
        yield Finding("inconsistent", f"Elsewhere the same source is translated as: {shown}")


def untranslated(pair: Pair) -> Iterator[Finding]:
    """Look for a target that is the source, or that has characters of its script left."""
    source, target = masked(pair.source), masked(pair.target)
    if any(char.isalpha() and char != MASK for char in source) and fold(source.strip()) == fold(
        target.strip()
    ):
        if _HAN.search(source) or " " in source.strip():
            yield Finding("untranslated", "The translation is the same as the source.", ((0, len(target)),))
        return
    if pair.spaced:
        left = tuple(found.span() for found in _HAN.finditer(target))
        if left:
            yield Finding("untranslated", "Some of the source was left untranslated.", left)
