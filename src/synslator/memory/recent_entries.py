"""The newest entries of a memory, searched by brute force until the index holds them.

A lookup takes a picture of the tail and searches that, so that it never waits for a writer.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from synslator.memory.model import Entry
from synslator.text.matching import Weighed, weigh


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The tail at one moment."""

    entries: tuple[Entry, ...] = ()
    folded: tuple[str, ...] = ()

    def nearest(self, source: Weighed, limit: int, least: float) -> list[Entry]:
        """Return the live entries whose source is most like this one."""
        found = process.extract(
            source.folded,
            self.folded,
            scorer=Levenshtein.normalized_similarity,
            limit=limit,
            score_cutoff=least,
        )
        return [self.entries[at] for _, _, at in found]


class RecentEntries:
    """Entries that changed after some revision of the index, each in its newest version."""

    def __init__(self, revision: int) -> None:
        self._lock = threading.Lock()
        self._rows: dict[int, tuple[Entry, str]] = {}
        self._picture: Snapshot | None = Snapshot()
        self.revision = revision
        """All changes up to this one are in the tail or in the index."""

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, entries: Iterable[Entry], revision: int) -> None:
        """Take changes in and note how far they go."""
        rows = [(entry, weigh(entry.source).folded) for entry in entries]
        with self._lock:
            for entry, folded in rows:
                held = self._rows.get(entry.id)
                if held is None or held[0].revision <= entry.revision:
                    self._rows[entry.id] = (entry, folded)
            self._picture = None
            self.revision = max(self.revision, revision)

    def forget(self, until: int) -> None:
        """Drop what the index holds now."""
        with self._lock:
            self._rows = {key: row for key, row in self._rows.items() if row[0].revision > until}
            self._picture = None
            self.revision = max(self.revision, until)

    def picture(self) -> Snapshot:
        """Return the live entries as they are now."""
        with self._lock:
            if self._picture is None:
                live = [row for row in self._rows.values() if not row[0].deleted]
                self._picture = Snapshot(
                    tuple(entry for entry, _ in live), tuple(folded for _, folded in live)
                )
            return self._picture
