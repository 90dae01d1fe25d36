"""Test sets: pairs of a source and the translation that somebody wrote for it, in the order of the file.

Neighbours are alike, so intervals draw whole documents or runs of lines: the *units* of a set. A third field
of the lines names the document; where there is none, so many lines in a row are a unit.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from synslator.errors import UsageProblem
from synslator.training.data.corpus import read_fields

RUN = 10
"""Lines in a row that are drawn together where no document is named."""


class ReferencePair(NamedTuple):
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
    pairs: tuple[ReferencePair, ...]
    units: tuple[int, ...] = ()
    """The number of each pair's document or run."""
    unit: str = f"runs of {RUN}"
    """What the units are."""

    def __post_init__(self) -> None:
        if not self.units:
            object.__setattr__(self, "units", tuple(n // RUN for n in range(len(self.pairs))))

    @property
    def lines(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)

    def spread(self, limit: int | None) -> "TestSet":
        """At most `limit` pairs, taken evenly from the whole set."""
        if limit is None or limit >= len(self.pairs):
            return self
        step = len(self.pairs) / limit
        return self.chosen(int(n * step) for n in range(limit))

    def runs(self, limit: int | None, length: int) -> "TestSet":
        """At most `limit` pairs in runs of neighbours, the runs taken evenly from the whole set."""
        if limit is None or limit >= len(self.pairs):
            return self
        wanted = -(-limit // length)
        step = max(1.0, (len(self.pairs) - length) / max(1, wanted - 1))
        starts = dict.fromkeys(min(int(n * step), len(self.pairs) - length) for n in range(wanted))
        lines = [n for start in starts for n in range(max(start, 0), start + length)]
        return self.chosen(lines[:limit])

    def first(self, limit: int | None) -> "TestSet":
        """At most the first `limit` pairs: neighbours stay neighbours, as in a translator's day."""
        return self.chosen(range(len(self.pairs[:limit])))

    def chosen(self, lines: Iterable[int]) -> "TestSet":
        """Return some of the pairs, each in its unit."""
        numbers = list(lines)
        return replace(
            self,
            pairs=tuple(self.pairs[n] for n in numbers),
            units=tuple(self.units[n] for n in numbers),
        )


def file_sha256(path: Path) -> str:
    """Return the checksum of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def read_test_set(path: Path, run: int = RUN) -> TestSet:
    """Read a file of `source<TAB>reference` lines, plain or `.xz`; a third field names the document.

    Without documents, `run` lines in a row are a unit.
    """
    rows = list(read_fields(path, ("source", "reference", "document"), optional=1))
    pairs = tuple(ReferencePair(*row[:2]) for row in rows)
    for number, pair in enumerate(pairs, 1):
        if empty := [side for side, text in pair._asdict().items() if not text.strip()]:
            raise UsageProblem(f"{path}, line {number} has no {' and no '.join(empty)}.")
    if not pairs:
        raise UsageProblem(f"{path} is empty; a test set has lines of source<TAB>reference.")
    units, unit = tuple(n // run for n in range(len(pairs))), f"runs of {run}"
    if all(len(row) == 3 for row in rows):
        numbers: dict[str, int] = {}
        units, unit = tuple(numbers.setdefault(row[2], len(numbers)) for row in rows), "documents"
    name = f"{path.parent.name}/{path.name.partition('.')[0]}"
    return TestSet(name, file_sha256(path), pairs, units, unit)
