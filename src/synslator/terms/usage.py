"""Terms in translations: where they stand, and which ones a translation must have.

The checks and the machine's suggestions go by the same rules: words as a whole, letters in either case, with
the endings that are usual in the language.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from synslator.formats.exchange.model import Term
from synslator.terms.matcher import TermMatch
from synslator.text.languages import profile
from synslator.text.scripts import ATTACHING, fold

Span = tuple[int, int]
_SPACED = re.compile(rf"[^\W{ATTACHING}]")
ANY_ENDING = r"\w{0,4}"
"""What a word may end in and perhaps still be the term, where nothing is known about the language."""


def translations(match: TermMatch) -> Sequence[Term]:
    """Return all that a term may be called in the other language."""
    return [term for meaning in match.meanings for term in meaning.translations]


def longest(matches: Iterable[TermMatch]) -> Iterator[TermMatch]:
    """Yield the terms that no longer one covers; the longest come first."""
    taken: list[Span] = []
    for match in matches:
        if not any(start <= match.start and match.end <= end for start, end in taken):
            taken.append((match.start, match.end))
            yield match


def places(target: str, term: str, endings: str) -> list[Span]:
    """Find a term in a folded text, as whole words with the usual endings."""
    folded = fold(term.strip())
    if not folded:
        return []
    before = rf"(?<![^\W{ATTACHING}])" if _SPACED.match(folded[0]) else ""
    after = rf"{endings}(?![^\W{ATTACHING}])" if _SPACED.match(folded[-1]) else ""
    pattern = r"\s+".join(re.escape(word) for word in folded.split())
    return [
        (found.start(), found.start() + len(found[1]))
        for found in re.finditer(f"{before}({pattern}){after}", target)
    ]


@dataclass(frozen=True)
class Demand:
    """A term of a source that has one translation which is meant."""

    span: Span
    """Where it stands in the source."""
    term: str
    """What it is to be called."""
    allowed: tuple[str, ...]
    """What it may be called, that included."""
    forbidden: tuple[str, ...] = ()
    endings: str = ANY_ENDING

    def met(self, target: str) -> bool:
        """Return whether a translation has the term, or another one that is allowed for it."""
        folded = fold(target)
        return any(places(folded, term, self.endings) for term in self.allowed)

    def kept(self, target: str) -> bool:
        """Return whether a translation has the term, and none that is forbidden for it."""
        return self.met(target) and not self.against(target)

    def against(self, target: str) -> list[Span]:
        """Return where a translation has a term that is forbidden."""
        folded = fold(target)
        right = [span for term in self.allowed for span in places(folded, term, self.endings)]
        return [
            span
            for term in self.forbidden
            for span in places(folded, term, self.endings)
            if not any(start <= span[0] and span[1] <= end for start, end in right)
        ]


def demands(matches: Iterable[TermMatch], language: str) -> list[Demand]:
    """Return what terms of a source demand of its translation, in the order of the source.

    Where several translations are equally good, the context decides, and nothing is demanded.
    """
    target = profile(language)
    found = []
    for match in longest(matches):
        terms = translations(match)
        allowed = tuple(dict.fromkeys(term.text.strip() for term in terms if term.status != "forbidden"))
        preferred = list(dict.fromkeys(term.text.strip() for term in terms if term.status == "preferred"))
        choice = preferred or list(allowed)
        if len(choice) == 1 and choice[0]:
            forbidden = tuple(term.text.strip() for term in terms if term.status == "forbidden")
            endings = target.endings if target.known else ANY_ENDING
            found.append(Demand((match.start, match.end), choice[0], allowed, forbidden, endings))
    return sorted(found, key=lambda demand: demand.span)
