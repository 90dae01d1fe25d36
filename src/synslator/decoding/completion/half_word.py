"""The half word by exact search: every way to spell what was typed, each scored to the end of its word.

The best next piece that fits the typed letters is a trap: a short piece stands for all the words that begin
with it, so that greedy search takes ` a` where ` allow` was meant, and must spell on from there. Here all
segmentations are followed side by side, best first, until each has come to the end of a word, and the end is
part of the score: "there" with anything after it competes with every longer word. So a word is completed only
where that is more probable than to stop, and the probabilities of the words can be compared.
"""

import math
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import still_open
from synslator.decoding.driver import Job, side_by_side
from synslator.decoding.model import Floats, Ids
from synslator.decoding.vocabulary import missing_bytes

KEPT = 64
"""Paths after which the model's answer is kept for the next keystroke."""
CLOSE = 2.0
"""Nats behind the best path within which others are read along with it."""
LEAST = 0.05
"""Words that are less probable than this, of all that fit, are not looked for."""


@dataclass(frozen=True)
class Limits:
    """How thoroughly to search."""

    rows: int = 8
    """Paths that are read in one pass."""
    rounds: int = 6
    """Passes at most."""
    first: int = 24
    """Pieces that a path is followed with while letters are open …"""
    later: int = 6
    """… and behind them."""
    longest: int = 12
    """Pieces of a word at most."""


@dataclass(frozen=True)
class WordCandidate:
    """A word that fits the typed letters."""

    ids: tuple[int, ...]
    """Its pieces, as the most probable segmentation has them."""
    written: bytes
    """What they write, typed letters and the space before them included."""
    probability: float
    """Of the word with its end, among all that fits the letters."""


@dataclass(frozen=True)
class Path:
    """Pieces that agree with the letters so far."""

    ids: tuple[int, ...]
    score: float
    """Their log-probability."""
    rest: bytes
    """Letters that they have not written yet."""


@dataclass
class Found:
    """What a search knows so far."""

    words: dict[bytes, tuple[float, float, tuple[int, ...]]]
    """What is written -> log-probability of all its segmentations, of the best one, and that one's pieces."""
    whole: float = -math.inf
    """Log-probability of everything that fits the letters, as far as it was seen."""

    def add(self, written: bytes, score: float, ids: tuple[int, ...]) -> None:
        """Note a way to spell a word."""
        total, best, pieces = self.words.get(written, (-math.inf, -math.inf, ids))
        if score > best:
            best, pieces = score, ids
        self.words[written] = (float(np.logaddexp(total, score)), best, pieces)

    @property
    def best(self) -> float:
        """The log-probability of the most probable word."""
        return max((score for score, _, _ in self.words.values()), default=-math.inf)

    def next(self, waiting: list[Path], rows: int) -> list[Path]:
        """The paths, best first, that may still become the best word, or one that is probable enough."""
        waiting.sort(key=lambda path: -path.score)
        close = max(self.best, waiting[0].score - CLOSE) if waiting else 0.0
        least = min(close, self.whole + math.log(LEAST))
        return [path for path in waiting[:rows] if path.score > least]


