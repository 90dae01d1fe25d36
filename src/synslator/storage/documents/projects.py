"""Projects in the database: their settings, and the memories and termbases that they use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from synslator.errors import NotThere, SynslatorError
from synslator.memory.memory_set import MemoryUse
from synslator.storage.clock import now
from synslator.storage.people.organisations import Person
from synslator.storage.tables.projects import project_memories, project_termbases, projects


class ChangedMeanwhile(SynslatorError):
    """Somebody else changed the same thing; what they made of it must be looked at first."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project as the database keeps it."""

    id: int
    organisation: int
    name: str
    source_language: str
    target_language: str
    settings: str
    """JSON, as `workbench.options` writes it."""
    version: int
    created_by: str
    created_at: int
    changed_at: int
    memories: tuple[MemoryUse, ...] = ()
    """In the order of preference."""
    termbases: tuple[int, ...] = ()


def create_project(
    connection: Connection, who: Person, name: str, languages: tuple[str, str], settings: str
) -> Project:
    """Create a project without documents."""
    values = {
        "organisation_id": who.organisation,
        "name": name,
        "source_language": languages[0],
        "target_language": languages[1],
        "settings": settings,
        "created_by": who.login,
        "created_at": now(),
        "changed_at": now(),
    }
    made = connection.execute(insert(projects).values(values).returning(projects.c.id)).scalar_one()
    return get_project(connection, who, int(made))


def list_projects(connection: Connection, who: Person) -> Sequence[Project]:
    """Return the projects of a person's organisation, the last changed first."""
    wanted = select(projects).where(projects.c.organisation_id == who.organisation)
    rows = connection.execute(wanted.order_by(projects.c.changed_at.desc(), projects.c.id.desc()))
    return _complete(connection, rows.mappings().all())


def every_project(connection: Connection) -> Sequence[Project]:
    """Return the projects of all organisations, the last changed first."""
    rows = connection.execute(select(projects).order_by(projects.c.changed_at.desc(), projects.c.id.desc()))
    return _complete(connection, rows.mappings().all())


def memories_in_use(connection: Connection) -> tuple[object, ...]:
    """Return what changes when a project comes, goes, or uses other memories or other settings."""
    counted = select(func.count(), func.sum(projects.c.version))
    uses = select(project_memories.c.project_id, project_memories.c.memory_id)
    rows = connection.execute(uses.order_by(*uses.selected_columns)).all()
    return (*connection.execute(counted).one(), *map(tuple, rows))


def get_project(connection: Connection, who: Person, project: int) -> Project:
    """Return a project of a person's organisation."""
    wanted = select(projects).where(projects.c.id == project, projects.c.organisation_id == who.organisation)
    found = _complete(connection, connection.execute(wanted).mappings().all())
    if not found:
        raise NotThere(f"There is no project with the id {project}.")
    return found[0]


def change_project(
    connection: Connection, who: Person, project: int, version: int, values: Mapping[str, Any]
) -> Project:
    """Change the name or the settings of a project that is still as its `version` was."""
    present = get_project(connection, who, project)
    if present.version != version:
        raise ChangedMeanwhile(
            f"The project was changed meanwhile: it is now version {present.version}, not {version}."
            " Reload it and try again."
        )
    changed = dict(values) | {"version": version + 1, "changed_at": now()}
    connection.execute(update(projects).where(projects.c.id == project).values(changed))
    return get_project(connection, who, project)


def touch_project(connection: Connection, project: int) -> None:
    """Note that something in a project has changed."""
    connection.execute(update(projects).where(projects.c.id == project).values(changed_at=now()))


def use_memories(connection: Connection, project: int, uses: Sequence[MemoryUse]) -> None:
    """Say which memories a project uses, in the order of preference."""
    connection.execute(delete(project_memories).where(project_memories.c.project_id == project))
    rows = [
        {
            "project_id": project,
            "memory_id": use.memory,
            "place": place,
            "writable": use.writable,
            "penalty": use.penalty,
        }
        for place, use in enumerate(uses)
    ]
    if rows:
        connection.execute(insert(project_memories), rows)


def use_termbases(connection: Connection, project: int, termbases: Sequence[int]) -> None:
    """Say which termbases a project uses."""
    connection.execute(delete(project_termbases).where(project_termbases.c.project_id == project))
    rows = [
        {"project_id": project, "termbase_id": termbase, "place": place}
        for place, termbase in enumerate(termbases)
    ]
    if rows:
        connection.execute(insert(project_termbases), rows)


def delete_project(connection: Connection, who: Person, project: int) -> None:
    """Remove a project with its documents; memories and termbases stay."""
    get_project(connection, who, project)
    connection.execute(delete(projects).where(projects.c.id == project))


def _complete(connection: Connection, rows: Sequence[RowMapping]) -> list[Project]:
    """Build projects from rows, with the memories and termbases that they use."""
    ids = [row["id"] for row in rows]
    memories: dict[int, list[MemoryUse]] = {number: [] for number in ids}
    used = select(project_memories).where(project_memories.c.project_id.in_(ids))
    for use in connection.execute(used.order_by(project_memories.c.place)).mappings():
        memories[use["project_id"]].append(MemoryUse(use["memory_id"], use["writable"], use["penalty"]))
    termbases: dict[int, list[int]] = {number: [] for number in ids}
    listed = select(project_termbases).where(project_termbases.c.project_id.in_(ids))
    for use in connection.execute(listed.order_by(project_termbases.c.place)).mappings():
        termbases[use["project_id"]].append(use["termbase_id"])
    return [
        Project(
            id=row["id"],
            organisation=row["organisation_id"],
            name=row["name"],
            source_language=row["source_language"],
            target_language=row["target_language"],
            settings=row["settings"],
            version=row["version"],
            created_by=row["created_by"],
            created_at=row["created_at"],
            changed_at=row["changed_at"],
            memories=tuple(memories[row["id"]]),
            termbases=tuple(termbases[row["id"]]),
        )
        for row in rows
    ]
