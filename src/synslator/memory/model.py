"""The words that this part speaks: entries, matches, and what a lookup gives."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from synslator.errors import SynslatorError
from synslator.text.diff import DiffPart, diff
from synslator.text.keys import text_key

SHORT = 20
"""Characters of a source up to which it counts as short."""

DOCUMENT_EDGE = ""
"""Stands for the neighbour of a document's first or last segment."""


class MemoryProblem(SynslatorError):
    """A memory cannot do what was asked."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair of a memory in its present version."""

    id: int
    memory: int
    source: str
    target: str
    version: int = 1
    revision: int = 0
    """The state of the memory from which on this version holds."""
    deleted: bool = False
    changed_by: str = ""
    changed_at: int = 0
    """Seconds since 1970, UTC."""
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The sources before and after a segment; `DOCUMENT_EDGE` where there is none."""

    before: str
    after: str
    document: str | None = None
    """The name of the document that they stand in."""

    def keys(self) -> tuple[int, int]:
        """Return the neighbours as a memory keeps them."""
        return text_key(self.before), text_key(self.after)


class MemoryState(Enum):
    """How much of a memory a lookup could see."""

    CURRENT = "current"
    CATCHING_UP = "catching up"
    """The index is being built or brought up to date; exact matches and the newest entries are found."""
    AWAY = "away"
    """The search server does not answer; exact matches and the newest entries are found."""


@dataclass(frozen=True, slots=True)
class MemoryHealth:
    """The state of one memory, for the status page and beside every lookup."""

    state: MemoryState
    reason: str = ""
    waiting: int = 0
    """Entries that are searched in memory because the index does not hold them yet."""

    @property
    def stale(self) -> bool:
        """Whether older fuzzy matches may be missing."""
        return self.state is not MemoryState.CURRENT


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that is like the source that was looked up."""

    entry: Entry
    rate: int
    """The match rate with the memory's penalty taken off: 101 in context, 100 for the same text."""
    likeness: float
    """The unrounded likeness of the two sources, 0 to 1, before any penalty."""
    asked: str = field(repr=False)
    """The source that was looked up."""
    penalty: int = 0
    here: bool = False
    """Whether it was confirmed in the document that the source stands in."""

    @property
    def diff(self) -> Sequence[DiffPart]:
        """From the entry's source to the source that was looked up."""
        return diff(self.entry.source, self.asked)

    @property
    def order(self) -> tuple[float, bool, float]:
        """Sort key: the best first; of equal rate, what this document has settled."""
        return (-self.rate, not self.here, -self.likeness)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a lookup found, the best first."""

    matches: Sequence[Match]
    health: MemoryHealth

    @property
    def best(self) -> Match | None:
        """The match to show, if there is one."""
        return self.matches[0] if self.matches else None


@dataclass(frozen=True, slots=True)
class LookupOptions:
    """How a source is looked up."""

    candidates: int = 64
    """How many entries the index proposes, by BM25, for the edit distance to judge."""
    short_candidates: int = 192
    """The same for sources of up to `SHORT` characters, which share their few characters with very many."""
    matches: int = 16
    minimum_rate: int = 50

    def __post_init__(self) -> None:
        problems = [
            f"{name} must be from {low} to {high}, not {value}"
            for name, value, low, high in (
                ("candidates", self.candidates, 1, 1000),
                ("short_candidates", self.short_candidates, 1, 1000),
                ("matches", self.matches, 1, 1000),
                ("minimum_rate", self.minimum_rate, 0, 101),
            )
            if not low <= value <= high
        ]
        if problems:
            raise MemoryProblem("; ".join(problems) + ".")

    def candidates_for(self, source: str) -> int:
        """Return how many entries to look at for a source."""
        return self.short_candidates if len(source) <= SHORT else self.candidates


class Permission(Enum):
    """What the owner of a memory allows it to be used for."""

    INFERENCE_ONLY = "inference only"
    MAY_TRAIN = "may train"
