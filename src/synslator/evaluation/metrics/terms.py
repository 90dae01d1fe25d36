"""Term accuracy: does a translation have the terms that its reference has?

A term of a termbase counts where it stands in the source and one of its translations in the reference. It is
right where a translation that the reference has stands in the text that is scored. Longer terms go first, and
a shorter one inside of them is none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.testset import file_sha256
from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.text.words import TOKEN
from synslator.training.data.corpus import read_fields

ENDINGS = ("'s", "’s", "ies", "es", "s", "ing", "ed", "ly")
SHORTEST = 3
"""Letters that a stem has at least."""
SENSES = ";"
"""Between the translations of a term."""


@dataclass(frozen=True)
class Termbase:
    """Terms to look for, and where they come from."""

    name: str
    sha256: str
    matcher: TermMatcher


def read_termbase(path: Path, source: str, target: str) -> Termbase:
    """Read a file of `term<TAB>translation; translation` lines, plain or `.xz`, for two languages."""
    concepts = (
        Concept((Term(source, term), *(Term(target, one.strip()) for one in senses.split(SENSES))))
        for term, senses in read_fields(path, ("term", "translations"))
    )
    name = f"{path.parent.name}/{path.name.partition('.')[0]}"
    return Termbase(name, file_sha256(path), TermMatcher(concepts, source, target))


def demanded(termbase: Termbase, source: str, reference: str) -> list[list[str]]:
    """Return the terms of a source that the reference translates, each with the translations that it has."""
    found, taken = [], 0
    matches = sorted(termbase.matcher.find(source), key=lambda match: (match.start, -match.end))
    for match in matches:
        if match.start < taken:
            continue
        taken = match.end
        ways = {one.text for meaning in match.meanings for one in meaning.translations}
        if there := sorted(way for way in ways if has_term(reference, way)):
            found.append(there)
    return found


def term_statistics(
    termbase: Termbase, sources: Iterable[str], hypotheses: Sequence[str], references: Sequence[str]
) -> Numbers:
    """Count the terms of each segment that are right, and those there are: (segments, 2)."""
    rows = []
    for source, hypothesis, reference in zip(sources, hypotheses, references, strict=True):
        terms = demanded(termbase, source, reference)
        rows.append([sum(any(has_term(hypothesis, way) for way in ways) for ways in terms), len(terms)])
    return np.array(rows, np.float64).reshape(len(rows), 2)


def share(sums: Numbers) -> float:
    """Return what is right, in percent."""
    return float(100 * sums[0] / max(sums[1], 1))


def has_term(text: str, term: str) -> bool:
    """Return whether a text has a term: its words in a row, without case and endings."""
    wanted = stems(term)
    there = stems(text)
    return bool(wanted) and any(
        there[at : at + len(wanted)] == wanted for at in range(len(there) - len(wanted) + 1)
    )


def stems(text: str) -> list[str]:
    """Return the words of a text as they are compared; characters of a script without spaces are words."""
    return [stem(word.casefold()) for word in TOKEN.findall(text) if any(map(str.isalnum, word))]


def stem(word: str) -> str:
    """Return a word without its ending, with one spelling for the ends that change: story and stories."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > SHORTEST and word[-1] in "eyi" else word
