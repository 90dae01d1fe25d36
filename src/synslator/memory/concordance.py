"""Concordance: where a word or phrase was used before, on either side, exactly or nearly so."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from synslator.memory.index import Side
from synslator.memory.lookup import TranslationMemory
from synslator.memory.model import Entry, MemoryHealth, MemoryProblem
from synslator.text.scripts import ATTACHING, fold

_PROPOSED = 4
"""Entries to ask the index for, for each hit that is wanted: a few hold the tokens but not the phrase."""
_WORD_CHARACTER = rf"[^\W{ATTACHING}]"
_SPACED = re.compile(_WORD_CHARACTER)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ConcordanceHit:
    """An entry that holds what was searched for, and where."""

    entry: Entry
    side: Side
    spans: Sequence[Span]
    """Positions in the text of that side, to be highlighted."""
    score: float
    """100 for the phrase itself, less for something like it."""


@dataclass(frozen=True, slots=True)
class Concordance:
    """What a search found: the nearest first, of equals the newest."""

    hits: Sequence[ConcordanceHit]
    health: MemoryHealth


@dataclass(frozen=True, slots=True)
class ConcordanceOptions:
    """How to search for a phrase."""

    sides: tuple[Side, ...] = ("source", "target")
    exact: bool = True
    limit: int = 50
    least_score: float = 75.0
    """How near something must be, 0 to 100, where the search is not exact."""

    def __post_init__(self) -> None:
        problems = []
        if not self.sides or not set(self.sides) <= {"source", "target"}:
            problems.append(f"sides must be source, target or both, not {self.sides}")
        if not 1 <= self.limit <= 1000:
            problems.append(f"limit must be from 1 to 1000, not {self.limit}")
        if not 0 <= self.least_score <= 100:
            problems.append(f"least_score must be from 0 to 100, not {self.least_score}")
        if problems:
            raise MemoryProblem("; ".join(problems) + ".")


def concordance(
    memory: TranslationMemory, phrase: str, options: ConcordanceOptions | None = None
) -> Concordance:
    """Search a memory for a phrase."""
    options = options or ConcordanceOptions()
    if not phrase.strip():
        raise MemoryProblem("Enter a word or phrase to search for.")
    find = _exactly(phrase) if options.exact else _nearly(phrase, options.least_score)
    hits: list[ConcordanceHit] = []
    for side in options.sides:
        entries = memory.holding(side, phrase, options.limit * _PROPOSED, options.exact)
        hits += _hits(entries, side, find)
    hits.sort(key=lambda hit: (-hit.score, -hit.entry.changed_at, -hit.entry.id))
    return Concordance(hits[: options.limit], memory.health())


Find = Callable[[str], tuple[Sequence[Span], float]]


def _hits(entries: Iterable[Entry], side: Side, find: Find) -> list[ConcordanceHit]:
    hits = []
    for entry in {entry.id: entry for entry in entries}.values():
        spans, score = find(entry.source if side == "source" else entry.target)
        if spans:
            hits.append(ConcordanceHit(entry, side, spans, score))
    return hits


def _exactly(phrase: str) -> Find:
    """Find the phrase itself, in any case and width; a word may go on where the phrase ends."""
    words = [re.escape(word) for word in fold(phrase).split()]
    boundary = rf"(?<!{_WORD_CHARACTER})" if re.match(_WORD_CHARACTER, words[0]) else ""
    pattern = re.compile(boundary + r"\s+".join(words))

    def find(text: str) -> tuple[Sequence[Span], float]:
        return [found.span() for found in pattern.finditer(fold(text))], 100.0

    return find


def _nearly(phrase: str, least: float) -> Find:
    """Find the stretch of a text that is most like the phrase."""
    wanted = fold(" ".join(phrase.split()))

    def find(text: str) -> tuple[Sequence[Span], float]:
        # A text shorter than the phrase would be sought in the phrase instead, and always be found.
        if len(text) * 100 < len(wanted) * least:
            return [], 0.0
        found = fuzz.partial_ratio_alignment(wanted, fold(text), score_cutoff=least)
        if found is None:
            return [], 0.0
        return [_whole_words(text, found.dest_start, found.dest_end)], found.score

    return find


def _whole_words(text: str, start: int, end: int) -> Span:
    """Widen a span so that it cuts no word."""
    while 0 < start < len(text) and _SPACED.match(text, start) and _SPACED.match(text, start - 1):
        start -= 1
    while 0 < end < len(text) and _SPACED.match(text, end - 1) and _SPACED.match(text, end):
        end += 1
    return start, end
