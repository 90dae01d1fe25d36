"""A target under construction, with all that the model said about it."""

import numpy as np

from synslator.decoding.drafts import Seen
from synslator.decoding.driver import Job, Source
from synslator.decoding.knn import Evidence
from synslator.decoding.model import Cache, Floats, Ids
from synslator.decoding.vocabulary import Vocabulary

FEW = 10
"""Best pieces that are remembered for each position."""


class Hypothesis:
    """Pieces, and for each position the scores of what may stand there.

    `scores[n]` holds the log-probabilities of piece `n` given the pieces before it. Positions are read in
    passes: `ids` may run ahead of what was read (a draft), and `read` catches up. Everything is kept, so
    that going back costs nothing.
    """

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        self.source, self.vocabulary = source, vocabulary
        self.ids: list[int] = []
        self.scores: list[Floats] = []
        self.hidden: list[Floats] = []
        self.attention: list[Floats] = []
        self.evidence: list[Evidence | None] = []
        self.free: list[int] = []
        """The best piece at each position if nothing constrains it."""
        self.few: list[Ids | None] = []
        """The few best pieces at each position, where they have been asked for."""
        self.cache: Cache = source.model.empty(1)
        self.seen = Seen()

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        said = sum(s.nbytes + h.nbytes for s, h in zip(self.scores, self.hidden, strict=True))
        return self.cache.nbytes + self.seen.nbytes + said

    def cut(self, length: int) -> None:
        """Keep the first `length` pieces and what was said up to the piece after them."""
        del self.ids[length:]
        del self.scores[length + 1 :], self.hidden[length + 1 :], self.attention[length + 1 :]
        del self.free[length + 1 :], self.few[length + 1 :], self.evidence[length + 1 :]
        self.cache = self.cache.cut(min(self.cache.length, length + 1))

    def fork(self, length: int) -> "Hypothesis":
        """Another hypothesis that begins with the first `length` pieces of this one."""
        other = Hypothesis(self.source, self.vocabulary)
        other.ids = self.ids[:length]
        part = slice(length + 1)
        other.scores, other.hidden = self.scores[part], self.hidden[part]
        other.attention, other.free, other.few = self.attention[part], self.free[part], self.few[part]
        other.evidence, other.seen = self.evidence[part], self.seen
        other.cache = self.cache.cut(min(self.cache.length, length + 1))
        return other

    def read(self) -> Job[None]:
        """Have the model read every piece that it has not read yet, in one pass."""
        new = [self.source.model.start, *self.ids][len(self.scores) :]
        (step,) = yield [self.source.request(new, self.cache)]
        scores, evidence = self.source.scores(step)
        scores[:, list(self.vocabulary.unused)] = -np.inf
        # Copies, because a view would keep the arrays of the whole pass, with what others asked in it.
        self.scores += [row.copy() for row in scores]
        self.hidden += [row.copy() for row in step.hidden[0]]
        self.attention += [row.copy() for row in step.attention[0]]
        self.evidence += evidence
        self.free += free_best(scores, self.vocabulary)
        self.few += [None] * len(new)
        self.cache = step.cache

    def best_few(self, at: int) -> Ids:
        """The few best pieces at a position."""
        few = self.few[at]
        if few is None:
            few = self.few[at] = best_places(self.scores[at])
        return few


def best_places(scores: Floats) -> Ids:
    """Where the few highest scores are, in no order."""
    if len(scores) <= FEW:
        return np.arange(len(scores))
    return np.argpartition(-scores, FEW - 1)[:FEW]


def free_best(scores: Floats, vocabulary: Vocabulary) -> list[int]:
    """The best piece of each step where a character begins. (steps, vocabulary)."""
    kept = scores[:, vocabulary.stray]
    scores[:, vocabulary.stray] = -np.inf
    best: list[int] = scores.argmax(axis=1).tolist()
    scores[:, vocabulary.stray] = kept
    return best
