"""Reading for a beam search in our own arithmetic.

Hypotheses name the rows that they have read. So nothing is copied when they change places, and sources that
are done are simply not named any more.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from synslator.arithmetic.kernels import Seen
from synslator.decoding.batch_decoder import slots_of
from synslator.decoding.model import Best, Flags, Ids
from synslator.runtime.native.model import NativeModel, TextRows


class NativeReader:
    """Reads for one beam search: implements `BatchDecoder`."""

    def __init__(self, model: NativeModel, sources: Sequence[Sequence[int]], pieces: Ids) -> None:
        self.model, self.pieces, self.start = model, pieces, model.start
        self.output = model.output(pieces)
        self.numbers = np.zeros(len(model.embedding.table), np.int64)
        self.numbers[pieces] = np.arange(len(pieces))
        self.sources = model.encoder(sources)
        self.stores = model.lend(self)
        self.seen = TextRows.of(sources).seen
        self.lengths = self.seen.counts
        self.groups = np.arange(len(sources))
        """The source of each group that is still searched."""
        self.read_rows: Ids = np.zeros((len(sources), 1, 0), np.int64)
        """The rows that each hypothesis has read, (groups, beam, steps)."""

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read a piece for each hypothesis that is alive."""
        places = np.flatnonzero(alive)
        groups = places // alive.shape[1]
        rows, steps = len(places), self.read_rows.shape[2]
        first = self.make_room(rows)
        self.read_rows = np.concatenate([self.read_rows, first + slots_of(alive)[:, :, None]], axis=2)
        before = self.read_rows.reshape(-1, steps + 1)[places]
        own = Seen(before, np.full(rows, steps + 1), np.arange(rows))
        sources = replace(self.seen, lists=self.groups[groups])
        states = self.model.embedding(ids.ravel()[places], np.array([steps]))
        for layer, kept, source in zip(self.model.layers, self.stores.layers, self.sources, strict=True):
            layer(states, kept, first, own, source, sources)
        hidden = self.model.norm(states)
        asked = np.zeros((len(alive), 0), np.int64) if asked is None else self.numbers[asked]
        best, numbers, said = self.model.kernels.choose(
            self.output(hidden), len(self.pieces), min(top, len(self.pieces)), asked, groups
        )
        return Best(best, self.pieces[numbers], hidden, said)

    def select(self, rows: Ids) -> None:
        """Note who goes on, and from whom."""
        _, beam, steps = self.read_rows.shape
        self.groups = self.groups[rows[:, 0] // beam]
        self.read_rows = self.read_rows.reshape(-1, steps)[rows]

    def make_room(self, rows: int) -> int:
        """Take free rows of the stores; returns the first."""
        if not self.stores.has_room(rows):
            kept, numbers = np.unique(self.read_rows, return_inverse=True)
            self.stores.keep(kept, rows)
            self.read_rows = numbers.reshape(self.read_rows.shape)
        return self.stores.take(rows)
