"""Greedy search from a typed prefix, which repeats no work that an earlier search has done.

What is shown stays as long as what is typed agrees with it. Otherwise the half word is searched exactly
(`half_word`), and the rest greedily.

The hypothesis of the last keystroke is walked again under the new prefix. Where a piece is still the best
one, it stays; the first one that is not is replaced, and what followed it becomes a draft, which the model
reads in one pass and which is walked in the same way. So typing what was predicted needs no pass at all,
and the result is always that of a search from the beginning.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

import numpy as np

from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.completion.guesses import Guess
from synslator.decoding.completion.half_word import HalfWord, WordCandidate
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import Prefix, still_open
from synslator.decoding.completion.suffix import (
    Suffix,
    agreed,
    common,
    kept,
    log_shares,
    loop_at,
)
from synslator.decoding.driver import Job
from synslator.decoding.model import Ids
from synslator.decoding.options import SearchOptions
from synslator.decoding.words import readable

MOST_REPLACED = 4
"""Words that are refused that are replaced by others in one search."""


class GreedySearch:
    """Completes one segment from prefix after prefix."""

    def __init__(
        self, hypothesis: Hypothesis, options: SearchOptions, existing: ExistingWords | None = None
    ) -> None:
        self.hypothesis, self.options, self.existing = hypothesis, options, existing
        self.vocabulary = hypothesis.vocabulary
        self.half_words: list[HalfWord] = []
        """The last two searches: of the open word, and of the one that may follow it."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return self.hypothesis.nbytes + sum(one.nbytes for one in self.half_words)

    def complete(self, prefix: Prefix) -> Job[Suffix]:
        """Bring the hypothesis into line with a prefix and return what follows its complete words.

        What is shown stays as long as what is typed agrees with it.
        """
        first = agreed(self.hypothesis, prefix)
        if first is None:
            return (yield from self.renew(prefix))
        yield from self.hypothesis.reread(first)
        words = (yield from self.words(first, prefix.rest)) if self.options.alternatives else ()
        return kept(self.hypothesis, first, prefix.rest, words)

    def renew(self, prefix: Prefix) -> Job[Suffix]:
        """Search from a prefix; what the hypothesis had is tried as a draft."""
        hypothesis, options = self.hypothesis, self.options
        draft = Guess(hypothesis.vocabulary, options.draft, hypothesis.seen)
        first = len(prefix.forced)
        agree = common(hypothesis.ids, prefix.forced)
        if agree < first:
            draft.remember(hypothesis.ids[agree:], prefix.forced[agree])
            hypothesis.cut(agree)
            hypothesis.ids += prefix.forced[agree:]
        else:
            draft.pieces = hypothesis.go_back(first)
        longest = options.longest(hypothesis.source.length)

        def enough(ids: Sequence[int]) -> bool:
            return len(ids) >= longest or loop_at(ids, options.repeats) is not None

        begun = yield from self.begin(first, prefix.rest, draft)
        rest = b"" if begun.ids else prefix.rest
        suffix = yield from self.go_on(begun, rest, draft, enough)
        suffix = yield from self.replaced(suffix, prefix.rest, draft, enough)
        hypothesis.seen.note(hypothesis.ids, agree)
        loop = loop_at(suffix.ids, options.repeats)
        if loop is not None:
            suffix = replace(suffix, ids=suffix.ids[:loop], log_probabilities=suffix.log_probabilities[:loop])
        hypothesis.shown = first + len(suffix.ids)
        return suffix

    def words(self, first: int, rest: bytes) -> Job[tuple[WordCandidate, ...]]:
        """Find the words that the open text may become, best first."""
        return tuple((yield from self.half_word(first).search(rest)))

    def half_word(self, first: int) -> HalfWord:
        """Return the search for the word that begins at a position of the hypothesis, read up to there."""
        known = (one for one in self.half_words if one.belongs_to(self.hypothesis, first))
        half_word = next(known, None) or HalfWord(self.hypothesis, first, existing=self.existing)
        self.half_words = [half_word, *(one for one in self.half_words if one is not half_word)][:2]
        return half_word

    def begin(self, first: int, rest: bytes, draft: Guess) -> Job[Suffix]:
        """Begin with the most probable word that the open text may become, and with what ends it."""
        hypothesis = self.hypothesis
        if not rest:
            return Suffix(first, (), ())
        if first >= len(hypothesis.scores):
            yield from hypothesis.read(first)
        words = yield from self.words(first, rest)
        if not words:
            return Suffix(first, (), ())
        return (yield from self.take(words[0], self.half_word(first), Suffix(first, (), (), words), draft))

    def take(self, best: WordCandidate, search: HalfWord, begun: Suffix, draft: Guess) -> Job[Suffix]:
        """Put a word that was found behind what was begun, and what ends it."""
        hypothesis, end, first = self.hypothesis, self.vocabulary.end, search.first
        if hypothesis.ids[first : first + len(best.ids)] != list(best.ids):
            draft.remember(hypothesis.ids[first:], best.ids[-1])
            if best.ids[-1] == end:
                hypothesis.cut(first)
                hypothesis.ids += best.ids
            else:
                hypothesis.adopt((yield from search.read(best.ids)))
        ids, found = (*begun.ids, *best.ids), (*begun.log_probabilities, *log_shares(best))
        if best.ids[-1] == end:
            return replace(begun, ids=ids[:-1], log_probabilities=found[:-1], ended=True)
        at = first + len(best.ids)
        if at >= len(hypothesis.scores):
            # The pieces may be there unread: a newer keystroke may have ended the job that put them there.
            yield from hypothesis.read(first)
        closing, log_probability = best_of(hypothesis, at, self.vocabulary.after_word)
        if hypothesis.ids[at : at + 1] != [closing]:
            draft.remember(hypothesis.ids[at:], closing)
            hypothesis.cut(at)
            hypothesis.ids.append(closing)
        if closing == end:
            return replace(begun, ids=ids, log_probabilities=found, ended=True)
        return replace(begun, ids=(*ids, closing), log_probabilities=(*found, log_probability))

    def replaced(
        self, suffix: Suffix, rest: bytes, draft: Guess, enough: Callable[[Sequence[int]], bool]
    ) -> Job[Suffix]:
        """Replace the words behind the open one that are refused by the best ones that are not."""
        for _ in range(MOST_REPLACED if self.existing else 0):
            place = self.refused(suffix, rest)
            if place is None:
                break
            count, opening = place
            at = suffix.first + count
            search = HalfWord(self.hypothesis, at, existing=self.existing, shown=suffix.first)
            words = yield from search.search(opening)
            if not words or words[0].written == opening:
                break
            kept = replace(
                suffix,
                ids=suffix.ids[:count],
                log_probabilities=suffix.log_probabilities[:count],
                ended=False,
            )
            begun = yield from self.take(words[0], search, kept, draft)
            suffix = yield from self.go_on(begun, b"", draft, enough)
        return suffix

    def go_on(
        self, begun: Suffix, rest: bytes, draft: Guess, enough: Callable[[Sequence[int]], bool]
    ) -> Job[Suffix]:
        """Walk among the likely pieces, then score all on the way; walk again where others are best."""
        hypothesis, first = self.hypothesis, begun.first
        while True:
            suffix = yield from walk(hypothesis, begun, rest, draft, enough, every=False)
            settled = hypothesis.settle(first + len(begun.ids), first + len(suffix.ids))
            if all(hypothesis.ids[at : at + 1] in ([], [hypothesis.free[at]]) for at in settled):
                break
        found = list(suffix.log_probabilities)
        for at in settled:
            if at - first < len(found):
                found[at - first] = float(hypothesis.scores[at][hypothesis.ids[at]])
        return replace(suffix, log_probabilities=tuple(found))

    def refused(self, suffix: Suffix, rest: bytes) -> tuple[int, bytes] | None:
        """Return how many pieces stand before the first word that is refused, and what opens it."""
        assert self.existing is not None
        table = self.vocabulary.table
        text = readable(table.write(suffix.ids))
        before = readable(table.write(self.hypothesis.ids[: suffix.first]))
        ends = list(accumulate(len(table.surfaces[piece]) for piece in suffix.ids))
        behind = max(text.find(" ", max(len(readable(rest)), 1)), 0) or len(text)

        def probability(start: int, end: int) -> float:
            low, high = len(text[:start].encode()), len(text[:end].encode())
            pieces = slice(bisect_right(ends, low), bisect_left(ends, high) + 1)
            return math.exp(sum(suffix.log_probabilities[pieces]))

        for start, _ in self.existing.refused(before, text, probability):
            space = text.rfind(" ", 0, start)
            if space < behind:
                continue
            written, wanted = 0, len(text[:space].encode())
            for count, piece in enumerate(suffix.ids):
                if written >= wanted:
                    return (count, text[space:start].encode()) if written == wanted else None
                written += len(table.surfaces[piece])
        return None


