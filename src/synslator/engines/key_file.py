"""The keys of memory entries on disk: one SQLite file for each package, beside the database.

The database stays the truth: a file that is damaged is begun again, and keys that are missing are computed
again. Every entry is noted with the digest of its texts, and keys lie under that digest: entries with the
same texts share them, and they go with the last one.
"""

import hashlib
import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np

from synslator.decoding.knn.datastore import EntryKeys
from synslator.logs import Log
from synslator.runtime.manifest import Manifest

_log = Log("keys")

TextPair = tuple[str, str]
Given = ParamSpec("Given")
Result = TypeVar("Result")

LAYOUT = 1
"""Changes when the content of the files does; files of other layouts are not looked at."""
PAGE = 16384
"""Bytes of a page of a file: most entries fit into one."""
WAIT = 30.0
"""Seconds that a writer waits for another process."""
NO_CARD = "README.md"
"""The model card says nothing to a model."""
TABLES = """
CREATE TABLE IF NOT EXISTS memories (
    identity TEXT PRIMARY KEY, cleared INTEGER NOT NULL, prepared INTEGER NOT NULL, whole INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    memory TEXT NOT NULL, entry INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (memory, entry)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ix_entries_digest ON entries (digest);
CREATE TABLE IF NOT EXISTS keys (
    number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, checksum INTEGER NOT NULL, content BLOB NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a file has followed the changes of a memory, as revisions."""

    cleared: int = 0
    """Until here, what was deleted or changed is gone from the file."""
    prepared: int = 0
    """Until here, all keys are there that there was room for."""
    whole: bool = True
    """Whether there was room for all."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of a memory, and its texts; without texts, it is not there any more."""

    entry: int
    pair: TextPair | None


def digest(pair: TextPair) -> bytes:
    """Return what keys are found by."""
    source, target = (text.encode("utf-8", "surrogatepass") for text in pair)
    return hashlib.blake2b(len(source).to_bytes(8) + source + target, digest_size=16).digest()


def packed(keys: EntryKeys) -> bytes:
    """Return what a file holds of an entry: 8 bits for each number of a key."""
    return b"".join(part.tobytes() for part in (keys.scales, keys.norms, keys.values, keys.words, keys.keys))


def unpacked(content: bytes, width: int) -> EntryKeys:
    """Return the keys in what a file holds of an entry, where they lie."""
    count = len(content) // (width + 16)
    scales, norms = np.frombuffer(content, np.float32, 2 * count).reshape(2, count)
    values, words = np.frombuffer(content, np.uint32, 2 * count, 8 * count).reshape(2, count)
    keys = np.frombuffer(content, np.int8, count * width, 16 * count).reshape(count, width)
    return EntryKeys(keys, scales, norms, values, words)


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
        found = self._write(_missing, [digest(pair) for pair in pairs])
        return [pair for pair in pairs if found is None or digest(pair) in found]

    def write(self, memory: str, noted: Sequence[Noted], keys: dict[TextPair, EntryKeys]) -> None:
        """Note how entries of a memory stand now, and take their keys in; remove what no entry has now."""
        rows = [(memory, one.entry, digest(one.pair) if one.pair else None) for one in noted]
        content = [(digest(pair), packed(found)) for pair, found in keys.items()]
        self._write(_note, memory, rows, content)

    def standing(self, memory: str) -> Standing:
        """Return how far the file has followed a memory."""
        return self._write(_standing, memory) or Standing()

    def stand(self, memory: str, standing: Standing) -> None:
        """Note how far the file has followed a memory."""
        self._write(_stand, memory, standing)

    def noted(self, memory: str, entries: Collection[int]) -> dict[int, bytes]:
        """Return the digests of those of some entries that the file knows."""
        return self._write(_noted, memory, entries) or {}

    def keep(self, memories: Collection[str]) -> None:
        """Remove everything of memories that are not among these."""
        self._write(_keep, memories)

    def tidy(self) -> None:
        """Let nothing that was deleted stay in what SQLite has written ahead."""
        with suppress(sqlite3.Error), self._writing:
            if self._writer is not None:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @property
    def nbytes(self) -> int:
        """Bytes that the file uses."""
        return (self._write(_size) or 0) if self.path.exists() else 0

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
                f"page_size = {PAGE}",
                "auto_vacuum = INCREMENTAL",
                "journal_mode = WAL",
                # A kill loses nothing; what a power failure takes is computed again.
                "synchronous = NORMAL",
                # What was deleted is overwritten: keys say much about the text that they come from.
                "secure_delete = ON",
                f"mmap_size = {2 * self.most_bytes}",
            ):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            connection.executescript(TABLES)
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
        self._write(_remove_damaged, digests)

    def _failed(self, error: sqlite3.Error | OSError) -> None:
        """Begin a damaged file again; where the disk is full or another process writes, do without."""
        _log.warning("the keys on disk cannot be used", file=self.path.name, reason=str(error))
        if not isinstance(error, sqlite3.OperationalError | OSError):
            with suppress(OSError):
                self.delete()


