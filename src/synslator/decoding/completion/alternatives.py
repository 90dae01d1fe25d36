"""The suggestion box: the next best ways to go on besides the one shown.

An alternative begins with another word than the shown text: another one that the typed letters may become,
or, where the typed word is finished, another next word. The words come from an exact search (`half_word`), so
their probabilities can be compared; what is improbable is not offered. Each is then continued greedily until
it has a few words, all side by side in one batch.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.greedy import GreedySearch, best_of, walk
from synslator.decoding.completion.guesses import Guess
from synslator.decoding.completion.half_word import total
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import Prefix
from synslator.decoding.completion.suffix import Suffix
from synslator.decoding.driver import Job, side_by_side
from synslator.decoding.words import count_words, first_words, readable

MOST = 12
"""Pieces after the first word at most."""
DRAFT = 3
"""Pieces of the shown continuation that are tried after a branch."""


@dataclass(frozen=True)
class Branch:
    """Another word than the shown text has."""

    ids: tuple[int, ...]
    """The pieces after the complete words, up to the end of that word."""
    probability: float
    words: int
    """How many words to write, the open one included."""


@dataclass(frozen=True)
class Alternative:
    """Another continuation."""

    text: str
    """All that it writes after the complete words: begins with the open text."""
    probability: float


Known = dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]
"""Pieces of the complete words, and of a branch -> what it goes on with.

