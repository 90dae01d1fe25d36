"""The stretches of a source that are covered or left out as a whole: clauses, and parts of long ones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from synslator.text.scripts import SPACELESS
from synslator.text.tag_placement import Range
from synslator.text.words import TOKEN

MOST_PIECES = 8
"""Pieces of a stretch; a longer clause is divided evenly, so that a part of it can be missed."""
LEAST_LETTERS = 2
END = re.compile(rf"[，；：。！？、…]|[,;:.!?](?!\w)|[{SPACELESS}](?=\s+[{SPACELESS}])")
"""Where a clause ends: at a mark, unless it stands inside a number or an address, and before a blank between
words that need none. Brackets end nothing: what stands in them often says the same once more."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a source."""

    pieces: tuple[int, ...]
    """All of it, as the model reads it."""
    words: tuple[int, ...]
    """Those that are not mere marks."""
    span: Range
    """Where it stands in the text, without marks and blanks at its edges."""


def clauses_of(text: str, places: Sequence[Range]) -> list[Clause]:
    """Divide a text whose pieces stand at some places."""
    wordy = [any(map(str.isalnum, text[start:end])) for start, end in places]
    found = []
    for run in _runs(text, places):
        for part in _divided(text, places, run):
            words = tuple(n for n in part if wordy[n])
            letters = sum(char.isalnum() for n in words for char in text[slice(*places[n])])
            if letters >= LEAST_LETTERS:
                span = places[words[0]][0], places[words[-1]][1]
                start = span[0] + len(text[slice(*span)]) - len(text[slice(*span)].lstrip())
                found.append(Clause(tuple(part), words, (start, span[1])))
    return found


def _runs(text: str, places: Sequence[Range]) -> Iterator[list[int]]:
    """Divide the pieces where a clause ends."""
    ends = {match.start() for match in END.finditer(text)}
    run: list[int] = []
    for number, (start, end) in enumerate(places):
        run.append(number)
        if not ends.isdisjoint(range(start, end)):
            yield run
            run = []
    if run:
        yield run


def _divided(text: str, places: Sequence[Range], run: Sequence[int]) -> Iterator[list[int]]:
    """Divide a long run as evenly as its words allow."""
    parts = -(-len(run) // MOST_PIECES)
    inside = {place for match in TOKEN.finditer(text) for place in range(match.start() + 1, match.end())}
    edges = [0]
    for wanted in np.linspace(0, len(run), parts + 1)[1:-1]:
        free = [n for n in range(edges[-1] + 1, len(run)) if places[run[n]][0] not in inside]
        if free:
            edges.append(min(free, key=lambda n: abs(n - wanted)))
    for start, end in pairwise([*edges, len(run)]):
        yield list(run[start:end])
