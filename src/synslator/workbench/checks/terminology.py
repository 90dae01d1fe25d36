"""Terms: translated as the termbase says, and not as it forbids."""

from collections.abc import Iterator

from synslator.terms.usage import ANY_ENDING, longest, places, translations
from synslator.text.scripts import fold
from synslator.workbench.checks.model import Finding, Pair, Span, edits, masked


def missing_terms(pair: Pair) -> Iterator[Finding]:
    """Find terms of the source for which none of their translations stands in the target."""
    target, endings = fold(masked(pair.target)), _endings(pair, ANY_ENDING)
    for match in longest(pair.terms):
        wanted = [term for term in translations(match) if term.status != "forbidden"]
        if wanted and not any(places(target, term.text, endings) for term in wanted):
            source = pair.source[match.start : match.end]
            message = f"Term not used: {source} → {' / '.join(dict.fromkeys(term.text for term in wanted))}"
            yield Finding("terms", message, (), ((match.start, match.end),))


def forbidden_terms(pair: Pair) -> Iterator[Finding]:
    """Find translations that the termbase forbids; where one is preferred, it can take their place."""
    target, endings = fold(masked(pair.target)), _endings(pair, "")
    seen: set[Span] = set()
    for match in longest(pair.terms):
        terms = translations(match)
        allowed = [
            span for one in terms if one.status != "forbidden" for span in places(target, one.text, endings)
        ]
        preferred = list(dict.fromkeys(one.text for one in terms if one.status == "preferred"))
        for term in terms:
            if term.status != "forbidden":
                continue
            standing = [
                span
                for span in places(target, term.text, endings)
                if span not in seen and not any(a <= span[0] and span[1] <= b for a, b in allowed)
            ]
            if not standing:
                continue
            seen.update(standing)
            fix = (
                edits(pair.target, [(span, preferred[0]) for span in standing])
                if len(preferred) == 1
                else None
            )
            advice = f" (use {preferred[0]})" if preferred else ""
            message = f"Forbidden term: {match.meanings[0].term.text} → {term.text}{advice}"
            yield Finding("forbidden_terms", message, tuple(standing), ((match.start, match.end),), fix)


def _endings(pair: Pair, unknown: str) -> str:
    profile = pair.target_profile
    return profile.endings if profile.known else unknown