class HalfWord:
    """Finds the words that open letters may become. What the model said is kept from key to key."""

    def __init__(self, hypothesis: Hypothesis, first: int, limits: Limits | None = None) -> None:
        """Search behind the first pieces of a hypothesis, whose scores are read there."""
        self.root, self.first = hypothesis.fork(first), first
        self.vocabulary, self.limits = hypothesis.vocabulary, limits or Limits()
        self.said: dict[tuple[int, ...], Floats] = {(): self.root.scores[first]}
        """What the model says after each path."""
        self.nodes: dict[tuple[int, ...], Hypothesis] = {}
        """The paths of the last search, as they were read for it."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        kept = sum(node.state.nbytes for node in self.nodes.values())
        return kept + sum(scores.nbytes for scores in self.said.values())

    def belongs_to(self, hypothesis: Hypothesis, first: int) -> bool:
        """Whether the hypothesis still has the pieces that the search begins behind."""
        return self.first == first and self.root.ids == hypothesis.ids[:first]

    def search(self, rest: bytes) -> Job[list[WordCandidate]]:
        """Find the most probable words that begin with `rest`, best first."""
        self.nodes = {}
        if len(self.said) > KEPT:
            self.said = {(): self.said[()]}
        usual = yield from self.usual(rest)
        found, waiting, seen = Found({}), [Path((), 0.0, rest), *usual], {path.ids for path in usual}
        for _ in range(self.limits.rounds):
            some = found.next(waiting, self.limits.rows)
            if not some:
                break
            waiting = waiting[len(some) :]
            yield from side_by_side([self.read(path.ids) for path in some if path.ids not in self.said])
            for path in some:
                waiting += (one for one in self.follow(path, found) if one.ids not in seen)
        words = [
            WordCandidate(ids, written, math.exp(min(score - found.whole, 0.0)))
            for written, (score, _, ids) in found.words.items()
        ]
        return sorted(words, key=lambda word: -word.probability)

    def usual(self, rest: bytes) -> Job[list[Path]]:
        """Return the path of the usual pieces of the letters but the last piece, which may grow.

        So even a word of many pieces is found at once, and bounds the search for others.
        """
        word = rest.decode("utf-8", "ignore")[1:]
        ids = tuple(self.vocabulary.encode(word))[:-1] if word.strip() else ()
        written = self.vocabulary.table.write(ids)
        if not ids or not rest.startswith(written):
            return []
        if any(ids[:n] not in self.said for n in range(len(ids) + 1)):
            node = yield from self.read(ids)
            for n in range(1, len(ids)):
                self.said[ids[:n]] = node.scores[self.first + n]
        score = sum(float(self.said[ids[:n]][piece]) for n, piece in enumerate(ids))
        return [Path(ids, score, still_open(rest, written))]

    def read(self, ids: tuple[int, ...]) -> Job[Hypothesis]:
        """Return a path's hypothesis; the model reads it if it has not done so in this search."""
        node = self.nodes.get(ids)
        if node is None:
            node = self.nodes[ids] = self.root.fork(self.first)
            node.ids += ids
            if ids:
                yield from node.read(self.first)
            self.said[ids] = node.scores[len(node.ids)]
        return node

    def follow(self, path: Path, found: Found) -> list[Path]:
        """Go on from a path that was read: to the end of its word, and to longer paths."""
        scores = self.said[path.ids]
        table, written = self.vocabulary.table, self.vocabulary.table.write(path.ids)
        if path.rest:
            allowed = self.vocabulary.hits(path.rest)
            whole = total(scores[table.starting_with(path.rest)])
            if self.vocabulary.end in allowed:
                ended = float(scores[self.vocabulary.end])
                whole = float(np.logaddexp(whole, ended))
                found.add(written, path.score + ended, (*path.ids, self.vocabulary.end))
                allowed = allowed[allowed != self.vocabulary.end]
            found.whole = float(np.logaddexp(found.whole, path.score + whole))
            pieces = best_of(scores, allowed, self.limits.first)
        elif missing_bytes(written):
            pieces = best_of(scores, self.vocabulary.continuing, self.limits.later)
        else:
            pieces = self.vocabulary.inside_word
            if written.strip():
                ends = path.score + total(scores[self.vocabulary.after_word])
                found.add(written, ends, path.ids)
            elif self.vocabulary.spaceless.size:
                # Behind a space that is a piece of its own, a word of a script without spaces may begin.
                pieces = np.concatenate([pieces, self.vocabulary.spaceless])
            pieces = best_of(scores, pieces, self.limits.later)
        if len(path.ids) == self.limits.longest:
            return []
        return [
            Path((*path.ids, piece), path.score + float(scores[piece]), still_open(path.rest, surface))
            for piece in pieces.tolist()
            if math.isfinite(scores[piece]) and (surface := table.surfaces[piece])
        ]


def total(scores: Floats) -> float:
    """The log-probability of any of some pieces."""
    if not scores.size or not math.isfinite(top := float(scores.max())):
        return -math.inf
    return top + math.log(float(np.exp(scores - top).sum()))


def best_of(scores: Floats, pieces: Ids, count: int) -> Ids:
    """The best few of some pieces, in no order."""
    if len(pieces) <= count:
        return pieces
    return pieces[np.argpartition(-scores[pieces], count - 1)[:count]]