Kept between keystrokes, so that a branch is continued once, however often it is shown.
"""


class SuggestionBox:
    """Looks for alternatives to one shown continuation."""

    def __init__(self, search: GreedySearch, suffix: Suffix, prefix: Prefix, known: Known) -> None:
        self.search, self.suffix, self.prefix, self.known = search, suffix, prefix, known
        self.hypothesis, self.options = search.hypothesis, search.options
        self.vocabulary = search.vocabulary
        self.words = self.options.alternative_words + self.vocabulary.words_before(prefix.rest)
        """Words of a line, with those of the open text that are whole."""

    def fill(self) -> Job[list[Alternative]]:
        """Find branches, continue the best, and keep those that say something of their own, best first."""
        wanted, words, table = self.options.alternatives, self.words, self.vocabulary.table
        branches = sorted((yield from self.branches()), key=lambda branch: -branch.probability)
        there, shown = len(readable(self.prefix.rest)), self.suffix.ids
        seen = {same(first_words(table, shown, words)), same(first_words(table, shown, words + 1))}
        found: list[Alternative] = []
        while branches and len(found) < wanted:
            size = wanted - len(found)
            some, branches = branches[:size], branches[size:]
            written = yield from self.continued(some)
            for branch, whole in zip(some, written, strict=True):
                text = self.trusted(branch, first_words(table, whole, branch.words))
                if same(text) not in seen and len(text) > there:
                    seen.add(same(text))
                    found.append(Alternative(text, branch.probability))
        return found[:wanted]

    def trusted(self, branch: Branch, text: str) -> str:
        """Return a line up to the first word behind its branch that is on no list."""
        existing, table = self.search.existing, self.vocabulary.table
        if existing is None:
            return text
        there = len(readable(table.write(branch.ids)))
        before = readable(table.write(self.hypothesis.ids[: self.suffix.first]))
        starts = (start for start, _ in existing.unknown(before, text, 0.0) if start >= there)
        first = next(starts, None)
        return text if first is None else text[: max(text.rfind(" ", 0, first), there)]

    def branches(self) -> Job[list[Branch]]:
        """The words besides the shown one that are probable enough."""
        words, end = self.suffix.words, self.vocabulary.end
        shown = self.shown_word()
        found = [
            Branch(word.ids, word.probability, self.words)
            for word in words
            if word.written != shown and word.ids[-1] != end
        ]
        finished = shown == self.prefix.rest and shown.strip()
        share = next((word.probability for word in words if word.written == shown), 0.0)
        if finished and share > self.options.least_alternative:
            found += yield from self.next_words(share)
        return [branch for branch in found if branch.probability >= self.options.least_alternative]

    def shown_word(self) -> bytes:
        """What the shown text has where the open word stands."""
        ids, table = self.suffix.ids, self.vocabulary.table
        return table.write(ids[: self.pieces_of_word()])

    def pieces_of_word(self) -> int:
        """How many pieces of the shown text write the open word."""
        ids, table, rest = self.suffix.ids, self.vocabulary.table, self.prefix.rest
        count = written = 0
        while count < len(ids) and (written < len(rest) or self.vocabulary.inside[ids[count]]):
            written += len(table.surfaces[ids[count]])
            count += 1
        return count

    def next_words(self, share: float) -> Job[list[Branch]]:
        """The words besides the shown one that may follow the finished word, which has a probability."""
        count, first = self.pieces_of_word(), self.suffix.first
        ids, at = self.suffix.ids[:count], first + count
        scores, table = self.hypothesis.scores[at], self.vocabulary.table
        after = total(scores[self.vocabulary.after_word])
        words = yield from self.search.words(at, b" ")
        spaced = math.exp(total(scores[self.vocabulary.hits(b" ")]) - after)
        shown = table.write(self.suffix.ids[count:])
        found = [
            Branch((*ids, *word.ids), share * spaced * word.probability, self.words + 1)
            for word in words
            if word.ids[-1] != self.vocabulary.end and not begins_with_word(shown, word.written)
        ]
        following = self.vocabulary.spaceless
        if following.size:
            best = following[np.argsort(-scores[following])[: self.options.alternatives + 1]].tolist()
            found += [
                Branch((*ids, piece), share * math.exp(float(scores[piece]) - after), self.words + 1)
                for piece in best
                if not shown.startswith(table.surfaces[piece])
            ]
        return found

    def continued(self, branches: Sequence[Branch]) -> Job[list[tuple[int, ...]]]:
        """The pieces of each branch and its continuation; unknown ones are continued side by side."""
        tails = yield from side_by_side([self.tail(branch) for branch in branches])
        return [(*branch.ids, *tail) for branch, tail in zip(branches, tails, strict=True)]

    def tail(self, branch: Branch) -> Job[tuple[int, ...]]:
        """How a branch goes on until it has enough words."""
        table = self.vocabulary.table

        def enough(ids: Sequence[int]) -> bool:
            return len(ids) >= MOST or count_words(table, (*branch.ids, *ids)) > branch.words

        key = (tuple(self.hypothesis.ids[: self.suffix.first]), branch.ids)
        known = self.known.get(key)
        if known is None:
            other = self.hypothesis.fork(self.suffix.first)
            other.ids += branch.ids
            yield from other.read(self.suffix.first)
            known = self.known[key] = yield from self.go_on(other, enough)
        short = next((n for n in range(len(known) + 1) if enough(known[:n])), None)
        return known[:short]

    def go_on(self, other: Hypothesis, enough: Callable[[Sequence[int]], bool]) -> Job[tuple[int, ...]]:
        """Continue a branch greedily behind its word; the shown continuation is its draft."""
        at, end = len(other.ids), self.vocabulary.end
        draft = Guess(self.vocabulary, min(DRAFT, self.options.draft), other.seen)
        draft.remember(self.suffix.ids, other.ids[-1])
        closing, log_probability = best_of(other, at, self.vocabulary.after_word)
        other.ids.append(closing)
        begun = (
            Suffix(at, (), (), ended=True) if closing == end else Suffix(at, (closing,), (log_probability,))
        )
        tail = yield from walk(other, begun, b"", draft, enough, every=False)
        other.seen.note(other.ids, self.suffix.first)
        return tail.ids


def begins_with_word(text: bytes, word: bytes) -> bool:
    """Whether a text begins with a word that ends there."""
    return text.startswith(word) and not text[len(word) : len(word) + 1].isalnum()


def same(text: str) -> str:
    """What makes two continuations the same to a reader: the words without case and punctuation."""
    return " ".join(re.sub(r"[^\w\s]+", "", text.casefold()).split())
