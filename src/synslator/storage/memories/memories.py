"""Memories as things that one makes, lists, shares and removes. Their entries are in the modules beside."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from synslator.errors import NotThere, UsageProblem
from synslator.memory.entry_source import Head
from synslator.memory.model import Permission
from synslator.storage.clock import now
from synslator.storage.people.organisations import owned_by
from synslator.storage.tables.memories import entries, imports, memories


class UnknownMemory(NotThere):
    """There is no such memory."""


@dataclass(frozen=True, slots=True)
class MemoryInfo:
    """What is known of a memory beside its entries."""

    id: int
    name: str
    source_language: str
    target_language: str
    owner: str
    permission: Permission
    revision: int
    created_at: int
    organisation: int | None = None
    bound_to: str | None = None
    """Who alone may allow training: the owner of the memory that this is a copy of."""


def create_memory(
    connection: Connection,
    name: str,
    source_language: str,
    target_language: str,
    *,
    owner: str,
    permission: Permission = Permission.INFERENCE_ONLY,
    organisation: int | None = None,
) -> MemoryInfo:
    """Create an empty memory; without an organisation, for that of the machine."""
    values = {
        "organisation_id": organisation,
        "identity": uuid4().hex,
        "name": name,
        "source_language": source_language,
        "target_language": target_language,
        "owner": owner,
        "permission": permission.value,
        "created_at": now(),
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(memories).values(values))
    except IntegrityError as error:
        raise UsageProblem(f"A TM named {name!r} already exists. Choose another name.") from error
    return find_memory(connection, name)


def list_memories(connection: Connection, organisation: int | None = None) -> Sequence[MemoryInfo]:
    """Return all memories by name, or those of one organisation."""
    wanted = select(memories).order_by(memories.c.name)
    if organisation is not None:
        wanted = wanted.where(owned_by(memories, organisation))
    return [_info(row) for row in connection.execute(wanted)]


def memory_heads(connection: Connection) -> dict[int, Head]:
    """Return the state of every memory."""
    wanted = select(memories.c.id, memories.c.identity, memories.c.revision).order_by(memories.c.id)
    return {number: Head(identity, revision) for number, identity, revision in connection.execute(wanted)}


def find_memory(connection: Connection, name: str) -> MemoryInfo:
    """Return the memory of this name."""
    row = connection.execute(select(memories).where(memories.c.name == name)).one_or_none()
    if row is None:
        known = ", ".join(info.name for info in list_memories(connection)) or "none yet"
        raise UnknownMemory(f"There is no memory named {name!r}. The memories are: {known}.")
    return _info(row)


def get_memory(connection: Connection, memory: int) -> MemoryInfo:
    """Return the memory with this id."""
    row = connection.execute(select(memories).where(memories.c.id == memory)).one_or_none()
    if row is None:
        raise UnknownMemory(f"There is no memory with the id {memory}.")
    return _info(row)


def set_permission(connection: Connection, memory: int, permission: Permission) -> None:
    """Change what a memory may be used for."""
    connection.execute(update(memories).where(memories.c.id == memory).values(permission=permission.value))


def bind_memory(connection: Connection, memory: int, owner: str) -> None:
    """Note who alone may allow training on a memory: the owner of what it is a copy of."""
    connection.execute(update(memories).where(memories.c.id == memory).values(bound_to=owner))


def delete_memory(connection: Connection, memory: int) -> None:
    """Remove a memory with everything in it."""
    for table in (entries, imports):
        connection.execute(delete(table).where(table.c.memory_id == memory))
    connection.execute(delete(memories).where(memories.c.id == memory))


_NEXT_REVISION = (
    update(memories)
    .where(memories.c.id == bindparam("memory"))
    .values(revision=memories.c.revision + 1)
    .returning(memories.c.revision)
)


def next_revision(connection: Connection, memory: int) -> int:
    """Begin a change of a memory.

    The row stays locked until the transaction ends, so that revisions become visible in their order.
    """
    revision = connection.execute(_NEXT_REVISION, {"memory": memory}).scalar_one_or_none()
    if revision is None:
        raise UnknownMemory(f"There is no memory with the id {memory}.")
    return int(revision)


def _info(row: Row[tuple[object, ...]]) -> MemoryInfo:
    values = row._mapping
    return MemoryInfo(
        id=values["id"],
        name=values["name"],
        source_language=values["source_language"],
        target_language=values["target_language"],
        owner=values["owner"],
        permission=Permission(values["permission"]),
        revision=values["revision"],
        created_at=values["created_at"],
        organisation=values["organisation_id"],
        bound_to=values["bound_to"],
    )
