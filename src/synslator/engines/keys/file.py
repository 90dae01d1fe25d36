"""The keys of memory entries on disk: one SQLite file for each package, beside the database.

The database stays the truth: a file that is damaged is begun again, and keys that are missing are computed
again. Every entry is noted with the digest of its texts, and keys lie under that digest: entries with the
same texts share them, and they go with the last one.
"""

import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from synslator.decoding.knn.datastore import EntryKeys
from synslator.engines.keys import tables
from synslator.engines.keys.content import TextPair, digest, packed, unpacked
from synslator.engines.keys.tables import Standing
from synslator.logs import Log

_log = Log("keys")

Given = ParamSpec("Given")
Result = TypeVar("Result")

WAIT = 30.0
"""Seconds that a writer waits for another process."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of a memory, and its texts; without texts, it is not there any more."""

    entry: int
    pair: TextPair | None


class KeyFile:
    """The keys of one package's entries. May be used from any thread, and by several processes."""

    def __init__(self, path: Path, width: int, most_bytes: int) -> None:
        """`width` is that of the model's hidden states; no keys are taken in beyond `most_bytes`."""
        self.path, self.width, self.most_bytes = path, width, most_bytes
        self._reading, self._writing = threading.Lock(), threading.Lock()
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None

    def read(self, pairs: Collection[TextPair]) -> dict[TextPair, EntryKeys]:
        """Return the keys that there are; whoever needs others computes them."""
        by_digest = {digest(pair): pair for pair in pairs}
        if not by_digest or not self.path.exists():
            return {}
        marks = ", ".join("?" * len(by_digest))
        wanted = f"SELECT digest, checksum, content FROM keys WHERE digest IN ({marks})"
        try:
            with self._reading:
                self._reader = self._reader or self._connect()
                rows = self._reader.execute(wanted, tuple(by_digest)).fetchall()
        except (sqlite3.Error, OSError) as error:
            self._failed(error)
            return {}
        sound = [(key, content) for key, checksum, content in rows if zlib.crc32(content) == checksum]
        if len(sound) < len(rows):
            self._remove_damaged({key for key, *_ in rows} - {key for key, _ in sound})
        return {by_digest[key]: unpacked(content, self.width) for key, content in sound}

    def missing(self, pairs: Collection[TextPair]) -> list[TextPair]:
        """Return the pairs whose keys are not there."""
        found = self._write(tables.missing, [digest(pair) for pair in pairs])
        return [pair for pair in pairs if found is None or digest(pair) in found]

    def write(self, memory: str, noted: Sequence[Noted], keys: dict[TextPair, EntryKeys]) -> None:
        """Note how entries of a memory stand now, and take their keys in; remove what no entry has now."""
        rows = [(memory, one.entry, digest(one.pair) if one.pair else None) for one in noted]
        content = [(digest(pair), packed(found)) for pair, found in keys.items()]
        self._write(tables.note, memory, rows, content)

    def standing(self, memory: str) -> Standing:
        """Return how far the file has followed a memory."""
        return self._write(tables.standing, memory) or Standing()

    def stand(self, memory: str, standing: Standing) -> None:
        """Note how far the file has followed a memory."""
        self._write(tables.stand, memory, standing)

    def noted(self, memory: str, entries: Collection[int]) -> dict[int, bytes]:
        """Return the digests of those of some entries that the file knows."""
        return self._write(tables.noted, memory, entries) or {}

    def keep(self, memories: Collection[str]) -> None:
        """Remove everything of memories that are not among these."""
        self._write(tables.keep, memories)

    def tidy(self) -> None:
        """Let nothing that was deleted stay in what SQLite has written ahead."""
        with suppress(sqlite3.Error), self._writing:
            if self._writer is not None:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @property
    def nbytes(self) -> int:
        """Bytes that the file uses."""
        return (self._write(tables.size) or 0) if self.path.exists() else 0

    @property
    def has_room(self) -> bool:
        """Whether more keys may be taken in."""
        return self.nbytes < self.most_bytes

    def close(self) -> None:
        """Close the file."""
        with self._reading, self._writing:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def delete(self) -> None:
        """Remove the file, with everything in it."""
        self.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, WAIT, isolation_level=None, check_same_thread=False)
        try:
            for pragma in (
                f"page_size = {tables.PAGE}",
                "auto_vacuum = INCREMENTAL",
                "journal_mode = WAL",
                # A kill loses nothing; what a power failure takes is computed again.
                "synchronous = NORMAL",
                # What was deleted is overwritten: keys say much about the text that they come from.
                "secure_delete = ON",
                f"mmap_size = {2 * self.most_bytes}",
            ):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            connection.executescript(tables.TABLES)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _write(
        self,
        work: Callable[Concatenate[sqlite3.Connection, Given], Result],
        *given: Given.args,
        **more: Given.kwargs,
    ) -> Result | None:
        """Do something in one transaction; None, where the file cannot be used."""
        try:
            with self._writing:
                self._writer = self._writer or self._connect()
                self._writer.execute("BEGIN IMMEDIATE")
                try:
                    result = work(self._writer, *given, **more)
                    self._writer.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):
                        self._writer.execute("ROLLBACK")
                    raise
                return result
        except (sqlite3.Error, OSError) as error:
            self._failed(error)
            return None

    def _remove_damaged(self, digests: Collection[bytes]) -> None:
        _log.warning("keys were damaged and are computed again", entries=len(digests))
        self._write(tables.remove_damaged, digests)

    def _failed(self, error: sqlite3.Error | OSError) -> None:
        """Begin a damaged file again; where the disk is full or another process writes, do without."""
        _log.warning("the keys on disk cannot be used", file=self.path.name, reason=str(error))
        if not isinstance(error, sqlite3.OperationalError | OSError):
            with suppress(OSError):
                self.delete()
