"""The nearest keys, and what model and memory say together: the compiled part of `decoding.knn_beam`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.kernels import Floats, Ids, address
from synslator.arithmetic.library import CMixing, Library

LANES = 16
"""Every key has a multiple of so many numbers: the longest vectors."""
MOST_NEIGHBOURS = 64

KeyList = tuple[NDArray[np.float16], Floats]
"""Keys (keys, width) and their squared lengths."""


class KeyLists:
    """Lists of keys to find the nearest in."""

    def __init__(self, library: Library, lists: Sequence[KeyList]) -> None:
        if strange := [keys.shape[1] for keys, _ in lists if keys.shape[1] % LANES]:
            raise ValueError(f"keys of {strange[0]} numbers are not whole vectors")
        self.library, self.kept = library, lists
        self.keys: Ids = np.array([address(keys) for keys, _ in lists], np.int64)
        self.norms: Ids = np.array([address(norms) for _, norms in lists], np.int64)
        self.counts: Ids = np.array([len(keys) for keys, _ in lists], np.int64)

    def nearest(self, states: Floats, lists: Ids, count: int) -> tuple[Floats, Ids]:
        """The `count` nearest keys in the list of each row, nearest first: distances, and their numbers."""
        states, shape = np.ascontiguousarray(states), (len(states), count)
        near, numbers = np.empty(shape, np.float32), np.empty(shape, np.int64)
        self.library.nearest(
            address(states),
            *states.shape,
            address(lists),
            address(self.keys),
            address(self.norms),
            address(self.counts),
            count,
            address(near),
            address(numbers),
        )
        return near, numbers


class Mixture:
    """How the nearest keys' values are mixed into what a model says: see `decoding.gate.KnnOptions`."""

    def __init__(
        self,
        library: Library,
        neighbours: int,
        temperature: float,
        likeness: float,
        reach: float,
        gate: Floats,
    ) -> None:
        if neighbours > MOST_NEIGHBOURS:
            raise ValueError(f"at most {MOST_NEIGHBOURS} neighbours can be mixed, not {neighbours}")
        self.library, self.gate = library, gate
        self.own = CMixing(neighbours, temperature, likeness, reach, address(gate) if len(gate) else None)

    def __call__(
        self,
        distances: Floats,
        values: Ids,
        likeness: Floats,
        said: Floats,
        best_likeness: Floats,
        brevity: Floats,
        best: Floats,
        pieces: Ids,
    ) -> tuple[Floats, Ids]:
        """The best of the mixture in each row, log-probabilities and pieces, as many as the model named.

        The first four are of the neighbours (rows, neighbours), the next two of the text of each row, the
        last two of the pieces that the model holds best (rows, top).
        """
        numbers = (distances, values, likeness, said, best_likeness, brevity, best, pieces)
        given: list[NDArray[Any]] = [np.ascontiguousarray(one) for one in numbers]
        scores, chosen = np.empty(best.shape, np.float32), np.empty(best.shape, np.int64)
        self.library.mix(
            self.own, len(best), *map(address, given), best.shape[1], address(scores), address(chosen)
        )
        return scores, chosen
