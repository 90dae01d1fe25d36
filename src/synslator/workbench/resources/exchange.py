"""Files into memories and out of them.

A file is imported whole or not at all, unless its good part was asked for. An import that was interrupted is
not there; the same file imported again goes on where it was.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from synslator.errors import UsageProblem
from synslator.formats.exchange.files import read_units, write_units
from synslator.formats.exchange.model import BadFile, Fault, Languages, TranslationUnit
from synslator.formats.exchange.tables import ColumnMapping
from synslator.formats.exchange.training_notice import TrainingNotice, read_notice
from synslator.logs import Log
from synslator.memory.index import IndexedEntry, IndexWriting, document_of
from synslator.memory.model import MemoryProblem, Permission
from synslator.progress import SILENT, Progress
from synslator.storage.memories.entry_import import (
    ImportRun,
    abandon_import,
    add_units,
    begin_import,
    exported,
    finish_import,
)
from synslator.storage.memories.memories import MemoryInfo
from synslator.workbench.resources.exchange_worker import UnitBatch, batches
from synslator.workbench.resources.memories import Memories

_log = Log("memory")

MOST_FAULTS = 20
_BLOCK = 1 << 20
_ENDS = (b"</tu>", b"</trans-unit>", b"</segment>", b"\n")


@dataclass(frozen=True, slots=True)
class Survey:
    """A first look at a file: what tells it from others, and about how many units it holds."""

    fingerprint: str
    units: int


@dataclass(slots=True)
class ImportReport:
    """What became of a file."""

    added: int = 0
    merged: int = 0
    """Pairs that the memory held already, or that the file holds more than once."""
    refused: int = 0
    resumed_at: int = 0
    """Units that an earlier, interrupted import had handled."""
    faults: list[Fault] = field(default_factory=list)
    """The first of those that were refused."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a file is imported."""

    by: str
    keep_good: bool = False
    """Whether to import the good part of a file that has faults."""
    mapping: ColumnMapping | None = None


def survey(path: Path) -> Survey:
    """Read through a file once, fast."""
    digest, counts = blake2b(digest_size=32), dict.fromkeys(_ENDS, 0)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            for end in _ENDS:
                counts[end] += block.count(end)
    marked = next((counts[end] for end in _ENDS if counts[end]), 1)
    return Survey(digest.hexdigest(), marked)


def import_memory(
    memories: Memories,
    info: MemoryInfo,
    path: Path,
    options: ImportOptions,
    *,
    surveyed: Survey | None = None,
    progress: Progress = SILENT,
) -> ImportReport:
    """Import a file into a memory."""
    languages = Languages(info.source_language, info.target_language)
    # A file that cannot be opened, or is of no known format, is refused before anything is begun.
    read_units(path, languages, options.mapping)
    _respect(memories, info, path)
    fingerprint = (surveyed or survey(path)).fingerprint
    with memories.database.writing() as connection:
        run = begin_import(connection, info.id, path, fingerprint, options.by)
    report = ImportReport(resumed_at=run.units)
    progress.advance(run.units)
    read = batches(path, languages, options.mapping, run.units)
    try:
        run = _take_in(memories, run, _judged(path, read, options.keep_good, report), progress)
    except (BadFile, UsageProblem):
        with memories.database.writing() as connection:
            abandon_import(connection, run.id)
        raise
    report.added, report.merged, report.refused = run.added, run.merged, run.refused
    return report


def _judged(
    path: Path, read: Iterable[UnitBatch], keep_good: bool, report: ImportReport
) -> Iterator[UnitBatch]:
    """Pass batches on; end at the first fault, or put faults on the report."""
    for batch in read:
        if batch.faults and not keep_good:
            raise BadFile(path, batch.faults[0])
        report.faults += batch.faults[: MOST_FAULTS - len(report.faults)]
        yield batch


