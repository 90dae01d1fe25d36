"""Memories that one can confirm into: the database, the index and the newest entries behind one door.

A confirmed segment is durable and is found by every following lookup before the call returns. The index
follows by itself; after a crash it is brought up to date, and one that is damaged is made again.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from synslator.errors import UsageProblem
from synslator.memory.backends import IndexSetup, make_index
from synslator.memory.index import Index
from synslator.memory.index_maintainer import IndexMaintainer
from synslator.memory.lookup import TailLimits, TranslationMemory
from synslator.memory.memory_set import MemorySet, MemoryUse
from synslator.memory.model import Entry, MemoryHealth, MemoryProblem, Permission
from synslator.progress import SILENT, Progress
from synslator.storage.database import Database
from synslator.storage.memories import entry_changes
from synslator.storage.memories.entries import EntryStore
from synslator.storage.memories.entry_changes import Confirmation, Version
from synslator.storage.memories.memories import (
    MemoryInfo,
    bind_memory,
    create_memory,
    delete_memory,
    find_memory,
    get_memory,
    list_memories,
    set_permission,
)
from synslator.storage.people import audit
from synslator.threads import BackgroundThread

DATABASE = "synslator.db"
"""The name of the SQLite database in the data folder."""


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """How large a memory is."""

    info: MemoryInfo
    entries: int
    index_bytes: int
    health: MemoryHealth


class NotTheOwner(UsageProblem):
    """Only the owner of a memory or termbase may do this."""


class Memories:
    """All memories of one database. May be used from any thread."""

    def __init__(
        self,
        database: Database,
        index: Index,
        keeper: IndexMaintainer | None = None,
        limits: TailLimits | None = None,
    ) -> None:
        self.database, self.index = database, index
        self.truth = EntryStore(database)
        self._keeper, self._limits = keeper, limits
        self.threads: Sequence[BackgroundThread] = [keeper.thread] if keeper else []
        """The loops that look after indexes."""
        self._lock = threading.Lock()
        self._open: dict[int, TranslationMemory] = {}

    def search(self, memory: int) -> TranslationMemory:
        """Return a memory to look up in."""
        with self._lock:
            if memory not in self._open:
                wake = self._keeper.wake if self._keeper else lambda memory: None
                self._open[memory] = TranslationMemory(memory, self.truth, self.index, self._limits, wake)
            return self._open[memory]

    def shelf(self, uses: Sequence[MemoryUse]) -> MemorySet:
        """Return several memories to look up in as one."""
        return MemorySet(uses, self.search)

    def create(
        self,
        name: str,
        source_language: str,
        target_language: str,
        owner: str,
        permission: Permission = Permission.INFERENCE_ONLY,
        organisation: int | None = None,
    ) -> MemoryInfo:
        """Create an empty memory."""
        with self.database.writing() as connection:
            return create_memory(
                connection,
                name,
                source_language,
                target_language,
                owner=owner,
                permission=permission,
                organisation=organisation,
            )

    def list(self, organisation: int | None = None) -> Sequence[MemoryInfo]:
        """Return all memories, or those of one organisation."""
        with self.database.reading() as connection:
            return list_memories(connection, organisation)

    def find(self, name: str) -> MemoryInfo:
        """Return the memory of this name."""
        with self.database.reading() as connection:
            return find_memory(connection, name)

    def delete(self, memory: int, by: str) -> None:
        """Remove a memory with everything in it."""
        with self.database.writing() as connection:
            info = _owned(get_memory(connection, memory), by)
            delete_memory(connection, memory)
            audit.record(connection, by, "delete memory", info.name, organisation=info.organisation)
        with self._lock:
            self._open.pop(memory, None)
        self.index.drop(memory)

    def permit(self, memory: int, permission: Permission, by: str) -> None:
        """Change what a memory may be used for; its owner alone may do that, and it is put on record."""
        with self.database.writing() as connection:
            info = _owned(get_memory(connection, memory), by)
            if permission is Permission.MAY_TRAIN and info.bound_to not in (None, by):
                raise NotTheOwner(
                    f"The memory {info.name} holds a copy of what belongs to"
                    f" {info.bound_to or 'somebody else'}, who alone may allow training on it."
                )
            set_permission(connection, memory, permission)
            audit.record(
                connection,
                by,
                "set permission",
                info.name,
                organisation=info.organisation,
                detail=permission.value,
            )

    def bind(self, memory: int, owner: str) -> None:
        """Note that a memory holds a copy of what somebody else does not allow training on."""
        with self.database.writing() as connection:
            if get_memory(connection, memory).bound_to is None:
                bind_memory(connection, memory, owner)

    def confirm(self, memory: int, confirmation: Confirmation) -> Entry:
        """Take a confirmed pair in; it is durable and found when this returns."""
        with self.database.writing() as connection:
            entry = entry_changes.confirm(connection, memory, confirmation)
        self.search(memory).take(entry)
        return entry

    def edit(self, entry: int, source: str, target: str, by: str) -> Entry:
        """Change the texts of an entry."""
        with self.database.writing() as connection:
            changed = entry_changes.edit(connection, entry, source, target, by)
        self.search(changed.memory).take(changed)
        return changed

    def remove(self, entry: int, by: str) -> Entry:
        """Delete an entry."""
        with self.database.writing() as connection:
            changed = entry_changes.remove(connection, entry, by)
        self.search(changed.memory).take(changed)
        return changed

    def undo(self, entry: int, by: str) -> Entry:
        """Bring back the version of an entry before the present one."""
        with self.database.writing() as connection:
            changed = entry_changes.undo(connection, entry, by)
        self.search(changed.memory).take(changed)
        return changed

    def history(self, entry: int) -> Sequence[Version]:
        """Return all versions of an entry."""
        with self.database.reading() as connection:
            return entry_changes.history(connection, entry)

    def rebuild(self, memory: int, progress: Progress = SILENT) -> None:
        """Rebuild the index of a memory."""
        self.search(memory).rebuild(progress)

    def stats(self, memory: int) -> MemoryStats:
        """Measure a memory."""
        with self.database.reading() as connection:
            info = get_memory(connection, memory)
        search = self.search(memory)
        search.refresh()
        try:
            used = self.index.bytes_used(memory)
        except MemoryProblem:
            used = 0
        return MemoryStats(info, self.truth.size(memory), used, search.health())


@contextmanager
def open_memories(
    folder: Path, backend: str = "embedded", url: str = "", limits: TailLimits | None = None
) -> Iterator[Memories]:
    """Open the memories in a data folder, with a keeper for their indexes, until the block ends."""
    database = Database.in_file(folder / DATABASE)
    index = make_index(backend, IndexSetup(folder, url))
    try:
        with IndexMaintainer() as keeper:
            yield Memories(database, index, keeper, limits)
    finally:
        index.close()
        database.close()


def _owned(info: MemoryInfo, by: str) -> MemoryInfo:
    if info.owner != by:
        raise NotTheOwner(f"The memory {info.name} belongs to {info.owner}; {by} may not do this.")
    return info
