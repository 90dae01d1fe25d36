"""Importing pairs into a memory in bulk: in small transactions, invisible until the last of them.

An import that was interrupted is not there: its entries do not exist until it is finished. Started again with
the same file it goes on where it was.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from synslator.formats.exchange.model import TranslationUnit
from synslator.storage.clock import now
from synslator.storage.database import Database
from synslator.storage.memories.entries import contexts_of, effective_revision, live, with_imports
from synslator.storage.memories.memories import next_revision
from synslator.storage.rows import insert_rows, new_ids
from synslator.storage.tables.memories import entries, imports, occurrences


@dataclass(frozen=True, slots=True)
class ImportRun:
    """An import and how far it has come."""

    id: int
    memory: int
    by: str
    units: int = 0
    """Units of the file that are handled, in whatever way."""
    added: int = 0
    merged: int = 0
    """Units whose pair was there already."""
    refused: int = 0
    first_entry: int | None = None
    last_entry: int | None = None
    revision: int | None = None


_COUNTED = ("units", "added", "merged", "refused", "first_entry", "last_entry")


def begin_import(connection: Connection, memory: int, file: Path, fingerprint: str, by: str) -> ImportRun:
    """Begin an import, or take up one of the same file that was interrupted."""
    columns = (imports.c[name] for name in ("id", "memory_id", "started_by", *_COUNTED, "revision"))
    interrupted = select(*columns).where(
        imports.c.memory_id == memory, imports.c.fingerprint == fingerprint, imports.c.revision.is_(None)
    )
    row = connection.execute(interrupted).first()
    if row is not None:
        return ImportRun(*row)
    values = {
        "memory_id": memory,
        "file": str(file),
        "fingerprint": fingerprint,
        "started_by": by,
        "started_at": now(),
    }
    new = connection.execute(insert(imports).values(values).returning(imports.c.id)).scalar_one()
    return ImportRun(new, memory, by)


def add_units(
    connection: Connection,
    run: ImportRun,
    units: Sequence[TranslationUnit],
    keys: Sequence[int],
    *,
    known_keys: Sequence[int],
    refused: int = 0,
) -> tuple[ImportRun, Sequence[tuple[int, int]]]:
    """Add the pairs that are new. `keys` are those of the sources, `known_keys` those that may be known.

    Give the import as it stands then, and for each new entry its id and the place of its unit.
    """
    known = _known_pairs(connection, run, known_keys) if known_keys else {}
    fresh: dict[tuple[str, str], int] = {}
    for place, unit in enumerate(units):
        pair = (unit.source, unit.target)
        if pair not in known:
            fresh.setdefault(pair, place)
    ids = new_ids(connection, entries, len(fresh))
    added = list(zip(ids, fresh.values(), strict=True))
    if added:
        moment = now()
        rows = [_row(run, entry, units[place], keys[place], moment) for entry, place in added]
        insert_rows(connection, entries, _ROW, rows)
    if any(unit.contexts for unit in units):
        _add_contexts(connection, run, units, known | dict(zip(fresh, ids, strict=True)))
    run = replace(
        run,
        units=run.units + len(units) + refused,
        added=run.added + len(added),
        merged=run.merged + len(units) - len(added),
        refused=run.refused + refused,
        first_entry=run.first_entry or (ids[0] if added else None),
        last_entry=ids[-1] if added else run.last_entry,
    )
    counts = {name: getattr(run, name) for name in _COUNTED}
    connection.execute(update(imports).where(imports.c.id == run.id).values(counts))
    return run, added


def finish_import(connection: Connection, run: ImportRun) -> ImportRun:
    """Make the import's entries exist, all at once."""
    revision = next_revision(connection, run.memory)
    connection.execute(update(imports).where(imports.c.id == run.id).values(revision=revision))
    return replace(run, revision=revision)


def abandon_import(connection: Connection, import_id: int) -> None:
    """Remove an import that is not to be finished, with all that it brought."""
    unfinished = and_(imports.c.id == import_id, imports.c.revision.is_(None))
    brought = connection.execute(
        select(imports.c.first_entry, imports.c.last_entry).where(unfinished)
    ).first()
    if brought and brought[0] is not None:
        mine = entries.c.import_id == import_id
        connection.execute(delete(entries).where(mine, entries.c.id.between(*brought)))
    connection.execute(delete(imports).where(unfinished))


def exported(database: Database, memory: int, page: int = 2000) -> Iterator[TranslationUnit]:
    """Yield a memory's live entries as units, with all that is known of them."""
    last = -1
    columns = ("id", "source", "target", "changed_by", "changed_at", "document", "details")
    wanted = select(*(entries.c[name] for name in columns)).select_from(with_imports)
    while True:
        with database.reading() as connection:
            of_page = wanted.where(entries.c.memory_id == memory, entries.c.id > last, live)
            rows = connection.execute(of_page.order_by(entries.c.id).limit(page)).all()
            contexts = contexts_of(connection, [row.id for row in rows])
        for row in rows:
            details = json.loads(row.details) if row.details else {}
            yield TranslationUnit(
                row.source,
                row.target,
                row.changed_by,
                row.changed_at,
                row.document,
                contexts=tuple(contexts.get(row.id, ())),
                notes=tuple(details.get("notes", ())),
                properties=tuple((kind, value) for kind, value in details.get("properties", ())),
            )
        if len(rows) < page:
            return
        last = rows[-1].id


def _known_pairs(connection: Connection, run: ImportRun, keys: Sequence[int]) -> dict[tuple[str, str], int]:
    """Return the pairs that the memory holds already, among those whose sources have these keys."""
    wanted = (
        select(entries.c.source, entries.c.target, entries.c.id)
        .select_from(with_imports)
        .where(
            entries.c.memory_id == run.memory,
            entries.c.source_key.in_(set(keys)),
            entries.c.deleted.is_(False),
            or_(effective_revision.is_not(None), entries.c.import_id == run.id),
        )
    )
    return {(source, target): entry for source, target, entry in connection.execute(wanted)}


_ROW = (
    "id",
    "memory_id",
    "source",
    "target",
    "source_key",
    "import_id",
    "changed_by",
    "changed_at",
    "document",
    "details",
)


def _row(run: ImportRun, entry: int, unit: TranslationUnit, key: int, moment: int) -> tuple[object, ...]:
    """Return the values of `_ROW` for a unit."""
    details = None
    if unit.notes or unit.properties:
        about = {"notes": unit.notes, "properties": unit.properties}
        details = json.dumps({name: value for name, value in about.items() if value}, ensure_ascii=False)
    return (
        entry,
        run.memory,
        unit.source,
        unit.target,
        key,
        run.id,
        unit.changed_by or run.by,
        unit.changed_at or moment,
        unit.document,
        details,
    )


def _add_contexts(
    connection: Connection, run: ImportRun, units: Sequence[TranslationUnit], ids: dict[tuple[str, str], int]
) -> None:
    """Keep the neighbours that the file tells of, where they are not known yet."""
    given = {(ids[unit.source, unit.target], *neighbours) for unit in units for neighbours in unit.contexts}
    if not given:
        return
    known = contexts_of(connection, {entry for entry, _, _ in given})
    rows = [
        {
            "memory_id": run.memory,
            "entry_id": entry,
            "before_key": before,
            "after_key": after,
            "confirmed_by": run.by,
            "confirmed_at": now(),
        }
        for entry, before, after in sorted(given)
        if (before, after) not in known.get(entry, ())
    ]
    if rows:
        connection.execute(insert(occurrences), rows)
