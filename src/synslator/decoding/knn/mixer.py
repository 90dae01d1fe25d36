"""The mixture of `knn` for beam search over many sources at once.

The model names only its best pieces here, because handing out the scores of a whole vocabulary for every
hypothesis costs more than finding them. That is enough: a piece that is neither among them nor a neighbour's
value cannot be among the best of the mixture. What the model says of the values is asked for beforehand.
"""

from collections.abc import Sequence

import numpy as np

from synslator.decoding.beam import pick
from synslator.decoding.knn.datastore import Datastore, model_share, nearest
from synslator.decoding.knn.gate import NOWHERE, KnnOptions, NearestKeys, shares
from synslator.decoding.knn.mixing import KeyList, Mixing
from synslator.decoding.model import BatchDecoder, Best, Flags, Floats, Ids


class Mixer:
    """Asks a reader about sources that each have a datastore, or none: implements `StepScorer`."""

    def __init__(self, stores: Sequence[Datastore | None], options: KnnOptions) -> None:
        self.stores, self.options = stores, options
        longest = max((len(store.values) for store in stores if store), default=0)
        shape = (len(stores), max(longest, options.neighbours))
        self.values = np.zeros(shape, np.int64)
        self.likeness = np.zeros(shape, np.float32)
        self.best_likeness, self.brevity = np.zeros((2, len(stores)), np.float32)
        for row, store in enumerate(stores):
            if store:
                self.values[row, : len(store.values)] = store.values
                self.likeness[row, : len(store.values)] = store.likeness
                self.best_likeness[row], self.brevity[row] = store.best_likeness, store.brevity
        self.wanted: Ids = np.unique(self.values)
        nothing = np.zeros((0, 0), np.int8), *np.zeros((2, 0), np.float32)
        lists: list[KeyList] = [store.key_list if store else nothing for store in stores]
        self.compiled = Mixing.find(lists, options)

    def __call__(self, reader: BatchDecoder, groups: Ids, ids: Ids, top: int, alive: Flags) -> Best:
        """Read one piece for each hypothesis (groups, beam) and name the mixture's best next pieces."""
        if not any(self.stores[group] for group in groups):
            return reader.read(ids, top, alive)
        best = reader.read(ids, top, alive, self.values[groups])
        return self.mix(best, groups[np.flatnonzero(alive) // ids.shape[1]])

    def mix(self, best: Best, owners: Ids) -> Best:
        """What model and memory say together, for rows of the sources of some numbers."""
        near, keys = self.nearest(owners, best.hidden)
        places = owners[:, None], keys
        about = self.best_likeness[owners], self.brevity[owners]
        found = NearestKeys(near, self.values[places], self.likeness[places], *about)
        said = pick(best.asked, keys)
        if self.compiled:
            scores, pieces = self.compiled.best(found, said, best)
        else:
            given = shares(found, said, best.log_probabilities[:, 0], self.options)
            scores, pieces = union(best, found.values, given, said)
        return Best(scores, pieces, best.hidden, best.asked)

    def nearest(self, owners: Ids, hidden: Floats) -> tuple[Floats, Ids]:
        """The nearest keys of every row, nearest first: how far they are, and which."""
        if self.compiled:
            return self.compiled.nearest(hidden, owners)
        return nearest(self.distances(owners, hidden), self.options.neighbours)

    def distances(self, owners: Ids, hidden: Floats) -> Floats:
        """Distances of every row to all keys of its source; what a source has no keys for is too far."""
        distances = np.full((len(hidden), self.values.shape[1]), NOWHERE, np.float32)
        for owner in np.unique(owners):
            if store := self.stores[owner]:
                rows = np.flatnonzero(owners == owner)
                distances[rows, : len(store.values)] = store.distances(hidden[rows])
        return distances


def union(best: Best, values: Ids, given: Floats, said: Floats) -> tuple[Floats, Ids]:
    """The mixture's log-probabilities of the model's best pieces and of the neighbours' values, each once."""
    left = model_share(given)
    alike = best.ids[:, :, None] == values[:, None, :]
    raised = np.exp(best.log_probabilities + left) + np.einsum("rtn,rn->rt", alike, given)
    same = values[:, :, None] == values[:, None, :]
    added = np.exp(said + left) + np.einsum("rij,rj->ri", same, given)
    earlier = (same & np.tri(values.shape[1], k=-1, dtype=np.bool_)).any(axis=2)
    added[alike.any(axis=1) | earlier | (given <= 0)] = 0
    with np.errstate(divide="ignore"):
        scores = np.log(np.concatenate([raised, added], axis=1)).astype(np.float32)
    pieces = np.concatenate([best.ids, values], axis=1)
    order = np.argsort(-scores, axis=1, kind="stable")[:, : best.ids.shape[1]]
    return np.take_along_axis(scores, order, 1), np.take_along_axis(pieces, order, 1)
