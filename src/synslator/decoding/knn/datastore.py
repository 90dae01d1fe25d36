"""Mixing a model's predictions with what a translation memory's entries say (simplified kNN-MT).

A datastore holds, for each piece of each entry's target, the decoder's last hidden state before the piece
(the key) and the piece (the value). A prediction looks for the keys nearest to its own hidden state; their
values are given a share of the probability (see `gate`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.knn.gate import NO, NOWHERE, UNLIKELY, KnnOptions, NearestKeys, records, trust, weigh
from synslator.decoding.knn.mixing import KeyList, Mixing
from synslator.decoding.model import Floats, Ids

LEVELS = 127
"""A number of a key is kept as one of so many on either side of 0."""


@dataclass(frozen=True, slots=True)
class EntryKeys:
    """What one memory entry contributes: keys (pieces, width), and of each its value and word.

    All of it is kept as it lies on disk, so that an entry that is read from there costs no conversion.
    """

    keys: NDArray[np.int8]
    scales: Floats
    """What the numbers of each key are multiplied by."""
    norms: Floats
    """The keys' squared lengths."""
    values: NDArray[np.uint32]
    words: NDArray[np.uint32]
    """The word of the entry's target that the value belongs to, counted from 0."""

    @classmethod
    def of(cls, states: NDArray[np.floating], values: Sequence[int], words: Sequence[int]) -> "EntryKeys":
        """Return those of hidden states (pieces, width), rounded to eight bits."""
        whole = states.astype(np.float32)
        scales = np.maximum(np.abs(whole).max(axis=1, initial=0), 1e-9) / np.float32(LEVELS)
        keys = np.rint(whole / scales[:, None]).astype(np.int8)
        rounded = restored(keys, scales)
        norms = np.einsum("nw,nw->n", rounded, rounded)
        return cls(keys, scales, norms, np.array(values, np.uint32), np.array(words, np.uint32))

    @property
    def parts(self) -> tuple[NDArray[Any], ...]:
        """Everything that it holds."""
        return self.keys, self.scales, self.norms, self.values, self.words

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return sum(part.nbytes for part in self.parts)


def restored(keys: NDArray[np.int8], scales: Floats) -> Floats:
    """Return the hidden states that keys stand for."""
    states: Floats = keys * scales[:, None]
    return states


@dataclass(frozen=True)
class Evidence:
    """What the memory said at one step: of each neighbour that was given a share, where it stands."""

    given: tuple[tuple[int, float, int, int], ...]
    """Piece, share, entry and word. (Arrays of so few take longer to ask.)"""

    @property
    def whole(self) -> float:
        """All shares together."""
        return sum(share for _, share, _, _ in self.given)

    def lead(self, piece: int, log_probability: float) -> float:
        """How much more probable a piece was to the neighbours than to the model; the mixture's is given."""
        whole, given = self.whole, sum(share for value, share, _, _ in self.given if value == piece)
        return given / whole - (math.exp(log_probability) - given) / (1 - whole) if whole > 0 else 0.0