def _take_in(memories: Memories, run: ImportRun, read: Iterable[UnitBatch], progress: Progress) -> ImportRun:
    """Write batches to the database and beside it to the index."""
    indexed = False
    with ExitStack() as stack:
        # What an interrupted import brought is not in the index yet, so that it has to catch up as a whole.
        index = _IndexBeside(memories, run.memory, stack) if not run.units else None
        only_file = not run.units and memories.truth.head(run.memory).revision == 0
        for batch in read:
            # In a memory that was empty, only what came earlier in the file can be there already.
            known_keys = batch.repeated if only_file else batch.keys
            # Nothing of this exists before the last transaction, which is durable and makes all before it so.
            with memories.database.writing(durable=False) as connection:
                run, added = add_units(
                    connection,
                    run,
                    batch.units,
                    batch.keys,
                    known_keys=known_keys,
                    refused=len(batch.faults),
                )
            if index:
                index.put(IndexedEntry(id, 0, batch.sources[at], batch.targets[at]) for id, at in added)
            progress.advance(len(batch))
        with memories.database.writing() as connection:
            run = finish_import(connection, run)
        if index:
            indexed = index.finish(run)
    if not indexed:
        memories.search(run.memory).update(force=True)
    return run


def notice_of(info: MemoryInfo) -> TrainingNotice:
    """Return what is said of training in a file of a memory; a copy names the owner of what was copied."""
    owner = info.owner if info.bound_to is None else info.bound_to
    return TrainingNotice(info.permission is Permission.MAY_TRAIN, owner)


def _respect(memories: Memories, info: MemoryInfo, path: Path) -> None:
    """Bind a memory to what the file says of training; refuse it where the memory may be trained on."""
    notice = read_notice(path)
    if notice is None or notice.may_train or notice.owner == info.owner:
        return
    if info.permission is Permission.MAY_TRAIN:
        owner = notice.owner or "who is not named"
        raise UsageProblem(
            f"{path} may not be used for training: its owner, {owner}, allows inference only. Import it into"
            " a memory that allows inference only."
        )
    memories.bind(info.id, notice.owner)


def export_memory(memories: Memories, info: MemoryInfo, path: Path, progress: Progress = SILENT) -> int:
    """Write a memory to a file, in the format that its name says; the file is there whole or not at all."""
    units = _watched(exported(memories.database, info.id), progress)
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        languages = Languages(info.source_language, info.target_language)
        count = write_units(units, part, languages, notice_of(info))
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return count


class _IndexBeside:
    """Writes new entries to the index while an import goes on; an index that fails catches up later."""

    def __init__(self, memories: Memories, memory: int, stack: ExitStack) -> None:
        self._memories, self._memory = memories, memory
        self._search = memories.search(memory)
        self._indexed = 0
        self._writing: IndexWriting | None = None
        with self._going_on_without():
            head, state = memories.truth.head(memory), memories.index.state(memory)
            fresh = head.revision == 0
            if fresh or (state and state.identity == head.identity and state.revision <= head.revision):
                self._indexed = state.revision if state and not fresh else 0
                self._writing = stack.enter_context(memories.index.writing(memory, head.identity, fresh))

    def put(self, added: Iterable[IndexedEntry]) -> None:
        """Pass new entries on."""
        if self._writing is not None:
            with self._going_on_without():
                self._writing.put(added, new=True)

    def finish(self, run: ImportRun) -> bool:
        """Make the import searchable, with whatever else changed meanwhile; say whether that was possible."""
        revision = run.revision or 0
        with self._going_on_without():
            if self._writing is not None:
                others = self._memories.truth.every_change(self._memory, self._indexed, revision - 1)
                self._writing.put(map(document_of, others))
                self._writing.finish(revision)
                self._search.has_indexed(revision)
                return True
        return False

    @contextmanager
    def _going_on_without(self) -> Iterator[None]:
        try:
            yield
        except MemoryProblem as error:
            _log.warning("index not written during an import", memory=self._memory, reason=str(error))
            self._writing = None


def _watched(units: Iterable[TranslationUnit], progress: Progress) -> Iterator[TranslationUnit]:
    for unit in units:
        yield unit
        progress.advance()
