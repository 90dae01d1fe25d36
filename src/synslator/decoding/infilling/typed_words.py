"""Which word is meant by some letters, where it may stand anywhere between two texts.

The model's continuations of the left text are drawn. At each of their positions the model says how probable
every word is that fits the letters; summed over the positions and averaged over the continuations this is
how often the word is to be expected there. A right text says how far the gap reaches in each continuation,
and how much each of them is to be believed: the more of the right text it has, the more.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.likely_scores import all_scores
from synslator.decoding.driver import Job, Source, run, together
from synslator.decoding.infilling.continuations import SamplingOptions, continuations
from synslator.decoding.infilling.spelling import Spelling
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import readable

LONGEST = 8
"""Pieces of a word at most."""
TOKEN = re.compile(r"\w+|[^\w\s]")
POSSESSIVE = re.compile(r"['’].*$")


@dataclass(frozen=True)
class WordOptions:
    """How words between two texts are looked for."""

    sampling: SamplingOptions = field(default_factory=SamplingOptions)
    begun: int = 24
    """Beginnings of words that are finished, the most probable ones of all positions."""
    floor: float = 1e-3
    """Beginnings that are less probable are left out."""
    fit_weight: float = 4.0
    """How much more a continuation counts the more it agrees with the right text."""
    short: int = 3
    """Words of so few letters are seldom completed: they are typed out before anything is shown."""
    short_weight: float = 0.15


@dataclass(frozen=True)
class Begun:
    """The beginning of a word at a place of a continuation."""

    hypothesis: Hypothesis
    at: int
    piece: int
    probability: float


class WordFinder:
    """Completes words between two texts with one model."""

    def __init__(
        self, vocabulary: Vocabulary, spelling: Spelling, options: WordOptions | None = None
    ) -> None:
        self.vocabulary, self.spelling = vocabulary, spelling
        self.options = options or WordOptions()

    def continuations(self, source: Source, left: str) -> list[Hypothesis]:
        """Return ways to go on after a left text."""
        forced = self.vocabulary.encode(left) if left else []
        return run(continuations(source, self.vocabulary, forced, self.options.sampling))

    def words(self, ways: Sequence[Hypothesis], left: str, right: str, typed: str) -> list[tuple[str, float]]:
        """Return the words that fit the letters, each with how often it is to be expected, best first."""
        first = len(self.vocabulary.encode(left)) if left else 0
        gaps = [gap(way, first, right) for way in ways]
        weights = np.exp([self.options.fit_weight * (fit if right else 0.0) for _, fit in gaps])
        shares = (weights / weights.sum()).tolist()
        begun = [
            each
            for way, (end, _), share in zip(ways, gaps, shares, strict=True)
            for each in self.beginnings(way, range(first, end), typed, share)
        ]
        begun = together_alike(begun)[: self.options.begun]
        finished = together([self.finish(each, typed) for each in begun])
        expected: defaultdict[str, float] = defaultdict(float)
        for each, word in zip(begun, finished, strict=True):
            if word is not None and word[0]:
                expected[word[0]] += each.probability * word[1] * self.weight(word[0])
        return sorted(expected.items(), key=lambda one: -one[1])

    def weight(self, word: str) -> float:
        """Return how likely somebody wants a word of this length completed."""
        return self.options.short_weight if self.spelling.spaced and len(word) <= self.options.short else 1.0

    def beginnings(self, way: Hypothesis, places: range, typed: str, share: float) -> list[Begun]:
        """Return what the model would begin a fitting word with at some places of a continuation."""
        pieces = self.spelling.opening(typed.casefold())
        if not len(pieces):
            return []
        found = []
        for at in places:
            probabilities = np.exp(way.scores[at][pieces])
            found += [
                Begun(way, at, int(pieces[n]), float(probabilities[n]) * share)
                for n in np.flatnonzero(probabilities > self.options.floor).tolist()
            ]
        return found

    def finish(self, begun: Begun, typed: str) -> Job[tuple[str, float] | None]:
        """Go on with a word to its end; returns it, and how probable the typed part of it is."""
        spelling, letters = self.spelling, typed.casefold()
        way = begun.hypothesis.fork(begun.at)
        way.ids.append(begun.piece)
        word, known, probability = spelling.written[begun.piece].strip(), spelling.typed[begun.piece], 1.0
        for _ in range(LONGEST):
            missing = letters[len(known) :]
            if not missing and not spelling.spaced:
                break
            yield from way.read()
            scores = all_scores(way.scores[len(way.ids)])
            if missing:
                pieces = spelling.going_on(missing)
                if not len(pieces):
                    return None
                piece = int(pieces[scores[pieces].argmax()])
                probability *= math.exp(float(scores[piece]))
            else:
                piece = int(scores.argmax())
                if spelling.ends_before(piece):
                    break
            way.ids.append(piece)
            word, known = word + spelling.written[piece], known + spelling.typed[piece]
        whole = POSSESSIVE.sub("", word)
        return (whole.casefold(), probability) if len(known) > len(letters) or not spelling.spaced else None


def together_alike(begun: Sequence[Begun]) -> list[Begun]:
    """Return beginnings, those after the same pieces together, the most probable first."""
    sums: dict[tuple[tuple[int, ...], int], Begun] = {}
    for one in begun:
        key = (tuple(one.hypothesis.ids[: one.at]), one.piece)
        there = sums.get(key)
        probability = one.probability + (there.probability if there else 0.0)
        sums[key] = Begun(one.hypothesis, one.at, one.piece, probability)
    return sorted(sums.values(), key=lambda one: -one.probability)


def gap(way: Hypothesis, first: int, right: str) -> tuple[int, float]:
    """Return the end of the places where a word may stand before the right text, and how well that fits.

    The right text begins where what follows has most words in common with it, of equals the latest.
    """
    table = way.vocabulary.table
    if not right:
        return len(way.ids) + 1, 0.0
    wanted = Counter(TOKEN.findall(right.casefold()))
    spaced = any(table.surfaces[piece].startswith(b" ") for piece in way.ids[first + 1 :])
    best = (0.0, len(way.ids))
    for at in range(first, len(way.ids) + 1):
        if spaced and at < len(way.ids) and not table.surfaces[way.ids[at]].startswith(b" "):
            continue
        there = Counter(TOKEN.findall(readable(table.write(way.ids[at:])).casefold()))
        size = there.total() + wanted.total()
        fit = 2 * (there & wanted).total() / size if size else 0.0
        if fit >= best[0]:
            best = (fit, at)
    return best[1] + 1, best[0]
