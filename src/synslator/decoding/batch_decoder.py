"""Who reads for a beam search: a model, what it knows of a batch of sources, and what it has read for them.

Shapes: groups are sources, beam the hypotheses of each; rows are (groups * beam), those of a group together.
"""

from typing import Protocol

import numpy as np

from synslator.decoding.model import Best, EncodedSource, Flags, Ids, StepModel


class BatchDecoder(Protocol):
    """Reads the pieces of a batch's hypotheses and remembers them. It belongs to one search."""

    @property
    def start(self) -> int:
        """The piece that every hypothesis begins with."""

    @property
    def lengths(self) -> Ids:
        """How many pieces each source has, (groups,)."""

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read one piece for each hypothesis (groups, beam) and name the `top` best next ones.

        At first a group has one hypothesis. The rows of the answer are those hypotheses that are `alive`
        (groups, beam); nobody goes on from others, and of every group one is alive. Of the pieces `asked`
        (groups, asked) the log-probabilities are said too.
        """

    def select(self, rows: Ids) -> None:
        """Go on with some hypotheses (groups, beam), those of one group from one group, in that order."""


def slots_of(alive: Flags) -> Ids:
    """Which of the living hypotheses each one is, (groups, beam); those that are not count as the first."""
    numbers: Ids = np.where(alive, np.cumsum(alive).reshape(alive.shape) - 1, 0)
    return numbers


class StepReader:
    """Reads with a model that keeps a cache for every hypothesis."""

    def __init__(self, model: StepModel, memory: EncodedSource) -> None:
        self.model, self.memory = model, memory
        self.start = model.start
        self.lengths: Ids = memory.valid.sum(axis=1)
        self.cache = model.empty(memory.groups)

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read one piece for each hypothesis, alive or not."""
        every = None if asked is None else np.repeat(asked, ids.shape[1], axis=0)
        best, self.cache = self.model.best(self.memory, ids.reshape(-1, 1), self.cache, top, every)
        return best.rows(np.flatnonzero(alive))

    def select(self, rows: Ids) -> None:
        """Copy the caches of hypotheses that go on, and what is known of sources where some are done."""
        beam = self.cache.rows // self.memory.groups
        groups = rows[:, 0] // beam
        if len(groups) < self.memory.groups:
            self.memory = self.memory.select(groups)
        self.cache = self.cache.select(np.ravel(rows))
