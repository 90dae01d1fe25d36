"""Where a memory's entries really are. The index is derived from this and can always be made again.

A memory has a *revision*, a number that grows with every change and in the order in which changes become
visible. Whoever has seen revision n asks for the changes after n and misses nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from synslator.memory.model import Entry


@dataclass(frozen=True, slots=True)
class Head:
    """The present state of a memory."""

    identity: str
    """Never shared by two memories, not even after a database was restored or created again."""
    revision: int


class EntrySource(Protocol):
    """The entries of all memories. May be called from any thread."""

    def head(self, memory: int) -> Head:
        """Return the state of a memory; cheap enough for every lookup."""

    def changes(self, memory: int, after: int, limit: int) -> Sequence[Entry]:
        """Return what changed after a revision, deleted entries included, oldest change first.

        If there are more than `limit` changes, the last ones given may stop in the middle of a revision.
        """

    def every_change(self, memory: int, after: int, until: int) -> Iterator[Entry]:
        """Yield all that changed after one revision and until another, deleted entries included."""

    def candidates(self, memory: int, source: str | None, ids: Collection[int]) -> Sequence[Entry]:
        """Return the live entries with these ids, and those with exactly this source, if one is given."""

    def contexts(self, ids: Collection[int]) -> Mapping[int, Collection[tuple[int, int]]]:
        """Return for each entry the keys of the neighbours that it was confirmed between."""

    def confirmed_in(self, document: str, ids: Collection[int]) -> Collection[int]:
        """Return those of some entries that were confirmed in a document, by its name."""

    def everything(self, memory: int, until: int) -> Iterator[Entry]:
        """Yield the live entries as of a revision or later."""

    def size(self, memory: int) -> int:
        """Count the live entries."""
