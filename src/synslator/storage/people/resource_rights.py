"""What somebody may do with a thing; memories and termbases belong to no project, but are used by some."""

from collections import defaultdict
from typing import Literal

from sqlalchemy import Column, Connection, Table, select

from synslator.storage.people.accounts import project_roles_of
from synslator.storage.people.organisations import Person, Role, rank
from synslator.storage.people.ownership import Belonging, OwnedKind
from synslator.storage.tables.memories import memories
from synslator.storage.tables.projects import project_memories, project_termbases
from synslator.storage.tables.terms import termbases

Resource = Literal["memory", "termbase"]


def limited_roles(connection: Connection, who: Person, kind: Resource) -> dict[int, Role]:
    """Return somebody's role with each memory or termbase where it is less than their general one.

    It is the best of their roles in the projects that use it, and never more than the general one: what only
    hidden projects use is hidden as well. What somebody owns, or no project uses, is not limited.
    """
    roles = project_roles_of(connection, who)
    if who.role == "admin" or not roles:
        return {}
    things, uses, key = _tables(kind)
    touched = select(key).where(uses.c.project_id.in_(roles))
    wanted = (
        select(key, uses.c.project_id)
        .join(things, things.c.id == key)
        .where(key.in_(touched), things.c.owner != who.login)
    )
    best: defaultdict[int, Role] = defaultdict(lambda: "none")
    for thing, project in connection.execute(wanted):
        best[thing] = max(best[thing], roles.get(project, who.role), key=rank)
    return {thing: role for thing, role in best.items() if rank(role) < rank(who.role)}


def role_at(connection: Connection, who: Person, kind: OwnedKind, where: Belonging) -> Role:
    """Return somebody's role where something of their organisation belongs."""
    if who.role == "admin":
        return who.role
    if where.resource is not None:
        resource: Resource = "memory" if kind in ("memory", "entry") else "termbase"
        return limited_roles(connection, who, resource).get(where.resource, who.role)
    return project_roles_of(connection, who).get(where.project or 0, who.role)


def _tables(kind: Resource) -> tuple[Table, Table, Column[int]]:
    if kind == "memory":
        return memories, project_memories, project_memories.c.memory_id
    return termbases, project_termbases, project_termbases.c.termbase_id
