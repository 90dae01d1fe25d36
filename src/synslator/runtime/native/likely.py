"""The output layer for one source: of the pieces that it can need, or of all."""

import numpy as np

from synslator.arithmetic.decoder import OutputLayer
from synslator.arithmetic.kernels import Matrix
from synslator.decoding.model import Floats, Ids


class Likely:
    """The likely pieces of a source: implements `LikelyPieces`."""

    def __init__(self, ids: Ids, matrix: Matrix, every: OutputLayer) -> None:
        """The columns of the matrix score the pieces, `every` scores the whole vocabulary."""
        self.ids, self.output, self.every = ids, OutputLayer(matrix, len(ids)), every
        self.places: Ids = np.full(every.pieces, -1, np.int64)
        self.places[ids] = np.arange(len(ids))

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return self.ids.nbytes + self.places.nbytes + self.output.nbytes

    def has(self, pieces: Ids) -> bool:
        """Whether all of some pieces are among them."""
        return not pieces.size or bool((self.places[pieces] >= 0).all())

    def all_scores(self, hidden: Floats) -> Floats:
        """Return the log-probabilities of the whole vocabulary after hidden states."""
        return self.every(hidden)
