"""The suggestion box: the next best ways to go on besides the one shown.

Each alternative leaves the shown continuation at one piece, the best of those that were not taken, and is
then continued greedily until it has a few words. It is ranked by how probable it is that the text leaves
the shown one just there. All alternatives are continued side by side in one batch.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.drafts import Draft
from synslator.decoding.driver import Job, side_by_side
from synslator.decoding.greedy import Suffix, walk
from synslator.decoding.hypothesis import Hypothesis, best_places
from synslator.decoding.model import Floats, Ids
from synslator.decoding.options import SearchOptions
from synslator.decoding.prefix import Prefix, still_open
from synslator.decoding.words import readable
from synslator.text.words import count_words, first_words

POOL = 4
"""Branches that are looked at for each alternative wanted; some turn out to say the same."""
MOST = 12
"""Pieces after the branch at most."""
DRAFT = 3
"""Pieces of the shown continuation that are tried after a branch."""


@dataclass(frozen=True)
class Branch:
    """A place where the text may leave the shown continuation."""

    at: int
    """Position in the hypothesis."""
    piece: int
    log_probability: float
    """Of the shown pieces up to there and of this one."""


@dataclass(frozen=True)
class Alternative:
    """Another continuation."""

    text: str
    """All that it writes after the complete words: begins with the open text."""
    probability: float


@dataclass(frozen=True)
class Tail:
    """How a branch goes on, as far as that was asked."""

    ids: tuple[int, ...]
    ended: bool
    """Whether nothing more comes."""


NOTHING = Tail((), False)
Known = dict[tuple[tuple[int, ...], bytes], Tail]
"""Pieces up to and including a branch, open text -> what it goes on with.