def walk(
    hypothesis: Hypothesis,
    begun: Suffix,
    rest: bytes,
    draft: Guess,
    enough: Callable[[Sequence[int]], bool],
    every: bool = True,
) -> Job[Suffix]:
    """Go on from what was begun with the best pieces, to the end piece or until there are enough.

    Unless `every` piece is to be scored, the best are found among the likely ones.
    """
    vocabulary, first = hypothesis.vocabulary, begun.first
    at = first + len(begun.ids)
    found = list(begun.log_probabilities)
    while not begun.ended and (rest or not enough(hypothesis.ids[first:at])):
        if at >= len(hypothesis.scores):
            if len(hypothesis.ids) == at and not rest:
                hypothesis.ids += draft.propose(hypothesis.ids)
            yield from hypothesis.read(first, every or bool(rest))
        best, log_probability = choose(hypothesis, at, first, rest)
        if hypothesis.ids[at : at + 1] != [best]:
            draft.remember(hypothesis.ids[at:], best)
            hypothesis.cut(at)
            hypothesis.ids.append(best)
        else:
            draft.confirm()
        if best == vocabulary.end:
            break
        found.append(log_probability)
        rest = still_open(rest, vocabulary.table.surfaces[best])
        at += 1
    return replace(begun, ids=tuple(hypothesis.ids[first:at]), log_probabilities=tuple(found))


def choose(hypothesis: Hypothesis, at: int, first: int, rest: bytes) -> tuple[int, float]:
    """The best piece at a position, and its log-probability among the pieces that are allowed there."""
    allowed = hypothesis.vocabulary.allowed(rest, hypothesis.ids[first:at][-4:])
    if allowed is None:
        best = hypothesis.free[at]
        return best, float(hypothesis.scores[at][best])
    return best_of(hypothesis, at, allowed)


def best_of(hypothesis: Hypothesis, at: int, allowed: Ids) -> tuple[int, float]:
    """The best of some pieces at a position, and its log-probability among them."""
    values = hypothesis.scores[at][allowed]
    place = int(values.argmax())
    return int(allowed[place]), float(-np.log(np.exp(values - values[place]).sum()))
