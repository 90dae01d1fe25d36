"""One translation memory as a translator searches it: the index and, until it holds them, the newest entries.

A lookup first asks the database whether anything is new, so that an entry is found as soon as it is
confirmed, by whichever process. The index then proposes candidates, and the database returns their texts:
what was deleted or changed meanwhile is never shown. Where the index is unavailable or being built, exact
matches and the newest entries are still found, and the result says that it is stale.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from synslator.logs import Log
from synslator.memory.entry_source import EntrySource, Head
from synslator.memory.index import Index, IndexAway, IndexDamaged, IndexState, Side, document_of
from synslator.memory.model import (
    Entry,
    Lookup,
    LookupOptions,
    MemoryHealth,
    MemoryProblem,
    MemoryState,
    Neighbours,
)
from synslator.memory.ranking import rank
from synslator.memory.recent_entries import RecentEntries, Snapshot
from synslator.progress import SILENT, Progress
from synslator.text.matching import weigh

_log = Log("memory")
_BATCH = 1000


class _Gap(NamedTuple):
    """Changes up to a revision that are neither in the index nor in the tail, and why."""

    until: int
    reason: str


_NO_GAP = _Gap(-1, "")


@dataclass(frozen=True, slots=True)
class TailLimits:
    """How much may wait in memory for the index."""

    fold_at: int = 1000
    """Entries that make it worth writing to the index: a thousand take about 0.3 ms to search."""
    most: int = 20_000
    """Entries that are searched by brute force at most."""

    def __post_init__(self) -> None:
        if not 0 < self.fold_at <= self.most:
            raise MemoryProblem(f"fold_at must be from 1 to {self.most}, not {self.fold_at}.")


class TranslationMemory:
    """Searches one memory and keeps its index up to date. May be used from any thread."""

    def __init__(
        self,
        memory: int,
        truth: EntrySource,
        index: Index,
        limits: TailLimits | None = None,
        wake: Callable[["TranslationMemory"], None] = lambda memory: None,
    ) -> None:
        self.id = memory
        self._truth, self._index = truth, index
        self._limits = limits or TailLimits()
        self._wake = wake
        self._lock = threading.Lock()
        self._tending = threading.Lock()
        self._identity = ""
        self._tail = RecentEntries(0)
        self._gap = _NO_GAP
        self._away = ""

    def lookup(
        self,
        source: str,
        neighbours: Neighbours | None = None,
        options: LookupOptions | None = None,
        penalty: int = 0,
    ) -> Lookup:
        """Find the entries whose source is like this one, the best first."""
        options = options or LookupOptions()
        picture = self.refresh()
        least = min(1.0, (options.minimum_rate + penalty) / 100)
        limit = options.candidates_for(source)
        newest = picture.nearest(weigh(source), limit, least)
        ids = self._ask(lambda: self._index.nearest(self.id, source, limit))
        entries = [*self._truth.candidates(self.id, source, ids), *newest]
        matches = rank(
            source,
            entries,
            options,
            neighbours=neighbours,
            contexts=self._truth.contexts,
            confirmed_in=self._truth.confirmed_in,
            penalty=penalty,
        )
        return Lookup(matches, self.health())

    def holding(self, side: Side, phrase: str, limit: int, exact: bool) -> Sequence[Entry]:
        """Return entries that may hold a phrase: what the index proposes, and all of the newest."""
        picture = self.refresh()
        ids = self._ask(lambda: self._index.holding(self.id, side, phrase, limit, exact))
        return [*self._truth.candidates(self.id, None, ids), *picture.entries]

    def refresh(self) -> Snapshot:
        """Take in what is new in the database; return the newest entries."""
        head = self._truth.head(self.id)
        if head.identity != self._identity or head.revision > self._tail.revision:
            with self._lock:
                self._catch_up(head)
        return self._tail.picture()

    def take(self, entry: Entry) -> None:
        """Take in a change that was just made, without asking the database for it if it is the only one."""
        with self._lock:
            if self._identity and entry.revision == self._tail.revision + 1:
                self._tail.add([entry], entry.revision)
                if len(self._tail) >= self._limits.fold_at:
                    self._wake(self)
                return
        self.refresh()

    def health(self) -> MemoryHealth:
        """Return how much of the memory lookups see."""
        waiting = len(self._tail)
        if self._away:
            return MemoryHealth(MemoryState.AWAY, self._away, waiting=waiting)
        if self._gap.reason:
            return MemoryHealth(MemoryState.CATCHING_UP, self._gap.reason, waiting=waiting)
        return MemoryHealth(MemoryState.CURRENT, waiting=waiting)

    def update(self, force: bool = False, progress: Progress = SILENT) -> bool:
        """Bring the index up to date where that is due; give False if it should be tried again later."""
        with self._tending:
            try:
                self.refresh()
                state = self._usable(self._index.state(self.id))
                if state is None:
                    self._write(fresh=True, progress=progress)
                elif force or self._gap.reason or len(self._tail) >= self._limits.fold_at:
                    self._write(fresh=False, progress=progress)
            except IndexAway as error:
                self._away = str(error)
                return False
            except MemoryProblem as error:
                _log.warning("index not written", memory=self.id, reason=str(error))
                return False
            self._away = ""
            return True

    def rebuild(self, progress: Progress = SILENT) -> None:
        """Rebuild the index from the database."""
        with self._tending:
            self.refresh()
            self._write(fresh=True, progress=progress)
            self._away = ""

    def has_indexed(self, revision: int) -> None:
        """Note that the index was brought up to a revision by somebody else."""
        with self._lock:
            self._tail.forget(revision)
            if revision >= self._gap.until:
                self._gap = _NO_GAP

    def _ask(self, ask: Callable[[], list[int]]) -> list[int]:
        """Ask the index; where it cannot answer note why, have it updated and go on without."""
        if self._away:
            return []
        try:
            return ask()
        except IndexAway as error:
            self._away = str(error)
        except IndexDamaged as error:
            if not self._gap.reason and self._truth.size(self.id) > len(self._tail):
                self._gap = _Gap(self._tail.revision, str(error))
        self._wake(self)
        return []

    def _catch_up(self, head: Head) -> None:
        if head.identity != self._identity:
            self._open(head)
        if head.revision <= self._tail.revision:
            return
        room = self._limits.most - len(self._tail)
        changes = self._truth.changes(self.id, self._tail.revision, room + 1)
        if len(changes) > room:
            self._gap = _Gap(head.revision, "The index is being brought up to date.")
            self._tail.add([], head.revision)
        else:
            newest = max((entry.revision for entry in changes), default=0)
            self._tail.add(changes, max(newest, head.revision))
        if self._gap.reason or len(self._tail) >= self._limits.fold_at:
            self._wake(self)

    def _open(self, head: Head) -> None:
        """Begin with what the index holds; with nothing, if it is away, damaged or of another memory."""
        state = None
        self._gap, self._away = _NO_GAP, ""
        try:
            state = self._index.state(self.id)
        except IndexAway as error:
            self._away = str(error)
            self._wake(self)
        usable = state is not None and state.identity == head.identity and state.revision <= head.revision
        self._tail = RecentEntries(state.revision if state and usable else 0)
        self._identity = head.identity

    def _usable(self, state: IndexState | None) -> IndexState | None:
        head = self._truth.head(self.id)
        if state and state.identity == head.identity and state.revision <= head.revision:
            return state
        return None

    def _write(self, fresh: bool, progress: Progress) -> None:
        head = self._truth.head(self.id)
        if not fresh:
            state = self._usable(self._index.state(self.id))
            if state is None:
                raise IndexDamaged(f"The index of memory {self.id} was lost while it was in use.")
            if state.revision == head.revision:
                self.has_indexed(head.revision)
                return
            entries = self._truth.every_change(self.id, state.revision, head.revision)
        else:
            _log.info("building the index", memory=self.id)
            entries = self._truth.everything(self.id, head.revision)
        with self._index.writing(self.id, head.identity, fresh) as writing:
            for batch in _batches(entries):
                writing.put(map(document_of, batch))
                progress.advance(len(batch))
            writing.finish(head.revision)
        self.has_indexed(head.revision)


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    source = iter(entries)
    while batch := list(islice(source, _BATCH)):
        yield batch
