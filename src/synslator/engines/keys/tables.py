"""The tables of a key file, and what is asked of them. Each function is one piece of a transaction."""

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

PAGE = 16384
"""Bytes of a page of a file: most entries fit into one."""
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


def missing(connection: sqlite3.Connection, digests: Sequence[bytes]) -> set[bytes]:
    """Return the digests of which there are no keys."""
    there = "SELECT 1 FROM keys WHERE digest = ?"
    return {one for one in digests if connection.execute(there, (one,)).fetchone() is None}


def note(
    connection: sqlite3.Connection,
    memory: str,
    rows: Sequence[tuple[str, int, bytes | None]],
    content: Iterable[tuple[bytes, bytes]],
) -> None:
    """Note the digests of entries, take in packed keys, and drop those that no entry has now."""
    for name, packed_keys in content:
        values = (name, zlib.crc32(packed_keys), packed_keys)
        connection.execute("INSERT OR IGNORE INTO keys (digest, checksum, content) VALUES (?, ?, ?)", values)
    before = noted(connection, memory, [entry for _, entry, _ in rows])
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


def standing(connection: sqlite3.Connection, memory: str) -> Standing:
    """Return how far the file has followed a memory."""
    wanted = "SELECT cleared, prepared, whole FROM memories WHERE identity = ?"
    row = connection.execute(wanted, (memory,)).fetchone()
    return Standing(row[0], row[1], bool(row[2])) if row else Standing()


def stand(connection: sqlite3.Connection, memory: str, standing: Standing) -> None:
    """Note how far the file has followed a memory."""
    values = (memory, standing.cleared, standing.prepared, standing.whole)
    connection.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?)", values)


def noted(connection: sqlite3.Connection, memory: str, entries: Collection[int]) -> dict[int, bytes]:
    """Return the digests of those of some entries that the file knows."""
    wanted = "SELECT digest FROM entries WHERE memory = ? AND entry = ?"
    found = ((entry, connection.execute(wanted, (memory, entry)).fetchone()) for entry in entries)
    return {entry: row[0] for entry, row in found if row}


def keep(connection: sqlite3.Connection, memories: Collection[str]) -> None:
    """Remove everything of memories that are not among these."""
    marks = ", ".join("?" * len(memories))
    gone = connection.execute(f"DELETE FROM entries WHERE memory NOT IN ({marks})", tuple(memories)).rowcount
    connection.execute(f"DELETE FROM memories WHERE identity NOT IN ({marks})", tuple(memories))
    if gone:
        connection.execute("DELETE FROM keys WHERE digest NOT IN (SELECT digest FROM entries)")
        connection.execute("PRAGMA incremental_vacuum").fetchall()


def remove_damaged(connection: sqlite3.Connection, digests: Collection[bytes]) -> None:
    """Remove keys, and the entries that have them."""
    for key in digests:
        connection.execute("DELETE FROM keys WHERE digest = ?", (key,))
        connection.execute("DELETE FROM entries WHERE digest = ?", (key,))
    # Whoever prepares keys looks at every entry once more.
    connection.execute("UPDATE memories SET prepared = 0")


def size(connection: sqlite3.Connection) -> int:
    """Return the bytes that the file uses."""
    pages, free = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count")
    )
    return int((pages - free) * PAGE)
