"""Finding all terms of a project in a segment, by Aho-Corasick, in microseconds however many there are.

Letters match in either case and width. Where a script parts words by spaces a term matches whole words only.
Terms that overlap are all found; the longest come first.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from synslator.formats.exchange.model import Concept, Term
from synslator.text.language_tags import same_language
from synslator.text.scripts import ATTACHING, fold

_SPACED = re.compile(rf"[^\W{ATTACHING}]")


class Home(NamedTuple):
    """Where a concept is kept."""

    termbase: int
    concept: int


class Meaning(NamedTuple):
    """What a term stands for in one concept."""

    concept: Concept
    term: Term
    """The term that was found."""
    translations: Sequence[Term]
    """The concept's terms in the other language: preferred ones first, forbidden ones last."""
    home: Home | None = None
    """Where the concept is kept, if it is in a termbase."""


class TermMatch(NamedTuple):
    """A term in a text, with everything that it may mean."""

    start: int
    end: int
    meanings: Sequence[Meaning]


_ORDER = {"preferred": 0, "admitted": 1, "forbidden": 2}


class TermMatcher:
    """Finds the terms of many concepts in texts of one language. Never changes; may be shared by threads."""

    def __init__(
        self,
        concepts: Iterable[Concept],
        source_language: str,
        target_language: str,
        homes: Iterable[Home | None] = repeat(None),
    ) -> None:
        meanings: dict[str, list[Meaning]] = {}
        for concept, home in zip(concepts, homes, strict=False):
            known = [term for term in concept.terms if same_language(source_language, term.language)]
            others = [term for term in concept.terms if same_language(target_language, term.language)]
            others.sort(key=lambda term: _ORDER[term.status])
            for term in known:
                if pattern := fold(term.text.strip()):
                    meanings.setdefault(pattern, []).append(Meaning(concept, term, others, home))
        self._meanings = list(meanings.values())
        self._bounds = [_bounds(term) for term in meanings]
        self._automaton = AhoCorasick(list(meanings), matchkind=MatchKind.Standard) if meanings else None

    def __len__(self) -> int:
        return len(self._meanings)

    def find(self, text: str) -> list[TermMatch]:
        """Return every term in a text, the longest first and of equals the first."""
        if self._automaton is None or not text:
            return []
        folded = fold(text)
        bounds = self._bounds
        found = [
            (start - end, start, number)
            for number, start, end in self._automaton.find_matches_as_indexes(folded, overlapping=True)
            if bounds[number] is None or self._stands_alone(folded, number, start, end)
        ]
        found.sort()
        meanings = self._meanings
        return [TermMatch(start, start - length, meanings[number]) for length, start, number in found]

    def _stands_alone(self, text: str, number: int, start: int, end: int) -> bool:
        """Return whether a match is not merely a part of a longer word."""
        at_start, at_end = self._bounds[number] or (False, False)
        if at_start and start > 0 and _SPACED.match(text, start - 1):
            return False
        return not (at_end and end < len(text) and _SPACED.match(text, end))


def _bounds(term: str) -> tuple[bool, bool] | None:
    """Return at which ends of a term a word must end too; None if at neither."""
    bounds = bool(_SPACED.match(term[0])), bool(_SPACED.match(term[-1]))
    return bounds if any(bounds) else None
