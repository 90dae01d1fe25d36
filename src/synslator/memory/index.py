"""What a search index must do for a memory. It proposes ids of entries; the database holds the entries."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from synslator.memory.model import Entry, MemoryProblem
from synslator.text.grams import source_tokens, target_tokens

Side = Literal["source", "target"]

MOST_TERMS = 24
"""A long query asks for its rarest tokens only: the common ones cost the most and tell the least."""


class IndexAway(MemoryProblem):
    """The index does not answer for now."""


class IndexDamaged(MemoryProblem):
    """The index cannot be used and must be made again."""


class IndexBusy(MemoryProblem):
    """Another process is writing this index."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an index holds: all of a memory's changes up to a revision."""

    identity: str
    revision: int


class IndexedEntry(NamedTuple):
    """An entry as an index holds it."""

    id: int
    revision: int
    source: str
    """Its tokens, separated by spaces."""
    target: str
    deleted: bool = False


def document_of(entry: Entry) -> IndexedEntry:
    """Return what an index needs of an entry."""
    if entry.deleted:
        return IndexedEntry(entry.id, entry.revision, "", "", deleted=True)
    source, target = " ".join(source_tokens(entry.source)), " ".join(target_tokens(entry.target))
    return IndexedEntry(entry.id, entry.revision, source, target)


class IndexWriting(Protocol):
    """An index being written."""

    def put(self, documents: Iterable[IndexedEntry], new: bool = False) -> None:
        """Take documents in, in place of earlier ones unless all are `new`; take deleted ones out."""

    def finish(self, revision: int) -> None:
        """Make everything searchable and note that the index holds all changes up to `revision`."""


class Index(Protocol):
    """A search index for many memories. May be called from any thread."""

    def state(self, memory: int) -> IndexState | None:
        """Return what the index holds of a memory; None if nothing that can be used."""

    def nearest(self, memory: int, source: str, limit: int) -> list[int]:
        """Propose the entries whose source is most like this one, by BM25."""

    def holding(self, memory: int, side: Side, phrase: str, limit: int, exact: bool) -> list[int]:
        """Propose entries that hold a phrase on one side, or (not `exact`) something like it."""

    def writing(self, memory: int, identity: str, fresh: bool) -> AbstractContextManager[IndexWriting]:
        """Write to the index of a memory; `fresh`: to a new one that replaces it when finished.

        Leaving the block without `finish` must leave what was searchable as it was, or nearly: entries
        that do not exist are sorted out by whoever asks for them.
        """

    def drop(self, memory: int) -> None:
        """Forget a memory."""

    def bytes_used(self, memory: int) -> int:
        """Return how much room the index of a memory takes."""

    def close(self) -> None:
        """Release files and connections."""
