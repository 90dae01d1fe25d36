"""The entries of memories as the search reads them: the `EntrySource` behind every index.

An entry that was imported has no revision of its own but that of its import, so that finishing an import of
a million entries is one small change. The entries of an import that is not finished do not exist.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from synslator.errors import NotThere
from synslator.memory.entry_source import Head
from synslator.memory.model import Entry
from synslator.storage.database import Database
from synslator.storage.memories.memories import UnknownMemory
from synslator.storage.tables.memories import entries, imports, memories, occurrences
from synslator.text.keys import text_key

_PAGE = 2000

with_imports = entries.outerjoin(imports, imports.c.id == entries.c.import_id)
effective_revision = func.coalesce(entries.c.revision, imports.c.revision)
"""Since when an entry is as it is; nothing for the entries of an import that is not finished."""
live: ColumnElement[bool] = and_(entries.c.deleted.is_(False), effective_revision.is_not(None))

EntrySelect = Select[int, int, str, str, int, int, bool, str, int, str | None]
entry_select: EntrySelect = select(
    entries.c.id,
    entries.c.memory_id,
    entries.c.source,
    entries.c.target,
    entries.c.version,
    effective_revision,
    entries.c.deleted,
    entries.c.changed_by,
    entries.c.changed_at,
    entries.c.document,
).select_from(with_imports)


class EntryStore:
    """The entries of all memories in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = database.mark
        head = database.written(select(memories.c.identity, memories.c.revision))
        self._head = f"{head} WHERE memories.id = {mark}"
        self._live = database.written(entry_select.where(live))
        self._confirmed = f"SELECT entry_id FROM occurrences WHERE document = {mark}"
        self._exact = f"{self._live} AND entries.memory_id = {mark} AND entries.source_key = {mark}"

    def head(self, memory: int) -> Head:
        """Return the state of a memory."""
        rows = self._database.fetch(self._head, (memory,))
        if not rows:
            raise UnknownMemory(f"There is no memory with the id {memory}.")
        return Head(*rows[0])

    def changes(self, memory: int, after: int, limit: int) -> Sequence[Entry]:
        """Return what changed after a revision, oldest change first."""
        with self._database.reading() as connection:
            head = select(memories.c.revision).where(memories.c.id == memory)
            single, whole = _changed(connection, memory, after, connection.execute(head).scalar_one())
            pages = [
                single.order_by(entries.c.revision),
                *(wanted.order_by(entries.c.id) for wanted in whole),
            ]
            found = [entry for page in pages for entry in _read(connection, page.limit(limit))]
        return sorted(found, key=lambda entry: entry.revision)[:limit]

    def every_change(self, memory: int, after: int, until: int) -> Iterator[Entry]:
        """Yield all that changed after one revision and until another."""
        with self._database.reading() as connection:
            single, whole = _changed(connection, memory, after, until)
        return chain.from_iterable(self._paged(wanted) for wanted in (single, *whole))

    def candidates(self, memory: int, source: str | None, ids: Collection[int]) -> Sequence[Entry]:
        """Return the live entries with these ids, and those with exactly this source."""
        # Two questions, because the answer to one with OR may be a walk over the whole memory.
        rows = []
        if ids:
            marks = ", ".join([self._database.mark] * len(ids))
            rows = self._database.fetch(f"{self._live} AND entries.id IN ({marks})", tuple(ids))
        if source is not None:
            rows += self._database.fetch(self._exact, (memory, text_key(source)))
        return [_live(row) for row in rows if row[1] == memory]

    def contexts(self, ids: Collection[int]) -> Mapping[int, Collection[tuple[int, int]]]:
        """Return for each entry the keys of the neighbours that it was confirmed between."""
        with self._database.reading() as connection:
            return contexts_of(connection, ids)

    def confirmed_in(self, document: str, ids: Collection[int]) -> Collection[int]:
        """Return those of some entries that were confirmed in a document, by its name."""
        marks = ", ".join([self._database.mark] * len(ids))
        rows = self._database.fetch(f"{self._confirmed} AND entry_id IN ({marks})", (document, *ids))
        return {row[0] for row in rows}

    def everything(self, memory: int, until: int) -> Iterator[Entry]:
        """Yield the live entries, oldest first."""
        return self._paged(entry_select.where(entries.c.memory_id == memory, live))

    def size(self, memory: int) -> int:
        """Count the live entries."""
        wanted = select(func.count()).select_from(with_imports).where(entries.c.memory_id == memory, live)
        with self._database.reading() as connection:
            return connection.execute(wanted).scalar_one()

    def _paged(self, wanted: EntrySelect) -> Iterator[Entry]:
        """Yield entries page by page, so that no long transaction keeps the database from tidying up."""
        last = -1
        while True:
            page = wanted.where(entries.c.id > last).order_by(entries.c.id).limit(_PAGE)
            with self._database.reading() as connection:
                rows = _read(connection, page)
            yield from rows
            if len(rows) < _PAGE:
                return
            last = rows[-1].id


