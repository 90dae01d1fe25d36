"""What is wrong with a translation as a whole: its length, its language, its difference from others."""

import re
from collections.abc import Iterator

from synslator.text.scripts import HAN, SCRIPTS, SYLLABLES, fold
from synslator.text.words import count_words, has_spaceless
from synslator.workbench.checks.model import MASK, Finding, Pair, Span, masked

_HAN_WIDTH = 3.0
_SYLLABLE_WIDTH = 2.0
"""How many Latin letters a character is worth, about, when a text is translated."""
_LOWER = "a-z\u00df-\u00f6\u00f8-\u00ff"
_LATIN_PHRASE = re.compile(rf"(?<![\w./@-])[{_LOWER}]{{2,}}(?:,? [{_LOWER}]{{2,}})+(?![\w/@-])")
"""Small Latin words in a row; single ones and names are often kept, as file names and commands are."""
_SHORT = 12.0
"""Texts up to this many letters vary too much for their length to mean anything."""


def length(pair: Pair) -> Iterator[Finding]:
    """Compare the lengths of both sides, characters weighed by what they become in translation."""
    expected, found = _width(pair.source), _width(pair.target)
    if expected <= _SHORT:
        return
    if found > expected * pair.longest_ratio:
        yield Finding("length", f"Target much longer than expected ({found / expected:.1f} times)")
    elif found < expected / pair.longest_ratio:
        yield Finding("length", "Target much shorter than expected")


def _width(text: str) -> float:
    plain = masked(text).replace(MASK, "")
    han = len(re.findall(f"[{HAN}]", plain))
    syllables = len(re.findall(f"[{SYLLABLES}]", plain))
    return len(plain) - han - syllables + _HAN_WIDTH * han + _SYLLABLE_WIDTH * syllables


def inconsistent(pair: Pair) -> Iterator[Finding]:
    """Compare with confirmed translations of the same source."""
    others = [other for other in dict.fromkeys(pair.elsewhere) if other.strip() != pair.target.strip()]
    if others:
        shown = others[0] if len(others) == 1 else f"{others[0]} (and {len(others) - 1} more)"
        yield Finding("inconsistent", f"Same source translated differently elsewhere: {shown}")


def untranslated(pair: Pair) -> Iterator[Finding]:
    """Look for a target that is the source, or that has characters of its script left."""
    source, target = masked(pair.source), masked(pair.target)
    if any(char.isalpha() and char != MASK for char in source) and fold(source.strip()) == fold(
        target.strip()
    ):
        if has_spaceless(source) or count_words(source) > 1:
            yield Finding("untranslated", "Target same as source", ((0, len(target)),))
        return
    left = tuple(_left_over(pair, source, target))
    if left:
        yield Finding("untranslated", "Untranslated source text", left)


def _left_over(pair: Pair, source: str, target: str) -> Iterator[Span]:
    """Find what is written in a script of the source language that the target language does not have."""
    if not pair.target_profile.scripts:
        return
    foreign = [name for name in pair.source_profile.scripts if name not in pair.target_profile.scripts]
    letters = "".join(SCRIPTS[name] for name in foreign if name != "Latin")
    if letters:
        yield from (found.span() for found in re.finditer(f"[{letters}]+", target))
    if "Latin" in foreign:
        there = fold(source)
        yield from (found.span() for found in _LATIN_PHRASE.finditer(target) if fold(found[0]) in there)
