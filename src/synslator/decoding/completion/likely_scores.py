"""What a model said of a position where it scored the likely pieces only.

That is enough to go on freely. What is asked of other pieces, because something was typed or a sum is wanted,
is scored when it is asked, by the hidden state of the position: then the answer is exact.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from synslator.decoding.knn.datastore import Evidence
from synslator.decoding.model import Floats, LikelyPieces


class Scores(Protocol):
    """The log-probabilities of all pieces at a position: an array, or what answers as one."""

    @property
    def size(self) -> int:
        """How many are kept; none where they were not asked for."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""

    def __getitem__(self, pieces: Any, /) -> Any:
        """Return those of a piece, or of some."""


class LikelyScores:
    """Log-probabilities of the likely pieces, and of all when others are asked about: implements `Scores`.

    Until then the likely ones are said to have what the others have, too: a little too much.
    """

    __slots__ = ("_all", "_evidence", "_hidden", "_likely", "_unused", "_values")

    def __init__(
        self,
        values: Floats,
        likely: LikelyPieces,
        hidden: Floats,
        evidence: Evidence | None,
        unused: tuple[int, ...],
    ) -> None:
        """A memory brought its `evidence` into the values; `unused` pieces are never predicted."""
        self._values, self._likely, self._hidden = values, likely, hidden.copy()
        self._evidence, self._unused = evidence, unused
        self._all: Floats | None = None

    @property
    def size(self) -> int:
        """How many are kept."""
        return self._values.size

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return self._values.nbytes + self._hidden.nbytes + (0 if self._all is None else self._all.nbytes)

    def has(self, piece: int) -> bool:
        """Whether a piece was scored."""
        return self._all is not None or bool(self._likely.places[piece] >= 0)

    def __getitem__(self, pieces: Any) -> Any:
        """Return what is said of a piece, or of some."""
        if self._all is None and isinstance(pieces, int) and (place := self._likely.places[pieces]) >= 0:
            return self._values[place]
        return self.all[pieces]

    @property
    def exact(self) -> bool:
        """Whether all pieces were scored."""
        return self._all is not None

    @property
    def all(self) -> Floats:
        """What is said of every piece, the memory's share included."""
        if self._all is None:
            settle([self])
        assert self._all is not None
        return self._all

    def take(self, scores: Floats) -> None:
        """Take what the model says of every piece."""
        self._all = scores.copy()
        if self._evidence is not None:
            mix(self._all, self._evidence)
        self._all[list(self._unused)] = -np.inf

    @property
    def state(self) -> tuple[LikelyPieces, Floats]:
        """What scores all pieces, and the hidden state that they are scored by."""
        return self._likely, self._hidden


def settle(rows: Sequence[LikelyScores]) -> None:
    """Score all pieces at some positions of one source at once."""
    hidden = np.stack([row.state[1] for row in rows])
    for row, scores in zip(rows, rows[0].state[0].all_scores(hidden), strict=True):
        row.take(scores)


def all_scores(scores: Scores) -> Floats:
    """What is said of every piece, as an array."""
    whole: Floats = scores.all if isinstance(scores, LikelyScores) else scores[:]
    return whole


def mix(scores: Floats, evidence: Evidence) -> None:
    """Raise the neighbours' pieces by the shares that these were given before."""
    given: dict[int, float] = {}
    for piece, share, _, _ in evidence.given:
        given[piece] = given.get(piece, 0.0) + share
    scores += np.float32(math.log1p(-sum(given.values())))
    for piece, share in given.items():
        scores[piece] = math.log(math.exp(float(scores[piece])) + share)
