"""The compiled twin of what `gate`, `knn` and `knn_beam` do in NumPy, where this machine has it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.kernels import address
from synslator.arithmetic.library import CMixing, CNeighbours, Library, find_library
from synslator.decoding.knn.gate import RECORD, KnnOptions, NearestKeys
from synslator.decoding.model import Best, Floats, Ids

LANES = 16
"""Every key has a multiple of so many numbers: the longest vectors."""

KeyList = tuple[NDArray[np.int8], Floats, Floats]
"""Keys (keys, width), what the numbers of each are multiplied by, and their squared lengths."""


class Mixing:
    """Finds the nearest in lists of keys, and mixes what they say into what a model says."""

    def __init__(self, library: Library, lists: Sequence[KeyList], options: KnnOptions) -> None:
        self.library, self.kept, self.count = library, lists, options.neighbours
        places = np.array([[address(part) for part in one] for one in lists], np.int64).reshape(-1, 3)
        self.keys, self.scales, self.norms = (np.ascontiguousarray(column) for column in places.T)
        self.counts: Ids = np.array([len(keys) for keys, _, _ in lists], np.int64)
        self.gate = np.array(options.gate, np.float32)
        self.how = CMixing(
            options.neighbours,
            *(options.temperature, options.likeness, options.reach, options.record),
            address(self.gate) if options.gate else None,
        )

    @classmethod
    def find(cls, lists: Sequence[KeyList], options: KnnOptions) -> "Mixing | None":
        """What does it for some keys; none if nothing compiled can."""
        library = find_library()
        whole = all(keys.shape[1] % LANES == 0 for keys, _, _ in lists)
        return cls(library, lists, options) if library and whole else None

    def nearest(self, states: Floats, lists: Ids) -> tuple[Floats, Ids]:
        """The nearest keys in the list of each row, nearest first: how far and which; others are inf far."""
        states, shape = np.ascontiguousarray(states), (len(states), self.count)
        near, numbers = np.empty(shape, np.float32), np.empty(shape, np.int64)
        self.library.nearest(
            *(address(states), *states.shape, address(lists)),
            *(address(self.keys), address(self.scales), address(self.norms), address(self.counts)),
            *(self.count, address(near), address(numbers)),
        )
        return near, numbers

    def best(self, found: NearestKeys, said: Floats, best: Best) -> tuple[Floats, Ids]:
        """The best of the mixture in each row, as many as the model named: `knn_beam.union`."""
        given, pieces = np.ascontiguousarray(best.log_probabilities), np.ascontiguousarray(best.ids)
        scores, chosen = np.empty(given.shape, np.float32), np.empty(given.shape, np.int64)
        self.library.mix(
            *(self.how, of(found, said), len(given), address(given), address(pieces)),
            *(given.shape[1], address(scores), address(chosen)),
        )
        return scores, chosen

    def share(
        self,
        found: NearestKeys,
        said: Floats,
        best: Floats,
        leads: Sequence[float],
        following: Ids,
        knew: Floats,
    ) -> tuple[Floats, Floats, Floats]:
        """The neighbours' shares in steps of one text, the logarithm of what is left, and the raised values.

        `leads` are those before the first step; the others follow from what the model `knew` of the pieces
        `following`.
        """
        if len(following) < len(said) - 1:
            raise ValueError(f"{len(said)} steps are followed by {len(following)} pieces")
        before = np.array([*[0.0] * RECORD, *leads][-RECORD:], np.float32)
        shares, raised = np.empty((2, *said.shape), np.float32)
        left = np.empty((len(said), 1), np.float32)
        self.library.share(
            *(self.how, of(found, said), len(said), address(best), address(following), address(knew)),
            *(address(before), address(shares), address(left), address(raised)),
        )
        return shares, left, raised


def of(found: NearestKeys, said: Floats) -> CNeighbours:
    """NearestKeys for the library, with what the model says of their values."""
    arrays = (found.distances, found.likeness, said, found.values, found.best_likeness, found.brevity)
    kept = [np.ascontiguousarray(one) for one in arrays]
    own = CNeighbours(*(one.ctypes.data for one in kept))
    own.kept = kept  # for as long as the library looks at them
    return own
