"""The keys of memory entries: computed once, in batches, and kept in memory under a limit of bytes.

They are found by the texts of the entry, so that an entry that changes has other keys and a text that stands
in two memories has them once. What is not in memory may be on disk (`file`); only what is in neither
place is computed.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence

from synslator.decoding.knn.datastore import EntryKeys
from synslator.decoding.words import word_numbers
from synslator.engines.keys.content import TextPair
from synslator.engines.keys.file import KeyFile
from synslator.runtime.package import Package

LONGEST = 200
"""Pieces of a source or target that are looked at."""
BATCH = 32
"""Entries that go through the model together."""


class KeyStore:
    """Keys by source and target. Shared by threads."""

    def __init__(self, package: Package, limit: int, disk: KeyFile | None = None) -> None:
        """Keep at most about `limit` bytes; the entries that were not used for longest go first."""
        self.package, self.limit, self.disk = package, limit, disk
        self.nbytes = 0
        self._kept: OrderedDict[TextPair, EntryKeys] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, pairs: Sequence[TextPair]) -> list[EntryKeys]:
        """The keys of each pair: from memory, from the disk, or else computed."""
        found = self.kept(pairs)
        for more in (self.disk.read if self.disk else _nothing, self.compute):
            if missing := list(dict.fromkeys(pair for pair in pairs if pair not in found)):
                found |= more(missing)
        with self._lock:
            for pair in dict.fromkeys(pairs):
                self._keep(pair, found[pair])
        return [found[pair] for pair in pairs]

    def kept(self, pairs: Sequence[TextPair]) -> dict[TextPair, EntryKeys]:
        """The keys that are in memory."""
        with self._lock:
            return {pair: self._kept[pair] for pair in pairs if pair in self._kept}

    def _keep(self, pair: TextPair, keys: EntryKeys) -> None:
        if pair not in self._kept:
            self._kept[pair] = keys
            self.nbytes += size(pair, keys)
        self._kept.move_to_end(pair)
        while self.nbytes > self.limit and len(self._kept) > 1:
            self.nbytes -= size(*self._kept.popitem(last=False))

    def compute(self, pairs: Sequence[TextPair]) -> dict[TextPair, EntryKeys]:
        """Read entries with the model, those of about the same length together."""
        texts = {pair: self.ids(*pair) for pair in pairs}
        order = sorted(pairs, key=lambda pair: (len(texts[pair][0]), len(texts[pair][1])))
        found: dict[TextPair, EntryKeys] = {}
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            found.update(zip(batch, self.read([texts[pair] for pair in batch]), strict=True))
        return found

    def ids(self, source: str, target: str) -> tuple[list[int], list[int]]:
        """The pieces of an entry, each side with its end."""
        package = self.package
        left = package.source.encode(" ".join(source.split()))[:LONGEST]
        right = package.vocabulary.encode(" ".join(target.split()))[:LONGEST]
        return [*left, package.source.end], [*right, package.vocabulary.end]

    def read(self, texts: Sequence[tuple[list[int], list[int]]]) -> list[EntryKeys]:
        """One batch through the model."""
        sources = [source for source, _ in texts]
        model = self.package.model
        hidden = model.hidden_states(sources, [[model.start, *target[:-1]] for _, target in texts])
        return [
            EntryKeys.of(states, target, self.words(target))
            for states, (_, target) in zip(hidden, texts, strict=True)
        ]

    def words(self, ids: Sequence[int]) -> list[int]:
        """The number of the word that each piece belongs to."""
        return word_numbers(self.package.vocabulary.table, ids)


def _nothing(pairs: Sequence[TextPair]) -> dict[TextPair, EntryKeys]:
    return {}


def size(pair: TextPair, keys: EntryKeys) -> int:
    """Bytes that an entry takes, its texts included."""
    return keys.nbytes + 2 * sum(map(len, pair))
