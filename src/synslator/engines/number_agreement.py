"""Numbers of the source in its translations: entries of a memory give their words, not their numbers.

An entry whose sources differ in their numbers is learned from with the text's numbers in place of its own.
A heading keeps the number that it begins with, also where the memory knows it without one.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from synslator.engines.protocol import Example
from synslator.runtime.manifest import Manifest
from synslator.text.languages import profile
from synslator.text.languages.numbers import Number, numbers_in, write_number
from synslator.text.tags import TAG

LEAST_RATE = 70
"""Entries from this match rate on say the same with other numbers; to adapt one costs a pass of the model."""
HEADING = re.compile(r"\s*(\d+(?:\.\d+)*)\s+(?=[^\W\d_])")
"""The number of a heading: something follows it behind a blank."""
Range = tuple[int, int]


def with_numbers_of(text: str, example: Example, manifest: Manifest) -> Example:
    """Return an example with a text's numbers, where it is clear which of its own they take the place of."""
    if example.rate < LEAST_RATE:
        return example
    languages = manifest.source_language, manifest.target_language
    source, target = transferred(text, example.source, example.target, languages)
    return replace(example, source=source, target=target)


def transferred(text: str, source: str, target: str, languages: tuple[str, str]) -> tuple[str, str]:
    """Return a source and its translation with a text's numbers in place of their own.

    Both stay as they are where it is not clear which number takes the place of which.
    """
    there, here = map(profile, languages)
    ours, theirs = (list(numbers_in(_untagged(one), there)) for one in (text, source))
    changed = [(old, new) for old, new in zip(theirs, ours, strict=False) if not _same(old, new)]
    if not changed or len(ours) != len(theirs) or not here.known:
        return source, target
    written = list(numbers_in(_untagged(target), here))
    edits: list[tuple[Range, str]] = []
    for old, new in changed:
        places = [number for number in written if _same(number, old)]
        if len(places) != 1:
            return source, target
        edits.append((places[0].span, write_number(new, here)))
    return _edited(source, [(old.span, new.text) for old, new in changed]), _edited(target, edits)


def lost_heading(source: str, target: str) -> str:
    """Return the number that a source begins with and its translation does not have, or nothing."""
    found = HEADING.match(source)
    if not found or re.search(rf"(?<![\d.]){re.escape(found[1])}(?![\d]|\.\d)", target):
        return ""
    return found[1]


def with_heading(source: str, target: str) -> str:
    """Return a translation with the number that its source begins with."""
    number = lost_heading(source, target) if target.strip() else ""
    return f"{number} {target.lstrip()}" if number else target


def _untagged(text: str) -> str:
    """Return a text without its tags, in which everything else stands where it stood."""
    return TAG.sub(lambda found: "\ue000" * len(found[0]), text)


def _same(one: Number, other: Number) -> bool:
    return one.text == other.text or not one.readings.isdisjoint(other.readings)


def _edited(text: str, edits: Sequence[tuple[Range, str]]) -> str:
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