def _missing(connection: sqlite3.Connection, digests: Sequence[bytes]) -> set[bytes]:
    there = "SELECT 1 FROM keys WHERE digest = ?"
    return {one for one in digests if connection.execute(there, (one,)).fetchone() is None}


def _note(
    connection: sqlite3.Connection,
    memory: str,
    rows: Sequence[tuple[str, int, bytes | None]],
    content: Iterable[tuple[bytes, bytes]],
) -> None:
    for name, packed_keys in content:
        values = (name, zlib.crc32(packed_keys), packed_keys)
        connection.execute("INSERT OR IGNORE INTO keys (digest, checksum, content) VALUES (?, ?, ?)", values)
    before = _noted(connection, memory, [entry for _, entry, _ in rows])
    for _, entry, key in rows:
        if before.get(entry) == key:
            continue
        if key is None:
            connection.execute("DELETE FROM entries WHERE memory = ? AND entry = ?", (memory, entry))
        else:
            connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", (memory, entry, key))
    _drop_unused(connection, {before[entry] for _, entry, key in rows if before.get(entry, key) != key})


def _drop_unused(connection: sqlite3.Connection, digests: Iterable[bytes]) -> None:
    for key in digests:
        unused = "NOT EXISTS (SELECT 1 FROM entries WHERE entries.digest = keys.digest)"
        connection.execute(f"DELETE FROM keys WHERE digest = ? AND {unused}", (key,))
    connection.execute("PRAGMA incremental_vacuum").fetchall()


def _standing(connection: sqlite3.Connection, memory: str) -> Standing:
    wanted = "SELECT cleared, prepared, whole FROM memories WHERE identity = ?"
    row = connection.execute(wanted, (memory,)).fetchone()
    return Standing(row[0], row[1], bool(row[2])) if row else Standing()


def _stand(connection: sqlite3.Connection, memory: str, standing: Standing) -> None:
    values = (memory, standing.cleared, standing.prepared, standing.whole)
    connection.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?)", values)


def _noted(connection: sqlite3.Connection, memory: str, entries: Collection[int]) -> dict[int, bytes]:
    wanted = "SELECT digest FROM entries WHERE memory = ? AND entry = ?"
    found = ((entry, connection.execute(wanted, (memory, entry)).fetchone()) for entry in entries)
    return {entry: row[0] for entry, row in found if row}


def _keep(connection: sqlite3.Connection, memories: Collection[str]) -> None:
    marks = ", ".join("?" * len(memories))
    gone = connection.execute(f"DELETE FROM entries WHERE memory NOT IN ({marks})", tuple(memories)).rowcount
    connection.execute(f"DELETE FROM memories WHERE identity NOT IN ({marks})", tuple(memories))
    if gone:
        connection.execute("DELETE FROM keys WHERE digest NOT IN (SELECT digest FROM entries)")
        connection.execute("PRAGMA incremental_vacuum").fetchall()


def _remove_damaged(connection: sqlite3.Connection, digests: Collection[bytes]) -> None:
    for key in digests:
        connection.execute("DELETE FROM keys WHERE digest = ?", (key,))
        connection.execute("DELETE FROM entries WHERE digest = ?", (key,))
    # Whoever prepares keys looks at every entry once more.
    connection.execute("UPDATE memories SET prepared = 0")


def _size(connection: sqlite3.Connection) -> int:
    pages, free = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count")
    )
    return int((pages - free) * PAGE)


class KeyFolder:
    """The files of all packages."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        """Each may hold at most about `most_bytes`; 0 keeps nothing on disk."""
        self.folder, self.most_bytes = folder, most_bytes
        self._lock = threading.Lock()
        self._files: dict[Path, KeyFile] = {}

    def file(self, manifest: Manifest) -> KeyFile:
        """Return the file of a package's keys, which need not be there yet."""
        path = self.folder / f"{manifest.name}-{fingerprint(manifest)}.keys"
        with self._lock:
            if path not in self._files:
                self._files[path] = KeyFile(path, manifest.translation.width, self.most_bytes)
            return self._files[path]

    def drop_others(self, manifests: Iterable[Manifest]) -> None:
        """Remove the keys of packages that are not among these."""
        kept = {self.file(manifest).path for manifest in manifests} if self.most_bytes else set()
        for path in self.folder.glob("*.keys") if self.folder.is_dir() else ():
            if path not in kept:
                with self._lock:
                    file = self._files.pop(path, None) or KeyFile(path, 1, self.most_bytes)
                with suppress(OSError):
                    file.delete()

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for file in self._files.values():
                file.close()


def fingerprint(manifest: Manifest) -> str:
    """Return what tells apart packages whose keys are not the same."""
    files = sorted((name, entry.sha256) for name, entry in manifest.files.items() if name != NO_CARD)
    return hashlib.blake2b(repr((LAYOUT, manifest.translation, files)).encode(), digest_size=8).hexdigest()
