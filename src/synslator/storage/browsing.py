"""Leafing through memories and termbases."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, or_, select

from synslator.errors import NotThere
from synslator.memory.model import Entry
from synslator.storage.entries import entry_select, live, with_imports
from synslator.storage.tables.memories import entries
from synslator.storage.tables.terms import concepts, termbases
from synslator.storage.terms import Stored, TermbaseInfo, read_termbase


def list_entries(
    connection: Connection, memory: int, text: str, offset: int, limit: int
) -> tuple[Sequence[Entry], int]:
    """Give a page of a memory's entries, the newest first, and how many there are; with a text, if given."""
    conditions = [entries.c.memory_id == memory, live]
    if text:
        sides = (entries.c.source, entries.c.target)
        conditions.append(or_(*(side.icontains(text, autoescape=True) for side in sides)))
    counted = select(func.count()).select_from(with_imports).where(*conditions)
    total = connection.execute(counted).scalar_one()
    wanted = entry_select.where(*conditions).order_by(entries.c.id.desc()).offset(offset).limit(limit)
    return [Entry(*row) for row in connection.execute(wanted)], int(total)


def get_entry(connection: Connection, entry: int) -> Entry:
    """Give an entry, a deleted one too."""
    row = connection.execute(entry_select.where(entries.c.id == entry)).one_or_none()
    if row is None:
        raise NotThere(f"There is no entry with the id {entry}.")
    return Entry(*row)


def get_termbase(connection: Connection, termbase: int) -> TermbaseInfo:
    """Give the termbase with this id."""
    columns = (termbases.c[name] for name in ("id", "name", "owner", "revision"))
    row = connection.execute(select(*columns).where(termbases.c.id == termbase)).one_or_none()
    if row is None:
        raise NotThere(f"There is no termbase with the id {termbase}.")
    return TermbaseInfo(*row)


def count_concepts(connection: Connection) -> dict[int, int]:
    """Say for each termbase that has some how many concepts it has."""
    counted = select(concepts.c.termbase_id, func.count()).group_by(concepts.c.termbase_id)
    return {row[0]: row[1] for row in connection.execute(counted)}


def termbase_of_concept(connection: Connection, concept: int) -> int:
    """Give the termbase that a concept is in."""
    wanted = select(concepts.c.termbase_id).where(concepts.c.id == concept)
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        raise NotThere(f"There is no concept with the id {concept}.")
    return int(found)


def concepts_holding(connection: Connection, termbase: int, text: str, limit: int) -> Sequence[Stored]:
    """Give the concepts of a termbase with a text in one of their terms, or all of them, up to a limit."""
    found = read_termbase(connection, termbase, text or None)
    return [one for one, _ in zip(found, range(limit), strict=False)]