def _live(row: tuple[Any, ...]) -> Entry:
    """Build a live entry from a row as the driver gives it, with a number for what is true or false."""
    key, memory, source, target, version, revision, _, by, at, document = row
    return Entry(key, memory, source, target, version, revision, False, by, at, document)


def _changed(
    connection: Connection, memory: int, after: int, until: int
) -> tuple[EntrySelect, list[EntrySelect]]:
    """Return the selections that together hold the changes: single entries, and one for each import."""
    in_memory = entries.c.memory_id == memory
    single = entry_select.where(in_memory, entries.c.revision > after, entries.c.revision <= until)
    finished = select(imports.c.id, imports.c.first_entry, imports.c.last_entry).where(
        imports.c.memory_id == memory,
        imports.c.revision > after,
        imports.c.revision <= until,
        imports.c.first_entry.is_not(None),
    )
    whole = [
        # The range of ids makes this a walk along the table where an index would have to be kept for it.
        entry_select.where(
            in_memory,
            entries.c.id.between(first, last),
            entries.c.import_id == import_id,
            entries.c.revision.is_(None),
        )
        for import_id, first, last in connection.execute(finished)
    ]
    return single, whole


def _read(connection: Connection, wanted: EntrySelect) -> list[Entry]:
    return [Entry(*row) for row in connection.execute(wanted)]


def contexts_of(connection: Connection, ids: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """Return the neighbours' keys of entries, those noted first first and each once."""
    wanted = (
        select(occurrences.c.entry_id, occurrences.c.before_key, occurrences.c.after_key)
        .where(occurrences.c.entry_id.in_(ids), occurrences.c.before_key.is_not(None))
        .order_by(occurrences.c.id)
    )
    found: defaultdict[int, dict[tuple[int, int], None]] = defaultdict(dict)
    for entry, before, after in connection.execute(wanted) if ids else ():
        found[entry][before, after] = None
    return {entry: list(keys) for entry, keys in found.items()}


def list_entries(
    connection: Connection, memory: int, text: str, offset: int, limit: int
) -> tuple[Sequence[Entry], int]:
    """Return a page of a memory's entries that hold `text`, the newest first, and how many there are."""
    conditions = [entries.c.memory_id == memory, live]
    if text:
        sides = (entries.c.source, entries.c.target)
        conditions.append(or_(*(side.icontains(text, autoescape=True) for side in sides)))
    counted = select(func.count()).select_from(with_imports).where(*conditions)
    total = connection.execute(counted).scalar_one()
    wanted = entry_select.where(*conditions).order_by(entries.c.id.desc()).offset(offset).limit(limit)
    return [Entry(*row) for row in connection.execute(wanted)], int(total)


def get_entry(connection: Connection, entry: int) -> Entry:
    """Return an entry, a deleted one too."""
    row = connection.execute(entry_select.where(entries.c.id == entry)).one_or_none()
    if row is None:
        raise NotThere(f"There is no entry with the id {entry}.")
    return Entry(*row)
