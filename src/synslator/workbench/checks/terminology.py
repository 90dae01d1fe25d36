"""Terms: translated as the termbase says, and not as it forbids."""

import re
from collections.abc import Iterable, Iterator, Sequence

from synslator.formats.exchange.model import Term
from synslator.terms.matcher import TermMatch
from synslator.text.scripts import ATTACHING, fold
from synslator.workbench.checks.model import Finding, Pair, Span, edits, masked

_SPACED = re.compile(rf"[^\W{ATTACHING}]")
_ANY_ENDING = r"\w{0,4}"
"""What a word may end in and perhaps still be the term, where nothing is known about the language."""


def missing_terms(pair: Pair) -> Iterator[Finding]:
    """Find terms of the source for which none of their translations stands in the target."""
    target, endings = fold(masked(pair.target)), _endings(pair, _ANY_ENDING)
    for match in _longest(pair.terms):
        wanted = [term for term in _translations(match) if term.status != "forbidden"]
        if wanted and not any(_places(target, term.text, endings) for term in wanted):
            source = pair.source[match.start : match.end]
            message = f"Term not used: {source} → {' / '.join(dict.fromkeys(term.text for term in wanted))}"
            yield Finding("terms", message, (), ((match.start, match.end),))


def forbidden_terms(pair: Pair) -> Iterator[Finding]:
    """Find translations that the termbase forbids; where one is preferred, it can take their place."""
    target, endings = fold(masked(pair.target)), _endings(pair, "")
    seen: set[Span] = set()
    for match in _longest(pair.terms):
        translations = _translations(match)
        allowed = [
            span
            for one in translations
            if one.status != "forbidden"
            for span in _places(target, one.text, endings)
        ]
        preferred = list(dict.fromkeys(one.text for one in translations if one.status == "preferred"))
        for term in translations:
            if term.status != "forbidden":
                continue
            places = [
                span
                for span in _places(target, term.text, endings)
                if span not in seen and not any(a <= span[0] and span[1] <= b for a, b in allowed)
            ]
            if not places:
                continue
            seen.update(places)
            fix = (
                edits(pair.target, [(span, preferred[0]) for span in places]) if len(preferred) == 1 else None
            )
            advice = f" (use {preferred[0]})" if preferred else ""
            message = f"Forbidden term: {match.meanings[0].term.text} → {term.text}{advice}"
            yield Finding("forbidden_terms", message, tuple(places), ((match.start, match.end),), fix)


def _translations(match: TermMatch) -> Sequence[Term]:
    return [term for meaning in match.meanings for term in meaning.translations]


def _longest(matches: Iterable[TermMatch]) -> Iterator[TermMatch]:
    """Yield the terms that no longer one covers; the longest come first."""
    taken: list[Span] = []
    for match in matches:
        if not any(start <= match.start and match.end <= end for start, end in taken):
            taken.append((match.start, match.end))
            yield match


def _endings(pair: Pair, unknown: str) -> str:
    profile = pair.target_profile
    return profile.endings if profile.known else unknown


def _places(target: str, term: str, endings: str) -> list[Span]:
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
