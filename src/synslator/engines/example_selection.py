"""Which memory entries a text learns from: the most alike ones, and those that cover what these do not.

Matches that are alike are often alike among themselves and say the same thing many times. A poor match is
worth more where it holds a phrase of the text that no better one has.
"""

import re
from collections.abc import Iterable, Sequence

from synslator.engines.protocol import Example
from synslator.memory.model import LookupOptions, Match
from synslator.text.scripts import ATTACHING, fold
from synslator.text.tags import strip

_CHARACTERS = re.compile(f"[{ATTACHING}]")
"""What scripts without spaces have, and Korean, whose words take particles."""
_WORD = re.compile(r"[^\W_]+")

ENGINE_LOOKUP = LookupOptions(matches=64, minimum_rate=12)
"""What engines are given to choose from."""
MOST = 16
"""Memory entries that one text learns from at most."""
ALIKE = 8
"""Of these, how many for being alike."""
NGRAMS = (2, 3, 4)
"""Characters or words of the n-grams that an entry covers a text by."""
MIN_NEW = 3
"""N-grams that an entry must cover and none before it does."""


def examples_of(matches: Iterable[Match]) -> list[Example]:
    """Return what an engine may learn from matches, in their order; engines see no tags."""
    return [
        Example(
            match.entry.id,
            match.entry.version,
            strip(match.entry.source),
            strip(match.entry.target),
            match.rate,
            match.here,
        )
        for match in matches
    ]


def choose(text: str, examples: Sequence[Example], least_rate: int, cover_rate: int) -> list[Example]:
    """The examples to learn from: those alike from `least_rate` on, those that cover from `cover_rate` on.

    A phrase that the same document has settled is covered by it, whatever else covers it.
    """
    ranked = sorted(examples, key=lambda one: one.order)
    chosen = [one for one in ranked[:ALIKE] if one.rate >= least_rate]
    rest = [one for one in ranked[len(chosen) :] if one.rate >= cover_rate]
    wanted = ngrams(text)
    own = [one for one in chosen if one.here]
    settled = _covering(wanted, own, [one for one in rest if one.here])
    chosen += settled
    return chosen + _covering(wanted, chosen, [one for one in rest if one not in settled])


def _covering(wanted: set[str], chosen: Sequence[Example], offered: Sequence[Example]) -> list[Example]:
    """Return those offered that cover what the chosen ones do not, what covers most first."""
    left, found = set(wanted), list[Example]()
    for one in chosen:
        left -= covered(left, one.source)
    if len(left) < MIN_NEW:
        return found
    rest = [(one, covered(left, one.source)) for one in offered]
    while rest and len(chosen) + len(found) < MOST:
        best = max(rest, key=lambda pair: len(left & pair[1]))
        if len(left & best[1]) < MIN_NEW:
            break
        found.append(best[0])
        left -= best[1]
        rest.remove(best)
    return found


def ngrams(text: str) -> set[str]:
    """Return the n-grams of a text: of characters, spaces left out, or of words where these are separated.

    Letters say little by themselves: two English sentences share many runs of four that mean nothing.
    """
    if not _CHARACTERS.search(text):
        return _runs(_WORD.findall(fold(text)), " ")
    return _runs("".join(text.split()), "")


def covered(wanted: set[str], source: str) -> set[str]:
    """Return those of some n-grams that a source has."""
    dense, separated = "".join(source.split()), any(" " in ngram for ngram in wanted)
    phrases = _runs(_WORD.findall(fold(source)), " ") if separated else set()
    return {ngram for ngram in wanted if (ngram in phrases if " " in ngram else ngram in dense)}


def _runs(units: Sequence[str], joiner: str) -> set[str]:
    return {joiner.join(units[at : at + size]) for size in NGRAMS for at in range(len(units) - size + 1)}
