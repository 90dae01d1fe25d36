"""Which target pieces a text can need: those that its source pieces are translated by, and some always.

The table of a package says for each word which source pieces it stands for, those few that matter. A word is
a family of target pieces here: those that differ in capitals or in the space before them. The table does not
say what can be seen from the text: what is copied is written with pieces that the text contains.
"""

import lzma
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.model import Flags, Ids
from synslator.text.pieces import PieceTable

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "pb": 0}]
COPIED = re.compile(r"[!-~]+")
"""What may stand in a target as it stands in the source: letters, digits and signs of ASCII."""


@dataclass(frozen=True)
class Lexicon:
    """The table: pieces that are needed always, and pairs of a family of target pieces and a source piece."""

    always: Flags
    """(target vocabulary,)"""
    counts: NDArray[np.uint16]
    """How many source pieces there are of each family, (families,)."""
    sources: NDArray[np.uint16]
    """Source pieces of family after family, each time in order."""

    def write(self, path: Path) -> None:
        """Write the file: flags, counts, and the steps from one source piece to the next, by bytes."""
        firsts = np.cumsum(self.counts)[:-1]
        steps = np.diff(self.sources, prepend=np.uint16(0))
        starts = np.unique(firsts[firsts < len(steps)])
        steps[starts] = self.sources[starts]
        by_bytes = steps.astype("<u2").view(np.uint8).reshape(-1, 2).T
        content = (np.packbits(self.always), self.counts.astype("<u2"), by_bytes)
        path.write_bytes(lzma.compress(b"".join(part.tobytes() for part in content), filters=FILTERS))

    @classmethod
    def read(cls, path: Path, vocabulary: int, families: int) -> "Lexicon":
        """Read the file of a target vocabulary with so many pieces and families."""
        content = lzma.decompress(path.read_bytes())
        edge = -(-vocabulary // 8)
        always = np.unpackbits(np.frombuffer(content, np.uint8, edge), count=vocabulary).astype(np.bool_)
        counts = np.frombuffer(content, "<u2", families, edge)
        by_bytes = np.frombuffer(content, np.uint8, offset=edge + 2 * families)
        if len(by_bytes) != 2 * counts.sum(dtype=np.int64):
            raise ValueError(f"there are {len(by_bytes) / 2:g} pairs instead of {counts.sum(dtype=np.int64)}")
        steps = np.ascontiguousarray(by_bytes.reshape(2, -1).T).view("<u2")[:, 0].astype(np.int64)
        ends = np.cumsum(steps)
        before = (np.cumsum(counts, dtype=np.int64) - counts)[counts > 0]
        earlier = np.repeat(ends[before] - steps[before], counts[counts > 0])
        return cls(always, counts.astype(np.uint16), (ends - earlier).astype(np.uint16))


class Shortlist:
    """Finds the pieces that a batch of texts can need. Shared by threads."""

    def __init__(self, lexicon: Lexicon, table: PieceTable) -> None:
        self.lexicon, self.table = lexicon, table
        self.families = families_of(table.surfaces)
        targets = np.repeat(np.arange(len(lexicon.counts)), lexicon.counts)
        order = np.argsort(lexicon.sources, kind="stable")
        self.targets = targets[order]
        self.starts = np.searchsorted(lexicon.sources[order], np.arange(2**16 + 1))

    def pieces(
        self, sources: Iterable[Sequence[int]], texts: Iterable[str], wanted: Ids | None = None
    ) -> Ids:
        """The pieces of a batch in order, given its sources as ids and as texts; `wanted` are among them."""
        words = np.zeros(len(self.lexicon.counts), np.bool_)
        for source in {piece for ids in sources for piece in ids}:
            words[self.targets[self.starts[source] : self.starts[source + 1]]] = True
        flags = self.lexicon.always | words[self.families]
        for word in {word for text in texts for word in COPIED.findall(text)}:
            flags[self.table.inside(b" " + word.encode())] = True
        if wanted is not None:
            flags[wanted] = True
        return np.flatnonzero(flags)


def families_of(surfaces: Sequence[bytes]) -> Ids:
    """The number of the family that each piece belongs to, given what the pieces write."""
    numbers: dict[str | int, int] = {}
    keys = [surface.decode("utf-8", "replace").strip().lower() for surface in surfaces]
    found = [numbers.setdefault(key if key.isalpha() else n, len(numbers)) for n, key in enumerate(keys)]
    return np.array(found, np.int64)
