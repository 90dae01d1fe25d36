"""Test sets: pairs of a source and the translation that somebody wrote for it, in the order of the file."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from synslator.errors import UsageProblem
from synslator.training.data.corpus import read_pairs


class Pair(NamedTuple):
    """A source and its reference."""

    source: str
    reference: str


@dataclass(frozen=True)
class TestSet:
    """Some pairs, and where they come from."""

    __test__ = False  # pytest is not to take it for a test

    name: str
    sha256: str
    """Of the whole file, as it lies there."""
    pairs: tuple[Pair, ...]

    @property
    def lines(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)

    def spread(self, limit: int | None) -> "TestSet":
        """At most `limit` pairs, taken evenly from the whole set."""
        if limit is None or limit >= len(self.pairs):
            return self
        step = len(self.pairs) / limit
        return replace(self, pairs=tuple(self.pairs[int(n * step)] for n in range(limit)))

    def runs(self, limit: int | None, length: int) -> "TestSet":
        """At most `limit` pairs in runs of neighbours, the runs taken evenly from the whole set."""
        if limit is None or limit >= len(self.pairs):
            return self
        wanted = -(-limit // length)
        step = max(1.0, (len(self.pairs) - length) / max(1, wanted - 1))
        starts = dict.fromkeys(min(int(n * step), len(self.pairs) - length) for n in range(wanted))
        chosen = [pair for start in starts for pair in self.pairs[max(start, 0) : start + length]]
        return replace(self, pairs=tuple(chosen[:limit]))

    def first(self, limit: int | None) -> "TestSet":
        """At most the first `limit` pairs: neighbours stay neighbours, as in a translator's day."""
        return replace(self, pairs=self.pairs[:limit])


def file_sha256(path: Path) -> str:
    """Return the checksum of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def read_test_set(path: Path) -> TestSet:
    """Read a file of `source<TAB>reference` lines, plain or `.xz`."""
    pairs = tuple(Pair(*pair) for pair in read_pairs(path))
    for number, pair in enumerate(pairs, 1):
        if empty := [side for side, text in pair._asdict().items() if not text.strip()]:
            raise UsageProblem(f"{path}, line {number} has no {' and no '.join(empty)}.")
    if not pairs:
        raise UsageProblem(f"{path} is empty; a test set has lines of source<TAB>reference.")
    return TestSet(f"{path.parent.name}/{path.name.partition('.')[0]}", file_sha256(path), pairs)
