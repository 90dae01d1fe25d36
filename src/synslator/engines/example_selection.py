"""Which memory entries a text learns from: the most alike ones, and those that cover what these do not.

Matches that are alike are often alike among themselves and say the same thing many times. A poor match is
worth more where it holds a phrase of the text that no better one has.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

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
BEGINNING = 2
"""Characters that tell at once of most n-grams that a source lacks them."""
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
    ranked = sorted(examples, key=attrgetter("order"))
    chosen = [one for one in ranked[:ALIKE] if one.rate >= least_rate]
    rest = [one for one in ranked[len(chosen) :] if one.rate >= cover_rate]
    wanted = Phrases.of(text)
    own = [one for one in chosen if one.here]
    settled = _covering(wanted, own, [one for one in rest if one.here])
    chosen += settled
    return chosen + _covering(wanted, chosen, [one for one in rest if one not in settled])


def _covering(wanted: "Phrases", chosen: Sequence[Example], offered: Sequence[Example]) -> list[Example]:
    """Return those offered that cover what the chosen ones do not, what covers most first."""
    found = list[Example]()
    if not offered:
        return found
    phrases = wanted.without({ngram for one in chosen for ngram in wanted.covered(one.source)})
    left = set(phrases.ngrams)
    if len(left) < MIN_NEW:
        return found
    covering = ((one, phrases.covered(one.source)) for one in offered)
    rest = [pair for pair in covering if len(pair[1]) >= MIN_NEW]
    while rest and len(chosen) + len(found) < MOST:
        best = max(rest, key=lambda pair: len(left & pair[1]))
        if len(left & best[1]) < MIN_NEW:
            break
        found.append(best[0])
        left -= best[1]
        rest.remove(best)
    return found


@dataclass(frozen=True)
class Phrases:
    """N-grams of a text: of characters, spaces left out, or of words where these are separated.

    Letters say little by themselves: two English sentences share many runs of four that mean nothing.
    """

    separated: bool
    ngrams: frozenset[str]
    """Those of words have a space at each end."""

    @classmethod
    def of(cls, text: str) -> "Phrases":
        """Return all of a text."""
        none = cls(not _CHARACTERS.search(text), frozenset())
        units = none.units(text)
        longest = (units[at : at + NGRAMS[-1]] for at in range(len(units) - NGRAMS[0] + 1))
        return none.with_ngrams(
            none.run(one[:size]) for one in longest for size in NGRAMS if size <= len(one)
        )

    def with_ngrams(self, ngrams: Iterable[str]) -> "Phrases":
        """Return the same text with other n-grams."""
        return replace(self, ngrams=frozenset(ngrams))

    def without(self, ngrams: set[str]) -> "Phrases":
        """Return what is left without some of them."""
        return self.with_ngrams(self.ngrams - ngrams)

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The n-grams by how they begin: a source that lacks the beginning lacks all of them."""
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for ngram in self.ngrams:
            groups[ngram[:BEGINNING]].append(ngram)
        return groups

    def covered(self, source: str) -> set[str]:
        """Return those of the n-grams that a source has."""
        whole = self.run(self.units(source))
        begun = [ngrams for beginning, ngrams in self.groups.items() if beginning in whole]
        return {ngram for ngrams in begun for ngram in ngrams if ngram in whole}

    def units(self, text: str) -> Sequence[str]:
        """Return the characters or words of a text."""
        return _WORD.findall(fold(text)) if self.separated else "".join(text.split())

    def run(self, units: Sequence[str]) -> str:
        """Return characters or words in one string, in which a run of them can be looked for."""
        return f" {' '.join(units)} " if self.separated else "".join(units)