Kept between keystrokes, so that a branch is continued once, however often it is shown.
"""


class SuggestionBox:
    """Looks for alternatives to one shown continuation."""

    def __init__(
        self, hypothesis: Hypothesis, suffix: Suffix, prefix: Prefix, options: SearchOptions, known: Known
    ) -> None:
        self.hypothesis, self.suffix, self.prefix = hypothesis, suffix, prefix
        self.options, self.known = options, known
        self.vocabulary = hypothesis.vocabulary

    def fill(self) -> Job[list[Alternative]]:
        """Find branches, continue them, and keep those that say something of their own, best first."""
        wanted, words = self.options.alternatives, self.options.alternative_words
        branches = sorted(self.branches(), key=lambda b: -b.log_probability)[: POOL * wanted]
        there = len(readable(self.prefix.rest))
        seen = {same(first_words(readable(self.vocabulary.table.write(self.suffix.ids)), words))}
        found: list[Alternative] = []
        while branches and len(found) < wanted:
            size = wanted - len(found) + 1  # one more, because two often say the same
            some, branches = branches[:size], branches[size:]
            written = yield from self.continued(some)
            for branch, text in zip(some, (first_words(readable(w), words) for w in written), strict=True):
                if same(text) not in seen and len(text) > there:
                    seen.add(same(text))
                    found.append(Alternative(text, math.exp(branch.log_probability)))
        return found[:wanted]

    def branches(self) -> list[Branch]:
        """The best pieces that were not taken, at each position of the first words."""
        branches: list[Branch] = []
        for place in self.places():
            if (
                count_words(readable(self.vocabulary.table.write(place.before)))
                > self.options.alternative_words
            ):
                break
            pieces, values = self.best_at(place)
            branches += [
                Branch(place.at, piece, place.so_far + value)
                for piece, value in zip(pieces.tolist(), values.tolist(), strict=True)
                if piece not in (place.taken, self.vocabulary.end) and math.isfinite(value)
            ]
        return branches

    def places(self) -> Iterator["Place"]:
        """The positions of the shown continuation, its end included if the model put it there."""
        suffix, rest, so_far = self.suffix, self.prefix.rest, 0.0
        last = suffix.first + len(suffix.ids)
        end = [piece for piece in self.hypothesis.ids[last : last + 1] if piece == self.vocabulary.end]
        for n, taken in enumerate([*suffix.ids, *end]):
            yield Place(suffix.first + n, taken, rest, suffix.ids[:n], so_far)
            if n < len(suffix.ids):
                rest = still_open(rest, self.vocabulary.table.surfaces[taken])
                so_far += suffix.log_probabilities[n]

    def best_at(self, place: "Place") -> tuple[Ids, Floats]:
        """The few best pieces that may stand at a place, and their log-probabilities there."""
        scores = self.hypothesis.scores[place.at]
        allowed = self.vocabulary.allowed(place.rest, place.before)
        if allowed is None:
            few = self.hypothesis.best_few(place.at)
            few = few[self.vocabulary.starts[few]]
            return few, scores[few]
        values = scores[allowed]
        top = values.max()
        total = top + np.log(np.exp(values - top).sum())
        few = best_places(values)
        return allowed[few], values[few] - total

    def continued(self, branches: Sequence[Branch]) -> Job[list[bytes]]:
        """What each branch writes after the complete words; unknown ones are continued side by side."""
        first, table = self.suffix.first, self.vocabulary.table
        paths = [(*self.hypothesis.ids[: b.at], b.piece) for b in branches]
        heads = [table.write(path[first:]) for path in paths]
        keys = [(path, self.prefix.rest[len(head) :]) for path, head in zip(paths, heads, strict=True)]
        jobs = [self.tail(*one) for one in zip(branches, heads, keys, strict=True)]
        tails = yield from side_by_side(jobs)
        return [head + table.write(tail) for head, tail in zip(heads, tails, strict=True)]

    def tail(self, branch: Branch, head: bytes, key: tuple[tuple[int, ...], bytes]) -> Job[tuple[int, ...]]:
        """How a branch goes on until it has enough words."""
        table, words = self.vocabulary.table, self.options.alternative_words

        def enough(ids: Sequence[int]) -> bool:
            return len(ids) >= MOST or count_words(readable(head + table.write(ids))) > words

        def complete(ids: Sequence[int]) -> bool:
            return len(table.write(ids)) >= len(rest) and enough(ids)

        path, rest = key
        known = self.recall(path, rest)
        short = next((n for n in range(len(known.ids) + 1) if complete(known.ids[:n])), None)
        if short is None and not known.ended:
            found = yield from self.go_on(branch, rest, known, enough)
            known = self.known[key] = Tail(found, not enough(found))
        return known.ids[:short]

    def recall(self, path: tuple[int, ...], rest: bytes) -> Tail:
        """What is known of how a branch goes on.

        What it said to a part of the open text, and what fits all of it, it says to all of it as well.
        """
        for end in range(len(rest), -1, -1):
            known = self.known.get((path, rest[:end]))
            if known is not None:
                fits = self.vocabulary.table.write(known.ids).startswith(rest)
                return known if fits else NOTHING
        return NOTHING

    def go_on(
        self, branch: Branch, rest: bytes, known: Tail, enough: Callable[[Sequence[int]], bool]
    ) -> Job[tuple[int, ...]]:
        """Continue a branch greedily; what is known of it and the shown continuation are its draft."""
        other = self.hypothesis.fork(branch.at)
        other.ids += [branch.piece, *known.ids]
        draft = Draft(self.vocabulary, min(DRAFT, self.options.draft), other.seen)
        draft.remember(self.suffix.ids[branch.at - self.suffix.first :], branch.piece)
        tail = yield from walk(other, branch.at + 1, rest, draft, enough)
        other.seen.note(other.ids, branch.at)
        return tail.ids


@dataclass(frozen=True)
class Place:
    """A position of the shown continuation."""

    at: int
    taken: int
    rest: bytes
    before: tuple[int, ...]
    """The shown pieces before it."""
    so_far: float
    """Their log-probability."""


def same(text: str) -> str:
    """What makes two continuations the same to a reader: the words without case and punctuation."""
    return " ".join(re.sub(r"[^\w\s]+", "", text.casefold()).split())