class Datastore:
    """The keys of all entries that are like one source."""

    def __init__(
        self, entries: Sequence[tuple[int, float, EntryKeys]], options: KnnOptions, brevity: float = 0.0
    ) -> None:
        """Each entry comes with its number and its likeness, 0 to 1; `brevity` is the source's."""
        self.options, self.brevity = options, np.float32(brevity)
        counts = [len(keys.values) for _, _, keys in entries]
        self.keys = np.concatenate([keys.keys for _, _, keys in entries])
        self.scales = np.concatenate([keys.scales for _, _, keys in entries])
        self.norms = np.concatenate([keys.norms for _, _, keys in entries])
        self.values: Ids = np.concatenate([keys.values for _, _, keys in entries], dtype=np.int64)
        self.words: Ids = np.concatenate([keys.words for _, _, keys in entries], dtype=np.int64)
        self.entries = np.repeat(np.array([number for number, _, _ in entries], np.int64), counts)
        self.likeness = np.repeat(np.array([like for _, like, _ in entries], np.float32), counts)
        self.best_likeness = np.float32(max(like for _, like, _ in entries))

    @cached_property
    def wanted(self) -> Ids:
        """The pieces that it may bring in."""
        return np.unique(self.values)

    @property
    def key_list(self) -> KeyList:
        """The keys, as they are searched."""
        return self.keys, self.scales, self.norms

    @cached_property
    def compiled(self) -> Mixing | None:
        """What does the same in less time, if there is an arithmetic for it."""
        return Mixing.find([self.key_list], self.options)

    @cached_property
    def whole_keys(self) -> Floats:
        """The hidden states that the keys stand for."""
        return restored(self.keys, self.scales)

    def distances(self, hidden: Floats) -> Floats:
        """Squared distances of hidden states (steps, width) to all keys, as a share of the width."""
        own = np.einsum("sw,sw->s", hidden, hidden)
        squares = own[:, None] + self.norms - 2 * (hidden @ self.whole_keys.T)
        shares: Floats = np.maximum(squares, 0) / np.float32(hidden.shape[1])
        return shares

    def neighbours(self, hidden: Floats) -> NearestKeys:
        """The nearest keys of each step; a small store is filled up with neighbours that are too far."""
        if self.compiled:
            near, keys = self.compiled.nearest(hidden, np.zeros(len(hidden), np.int64))
        else:
            near, keys = nearest(self.distances(hidden), self.options.neighbours)
        found = keys % len(self.values)
        best, brevity = (np.full(len(hidden), one) for one in (self.best_likeness, self.brevity))
        return NearestKeys(near, self.values[found], self.likeness[found], best, brevity, found)

    def __call__(
        self,
        scores: Floats,
        hidden: Floats,
        leads: Sequence[float] = (),
        pieces: Sequence[int] = (),
        places: Ids | None = None,
    ) -> tuple[Floats, list[Evidence]]:
        """Better log-probabilities (steps, pieces), and what the memory said at each step.

        `leads` are those of the last pieces before the first step, `pieces` follow the steps but the last.
        The columns are the vocabulary, or those `places` of its pieces, all `wanted` ones among them.
        """
        found, steps = self.neighbours(hidden), np.arange(len(scores))
        columns = steps[:, None], found.values if places is None else places[found.values]
        said = scores[columns]
        best, following = scores.max(axis=1), np.array(pieces, np.int64)
        knew = known(scores, following, places)
        if self.compiled:
            shares, left, raised = self.compiled.share(found, said, best, leads, following, knew)
        else:
            weights = weigh(found, self.options)
            record = self.record(found, weights, leads, following, knew)
            shares = weights * trust(found, said, best, self.options, record)[:, None]
            left, raised = model_share(shares), raise_values(found.values, shares, said)
        mixed: Floats = scores + left
        mixed[columns] = raised
        given = found.values, shares, self.entries[found.keys], self.words[found.keys]
        told = zip(*(one.tolist() for one in given), strict=True)
        return mixed, [Evidence(tuple(one for one in zip(*step, strict=True) if one[1] > 0)) for step in told]

    def record(
        self, found: NearestKeys, weights: Floats, leads: Sequence[float], following: Ids, knew: Floats
    ) -> Floats:
        """How well the neighbours knew what came before each step: see `gate.records`."""
        if not (self.options.gate and self.options.record):
            return NO
        known = (weights[:-1] * (found.values[:-1] == following[:, None])).sum(axis=1)
        lead = (known - np.exp(knew)) * weights[:-1].any(axis=1)
        return records([*leads, *lead], len(weights))


def known(scores: Floats, following: Ids, places: Ids | None) -> Floats:
    """What the model said of the pieces that follow the steps; next to nothing if they were not scored."""
    steps = np.arange(len(following))
    if places is None:
        return scores[steps, following]
    columns = places[following]
    return np.where(columns < 0, np.float32(UNLIKELY), scores[steps, columns])


def nearest(distances: Floats, count: int) -> tuple[Floats, Ids]:
    """The `count` nearest of each row, nearest first, and their columns; missing ones are too far."""
    missing = count - distances.shape[1]
    if missing > 0:
        distances = np.pad(distances, ((0, 0), (0, missing)), constant_values=NOWHERE)
    columns = np.argpartition(distances, count - 1, axis=1)[:, :count]
    near = np.take_along_axis(distances, columns, axis=1)
    order = np.argsort(near, axis=1, kind="stable")
    return np.take_along_axis(near, order, axis=1), np.take_along_axis(columns, order, axis=1)


def total_shares(values: Ids, given: Floats) -> Floats:
    """For each neighbour, the shares of all neighbours with its value together."""
    alike = values[:, :, None] == values[:, None, :]
    summed: Floats = np.einsum("sij,sj->si", alike, given, dtype=np.float32)
    return summed


def model_share(given: Floats) -> Floats:
    """The logarithm of what is left to the model, (steps, 1)."""
    left: Floats = np.log1p(-given.sum(axis=1, keepdims=True), dtype=np.float32)
    return left


def raise_values(values: Ids, given: Floats, said: Floats) -> Floats:
    """The mixture's log-probabilities of the neighbours' values."""
    raised = np.exp(said + model_share(given)) + total_shares(values, given)
    logarithms: Floats = np.log(np.maximum(raised, 1e-30)).astype(np.float32)
    return logarithms
