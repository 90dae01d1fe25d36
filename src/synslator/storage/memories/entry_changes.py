"""Changes to the entries of a memory: confirm, edit, delete, undo; and the history that they leave.

A pair of texts is one entry however often it is confirmed; where it was confirmed is kept beside it. A
segment that is confirmed again with other texts replaces its earlier version, unless another segment (or an
import) stands behind that version too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, or_, select, update

from synslator.errors import NotThere, UsageProblem
from synslator.memory.model import Entry, Neighbours
from synslator.storage.clock import now
from synslator.storage.memories.entries import effective_revision, entry_select, live
from synslator.storage.memories.memories import next_revision
from synslator.storage.tables.memories import entries, occurrences, past_versions
from synslator.text.keys import text_key


class UnknownEntry(NotThere):
    """There is no such entry, or no such version of it."""


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """The segment that an entry comes from."""

    document: str
    segment: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A pair that a translator has confirmed."""

    source: str
    target: str
    by: str
    place: EntryPlace | None = None
    neighbours: Neighbours | None = None

    def __post_init__(self) -> None:
        for side, value in (("source", self.source), ("target", self.target)):
            check_text(value, side)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of an entry."""

    number: int
    source: str
    target: str
    deleted: bool
    changed_by: str
    changed_at: int
    document: str | None
    restored: int | None
    """The version that this one brought back by an undo."""


def check_text(value: str, side: str) -> None:
    """Refuse what no file and no database could keep."""
    if not value.strip():
        raise UsageProblem(f"The {side} text is empty.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise UsageProblem(
            f"The {side} text is not valid Unicode: there is half a character at {error.start}."
        ) from error
    if "\0" in value:
        raise UsageProblem(f"The {side} text contains a null character. Remove it.")


def confirm(connection: Connection, memory: int, given: Confirmation) -> Entry:
    """Take a confirmed pair into a memory and return its entry."""
    revision = next_revision(connection, memory)
    earlier = _entry_at(connection, memory, given.place)
    same = _same_pair(connection, memory, given.source, given.target)
    shared = earlier is not None and _stands_elsewhere(connection, earlier, given.place)
    if same is not None:
        entry = same
        if earlier is not None and earlier.id != same.id and not shared:
            _store(connection, replace(earlier, deleted=True), revision, given.by)
    elif earlier is not None and not shared:
        document = given.place.document if given.place else None
        changed = replace(earlier, source=given.source, target=given.target, document=document)
        entry = _store(connection, changed, revision, given.by)
    else:
        entry = _create(connection, memory, given, revision)
    _note_occurrence(connection, entry, given)
    return entry


def withdraw(connection: Connection, memory: int, place: EntryPlace, by: str) -> Entry | None:
    """Take back what a segment has confirmed; return its entry if nothing else stands behind it."""
    entry = _entry_at(connection, memory, place)
    if entry is None:
        return None
    alone = not _stands_elsewhere(connection, entry, place)
    connection.execute(delete(occurrences).where(_is_at(memory, place)))
    if not alone:
        return None
    return _store(connection, replace(entry, deleted=True), next_revision(connection, memory), by)


def edit(connection: Connection, entry_id: int, source: str, target: str, by: str) -> Entry:
    """Change the texts of an entry in place."""
    check_text(source, "source")
    check_text(target, "target")
    entry = _required(connection, entry_id)
    revision = next_revision(connection, entry.memory)
    return _store(connection, replace(entry, source=source, target=target, deleted=False), revision, by)


def remove(connection: Connection, entry_id: int, by: str) -> Entry:
    """Delete an entry; its history stays, and an undo brings it back."""
    entry = _required(connection, entry_id)
    revision = next_revision(connection, entry.memory)
    return _store(connection, replace(entry, deleted=True), revision, by)


def undo(connection: Connection, entry_id: int, by: str) -> Entry:
    """Bring back the version before the present one; again, the one before that.

    Undoing the very first version deletes the entry.
    """
    entry = _required(connection, entry_id)
    versions = {version.number: version for version in history(connection, entry_id)}
    present = versions[entry.version]
    before = (present.restored or present.number) - 1
    revision = next_revision(connection, entry.memory)
    if before < 1:
        if entry.deleted:
            raise UnknownEntry(f"Entry {entry_id} has no earlier version.")
        return _store(connection, replace(entry, deleted=True), revision, by, restored=1)
    old = versions[before]
    back = replace(entry, source=old.source, target=old.target, deleted=old.deleted, document=old.document)
    return _store(connection, back, revision, by, restored=before)


def history(connection: Connection, entry_id: int) -> Sequence[Version]:
    """Return all versions of an entry, the present one last."""
    columns = ("version", "source", "target", "deleted", "changed_by", "changed_at", "document", "restored")
    past = select(*(past_versions.c[name] for name in columns)).where(past_versions.c.entry_id == entry_id)
    present = select(*(entries.c[name] for name in columns)).where(entries.c.id == entry_id)
    rows = [
        *connection.execute(past.order_by(past_versions.c.version)),
        *connection.execute(present),
    ]
    if not rows:
        raise UnknownEntry(f"There is no entry with the id {entry_id}.")
    return [Version(*row) for row in rows]


def _select(connection: Connection, *conditions: ColumnElement[bool]) -> Entry | None:
    wanted = entry_select.where(*conditions).order_by(entries.c.id).limit(1)
    row = connection.execute(wanted).one_or_none()
    return Entry(*row) if row else None


def _required(connection: Connection, entry_id: int) -> Entry:
    entry = _select(connection, entries.c.id == entry_id, effective_revision.is_not(None))
    if entry is None:
        raise UnknownEntry(f"There is no entry with the id {entry_id}.")
    return entry


def _entry_at(connection: Connection, memory: int, place: EntryPlace | None) -> Entry | None:
    """Return the live entry that a segment is behind."""
    if place is None:
        return None
    here = select(occurrences.c.entry_id).where(_is_at(memory, place))
    return _select(connection, entries.c.id.in_(here), live)


_SAME_PAIR = entry_select.where(
    entries.c.memory_id == bindparam("memory"),
    entries.c.source_key == bindparam("key"),
    entries.c.source == bindparam("source"),
    entries.c.target == bindparam("target"),
    live,
).limit(1)


def _same_pair(connection: Connection, memory: int, source: str, target: str) -> Entry | None:
    given = {"memory": memory, "key": text_key(source), "source": source, "target": target}
    row = connection.execute(_SAME_PAIR, given).one_or_none()
    return Entry(*row) if row else None


def _stands_elsewhere(connection: Connection, entry: Entry, place: EntryPlace | None) -> bool:
    """Return whether more than this segment is behind an entry: another one, or an import."""
    if (
        connection.execute(select(entries.c.import_id).where(entries.c.id == entry.id)).scalar_one()
        is not None
    ):
        return True
    at_entry = occurrences.c.entry_id == entry.id
    if place is not None:
        # A place without a document compares as unknown, which would hide it.
        elsewhere = or_(occurrences.c.document.is_(None), ~_is_at(entry.memory, place))
        at_entry = and_(at_entry, elsewhere)
    return connection.execute(select(occurrences.c.id).where(at_entry).limit(1)).first() is not None


def _is_at(memory: int, place: EntryPlace) -> ColumnElement[bool]:
    return and_(
        occurrences.c.memory_id == memory,
        occurrences.c.document == place.document,
        occurrences.c.segment == place.segment,
    )


_CREATE = insert(entries).returning(entries.c.id)


def _create(connection: Connection, memory: int, given: Confirmation, revision: int) -> Entry:
    entry = Entry(
        id=0,
        memory=memory,
        source=given.source,
        target=given.target,
        revision=revision,
        changed_by=given.by,
        changed_at=now(),
        document=given.place.document if given.place else None,
    )
    new = connection.execute(_CREATE, {"memory_id": memory, **_values(entry)}).scalar_one()
    return replace(entry, id=new)


def _store(
    connection: Connection, entry: Entry, revision: int, by: str, restored: int | None = None
) -> Entry:
    """Write a new version of an entry and put the one before into its history."""
    kept = ("version", "source", "target", "deleted", "restored", "changed_by", "changed_at", "document")
    old = select(entries.c.id, *(entries.c[name] for name in kept)).where(entries.c.id == entry.id)
    connection.execute(insert(past_versions).from_select(["entry_id", *kept], old))
    new = replace(entry, version=entry.version + 1, revision=revision, changed_by=by, changed_at=now())
    values = _values(new) | {"restored": restored}
    connection.execute(update(entries).where(entries.c.id == entry.id).values(values))
    return new


def _values(entry: Entry) -> dict[str, Any]:
    return {
        "source": entry.source,
        "target": entry.target,
        "source_key": text_key(entry.source),
        "version": entry.version,
        "revision": entry.revision,
        "deleted": entry.deleted,
        "changed_by": entry.changed_by,
        "changed_at": entry.changed_at,
        "document": entry.document,
    }


def _note_occurrence(connection: Connection, entry: Entry, given: Confirmation) -> None:
    """Keep where the entry was confirmed, in place of what that segment held before."""
    if given.place is not None:
        connection.execute(delete(occurrences).where(_is_at(entry.memory, given.place)))
    if given.place is None and given.neighbours is None:
        return
    before, after = given.neighbours.keys() if given.neighbours else (None, None)
    values = {
        "memory_id": entry.memory,
        "entry_id": entry.id,
        "document": given.place.document if given.place else None,
        "segment": given.place.segment if given.place else None,
        "before_key": before,
        "after_key": after,
        "confirmed_by": given.by,
        "confirmed_at": now(),
    }
    connection.execute(insert(occurrences).values(values))
