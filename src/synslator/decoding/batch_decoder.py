"""Reading for a beam search with any model, and the places of hypotheses that are alive.

Shapes: groups are sources, beam the hypotheses of each; rows are (groups * beam), those of a group together.
"""

import numpy as np

from synslator.decoding.model import Best, EncodedSource, Flags, Ids, StepModel


def slots_of(alive: Flags) -> Ids:
    """Which of the living hypotheses each one is, (groups, beam); those that are not count as the first."""
    numbers: Ids = np.where(alive, np.cumsum(alive).reshape(alive.shape) - 1, 0)
    return numbers


class StepReader:
    """Reads with a model that keeps a state for every hypothesis: implements `BatchDecoder`."""

    def __init__(self, model: StepModel, source: EncodedSource) -> None:
        self.model, self.source = model, source
        self.start, self.lengths = model.start, source.lengths
        self.state = model.empty(len(source.lengths))
        self.beam = 1

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read one piece for each hypothesis, alive or not."""
        self.beam = ids.shape[1]
        every = None if asked is None else np.repeat(asked, self.beam, axis=0)
        best, self.state = self.model.best(self.source, ids.reshape(-1, 1), self.state, top, every)
        return best.rows(np.flatnonzero(alive))

    def select(self, rows: Ids) -> None:
        """Copy the states of hypotheses that go on, and what is known of sources where some are done."""
        groups = rows[:, 0] // self.beam
        if len(groups) < len(self.source.lengths):
            self.source = self.source.select(groups)
        self.state = self.state.select(np.ravel(rows))
