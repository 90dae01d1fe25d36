"""Terms of a source in the translation of a similar one: a match is inserted with the segment's terms.

A term takes another's place only where that is clear: both are in the termbase and stand at the same place
of two sources that differ there, and the translation has the other's translation exactly once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rapidfuzz.distance import Indel

from synslator.terms.matcher import TermMatch
from synslator.terms.usage import Demand, Span, demands, places
from synslator.text.scripts import fold

_FIRST_ATOM = 0xF0000
_NO_PLAIN_PLURAL = re.compile(r"(?:[sxz]|[cs]h|[^aeiou]y)$")
"""Words to which an s is not simply added."""

Found = tuple[str, Sequence[TermMatch]]
"""A source with its terms."""


def with_terms_of(ours: Found, theirs: Found, target: str, language: str) -> str:
    """Return the translation of their source with the terms of ours, where it is clear which they replace."""
    edits: dict[Span, str] = {}
    for old, new in _replaced(ours, theirs, language):
        place = _only_place(target, old)
        if place is None or any(start < place[1] and place[0] < end for start, end in edits):
            continue
        ending = re.match(r"[\w'’]*", target[place[1] :])
        if ending and _takes(new.term, ending[0]):
            edits[place] = _cased(new.term, target[place[0] : place[1]], old)
    for (start, end), term in sorted(edits.items(), reverse=True):
        target = target[:start] + term + target[end:]
    return target


def _replaced(ours: Found, theirs: Found, language: str) -> Iterator[tuple[Demand, Demand]]:
    """Yield each term of their source, and the one that stands in its place in ours."""
    atoms: dict[str, str] = {}
    new, old = (_with_atoms(text, demands(found, language), atoms) for text, found in (ours, theirs))
    (before, in_theirs), (after, in_ours) = old, new
    for common, codes in groupby(Indel.opcodes(before, after), lambda code: code.tag == "equal"):
        if common:
            continue
        changes = list(codes)
        left = [
            in_theirs[one] for one in before[changes[0].src_start : changes[-1].src_end] if one in in_theirs
        ]
        entered = [
            in_ours[one] for one in after[changes[0].dest_start : changes[-1].dest_end] if one in in_ours
        ]
        if len(left) == len(entered) == 1:
            yield left[0], entered[0]


def _with_atoms(text: str, found: Sequence[Demand], atoms: dict[str, str]) -> tuple[str, dict[str, Demand]]:
    """Write each term as one character that stands for its translation; return also what each stands for."""
    meant: dict[str, Demand] = {}
    for one in sorted(found, key=lambda demand: demand.span, reverse=True):
        atom = atoms.setdefault(one.term, chr(_FIRST_ATOM + len(atoms)))
        meant[atom] = one
        text = text[: one.span[0]] + atom + text[one.span[1] :]
    return text, meant


def _only_place(target: str, demand: Demand) -> Span | None:
    folded = fold(target)
    found = {span for term in demand.allowed for span in places(folded, term, demand.endings)}
    return found.pop() if len(found) == 1 else None


def _takes(term: str, ending: str) -> bool:
    """Return whether a term can have the ending that another one had."""
    return not ending or ending[0] in "'’" or (ending == "s" and not _NO_PLAIN_PLURAL.search(term))


def _cased(term: str, there: str, old: Demand) -> str:
    """Return a term with a capital where only its place gave the other one a capital."""
    capital = there[:1].isupper() and not any(one[:1].isupper() for one in old.allowed)
    return term[:1].upper() + term[1:] if capital else term
