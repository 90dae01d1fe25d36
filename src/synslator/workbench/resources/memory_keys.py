"""Keeps the keys of memory entries on disk in step with the memories, in the background.

Keys are computed for the memories of the projects that a package serves with an engine that reads keys, while
the package is open. What was deleted or changed goes from the files of all packages, open or not. People who
type come first: while somebody does, every piece of work is followed by a longer rest.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from synslator.engines.keys.content import TextPair, digest
from synslator.engines.keys.file import KeyFile, Noted
from synslator.engines.keys.folder import KeyFolder
from synslator.engines.keys.store import KeyStore
from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.memory.entry_source import Head
from synslator.memory.model import Entry
from synslator.progress import Stopping
from synslator.runtime.manifest import Manifest, PackageError
from synslator.storage.documents.projects import every_project, memories_in_use
from synslator.storage.memories.memories import memory_heads
from synslator.text.tags import strip
from synslator.threads import BackgroundThread
from synslator.workbench.machine import Machine, NoMachine, stamp_of
from synslator.workbench.models import ModelInfo, Models
from synslator.workbench.projects.context import chosen_engine
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.resources.memories import Memories

_log = Log("keys")

ENTRIES = 16
"""Entries that are looked at between two looks at the clock: so much delays nobody."""
GIVING_WAY = 19
"""The niceness of the thread: whatever else wants the processor gets it first."""
TYPING = 1.0
"""Seconds after a completion in which somebody is taken to be typing."""
REST = 3.0
"""How many times as long as it worked the thread rests while somebody types."""
LOOKING = 5.0
"""Seconds between two looks at what has changed."""
ROOM_AGAIN = 0.9
"""Up to this part of its limit, a file that was full is filled further."""


@dataclass(frozen=True)
class Following:
    """One memory, to be followed by the file of one package."""

    file: KeyFile
    memory: int
    head: Head
    store: KeyStore | None
    """What computes keys; without it, only what was deleted or changed is removed."""


class KeyPreparation:
    """Prepares keys on a thread of its own."""

    def __init__(
        self,
        memories: Memories,
        models: Models,
        folder: KeyFolder,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memories, self._models, self._folder, self._clock = memories, models, folder, clock
        self._stopping = threading.Event()
        self._done: object = None
        """What was to be done when all of it had been done."""
        self._manifests: dict[tuple[Path, int | None], Manifest] = {}
        self._asked, self._asked_at = 0, -TYPING
        """Completions so far, and when the last one was noticed."""
        self._followed: dict[tuple[KeyFile, str], tuple[int, bool]] = {}
        """Up to which revision a file has followed a memory since the start, and whether with keys."""
        self._kept: dict[KeyFile, set[str]] = {}
        """The memories of which a file may hold something."""
        self.thread = BackgroundThread("memory keys", self._run)

    def start(self) -> None:
        """Begin, unless no keys are to be kept on disk."""
        self._folder.drop_others([] if not self._folder.most_bytes else self._known().values())
        if self._folder.most_bytes:
            self.thread.start()

    def stop(self) -> None:
        """End after the entries in hand."""
        self._stopping.set()
        self.thread.join()

    def catch_up(self) -> None:
        """Do all that there is to do now."""
        known = self._known()
        with self._memories.database.reading() as connection:
            heads, uses = memory_heads(connection), memories_in_use(connection)
        running = {info: self._models.running(info) for info in known}
        ready = {info: machine for info, machine in running.items() if machine and machine.ready}
        state = heads, uses, frozenset(known), frozenset(ready)
        if state == self._done:
            return
        self._folder.drop_others(known.values())
        wanted = self._wanted(ready)
        for info, manifest in known.items():
            file = self._folder.file(manifest)
            if not file.path.exists() and not wanted.get(info):
                continue
            identities = {head.identity for head in heads.values()}
            if not identities >= self._kept.get(file, {""}):
                file.keep(identities)
            self._kept[file] = identities
            for memory, head in heads.items():
                store = _store(ready[info]) if memory in wanted.get(info, ()) else None
                done = head.revision, store is not None
                if self._followed.get((file, head.identity)) != done:
                    self._follow(Following(file, memory, head, store))
                    self._followed[file, head.identity] = done
            file.tidy()
        self._done = state

    def _run(self) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVING_WAY)
        with suppress(Stopping):
            while not self._stopping.is_set():
                try:
                    self.catch_up()
                except (SynslatorError, OSError) as error:
                    _log.warning("keys are prepared later", reason=str(error))
                self._stopping.wait(LOOKING)

    def _known(self) -> dict[ModelInfo, Manifest]:
        """Return the packages that there are, and their manifests; what cannot be read has no keys."""
        manifests = {}
        for info in self._models.known():
            key = (info.folder, stamp_of(info.folder))
            with suppress(PackageError):
                manifests[key] = self._manifests.get(key) or Manifest.read(info.folder)
        self._manifests = manifests
        by_folder = {key[0]: manifest for key, manifest in manifests.items()}
        return {info: by_folder[info.folder] for info in self._models.known() if info.folder in by_folder}

    def _wanted(self, ready: dict[ModelInfo, Machine]) -> dict[ModelInfo, set[int]]:
        """Return for each open package the memories whose keys its projects' engines read."""
        with self._memories.database.reading() as connection:
            projects = every_project(connection)
        infos = {info.id: info for info in self._memories.list()}
        wanted: dict[ModelInfo, set[int]] = {}
        for project in projects:
            used = [use.memory for use in project.memories if use.memory in infos]
            settings = ProjectSettings.read(project.settings)
            info = self._models.chosen(project.source_language, project.target_language, settings.model)
            if info in ready and chosen_engine(settings, [infos[one] for one in used]).reads_keys:
                wanted.setdefault(info, set()).update(used)
        return wanted

    def _follow(self, work: Following) -> None:
        """Take over what has changed in a memory."""
        identity, until = work.head.identity, work.head.revision
        standing = work.file.standing(identity)
        new = (work.file, identity) not in self._followed
        if new and not standing.whole and work.file.nbytes < ROOM_AGAIN * work.file.most_bytes:
            standing = replace(standing, prepared=0, whole=True)
        after = standing.prepared if work.store is not None else standing.cleared
        if after >= until:
            return
        started, computed = self._clock(), 0
        changes = self._changes(work.memory, after, until)
        while entries := list(islice(changes, ENTRIES)):
            if work.store is None:
                self._clear(work, entries)
            elif work.file.has_room:
                computed += self._prepare(work, work.store, entries)
            else:
                standing = replace(standing, whole=False)
                self._clear(work, entries)
        prepared = until if work.store is not None else standing.prepared
        work.file.stand(identity, replace(standing, cleared=until, prepared=prepared))
        if computed:
            seconds = round(self._clock() - started, 1)
            _log.info("keys were prepared", memory=work.memory, entries=computed, seconds=seconds)

    def _changes(self, memory: int, after: int, until: int) -> Iterator[Entry]:
        for entry in self._memories.truth.every_change(memory, after, until):
            if self._stopping.is_set():
                raise Stopping
            yield entry

    def _prepare(self, work: Following, store: KeyStore, entries: Sequence[Entry]) -> int:
        """Compute and keep what is missing of some entries; return for how many that was done."""
        started = self._clock()
        noted = [Noted(entry.id, None if entry.deleted else _texts(entry)) for entry in entries]
        missing = work.file.missing(list(dict.fromkeys(one.pair for one in noted if one.pair)))
        keys = store.kept(missing)
        keys |= store.compute([pair for pair in missing if pair not in keys])
        work.file.write(work.head.identity, noted, keys)
        if self._somebody_types():
            self._stopping.wait(REST * (self._clock() - started))
        return len(keys)

    def _clear(self, work: Following, entries: Sequence[Entry]) -> None:
        """Remove what some entries were before they were changed or deleted."""
        identity, file = work.head.identity, work.file
        there = file.noted(identity, [entry.id for entry in entries])
        stale = [
            Noted(entry.id, None)
            for entry in entries
            if entry.id in there and (entry.deleted or digest(_texts(entry)) != there[entry.id])
        ]
        if stale:
            file.write(identity, stale, {})

    def _somebody_types(self) -> bool:
        """Return whether a completion was asked for a moment ago."""
        asked = sum(machine.usage.completions for machine in self._models.open_machines())
        if asked != self._asked:
            self._asked, self._asked_at = asked, self._clock()
        return self._clock() - self._asked_at < TYPING


def _texts(entry: Entry) -> TextPair:
    """Return the texts that engines see of an entry: see `engines.example_selection`."""
    return strip(entry.source), strip(entry.target)


def _store(machine: Machine) -> KeyStore | None:
    """Return what computes keys with a model, or nothing if it was closed meanwhile."""
    try:
        return machine.keys()
    except NoMachine:
        return None
