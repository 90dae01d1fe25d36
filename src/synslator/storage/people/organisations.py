"""The people who work here, and the organisations that they belong to."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Connection, Table, func, insert, select

from synslator.storage.clock import now
from synslator.storage.tables.people import organisations, people

Role = Literal["admin", "manager", "reviewer", "translator", "reader", "none"]
ROLES: tuple[Role, ...] = ("admin", "manager", "reviewer", "translator", "reader", "none")
"""`none` hides a project from somebody; it makes no sense as a role everywhere."""

Action = Literal["read", "comment", "translate", "approve", "manage", "administer"]
"""What a role may allow."""


def rank(role: Role) -> int:
    """Return how much a role may: a larger number is more."""
    return -ROLES.index(role)


Scope = Literal["read", "write"]


LOCAL = "local"
"""The one organisation on somebody's own machine."""
local_organisation = select(organisations.c.id).where(organisations.c.name == LOCAL).scalar_subquery()


@dataclass(frozen=True, slots=True)
class Person:
    """Who is asking. Nothing outside the person's organisation is ever shown or changed."""

    login: str
    name: str
    organisation: int
    role: Role = "admin"
    """What they may do in every project that gives them no other role."""
    scope: Scope = "write"
    """What the token that they came with allows; a person at a page may do all that the role says."""
    id: int = 0
    until: int | None = None
    """When the token that they came with ends."""


def owned_by(table: Table, organisation: int) -> ColumnElement[bool]:
    """Return the condition that a row is an organisation's; the machine's has those without one too."""
    return func.coalesce(table.c.organisation_id, local_organisation) == organisation


def organisation_named(connection: Connection, name: str) -> int:
    """Return an organisation; make it known the first time."""
    wanted = select(organisations.c.id).where(organisations.c.name == name)
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        made = insert(organisations).values(name=name, created_at=now()).returning(organisations.c.id)
        found = connection.execute(made).scalar_one()
    return int(found)


def local_person(connection: Connection, login: str) -> Person:
    """Return the person who works on this machine without signing in; make them known the first time."""
    organisation = organisation_named(connection, LOCAL)
    known = connection.execute(select(people.c.name).where(people.c.login == login)).scalar_one_or_none()
    if known is None:
        values = {"organisation_id": organisation, "login": login, "name": login, "created_at": now()}
        connection.execute(insert(people).values(values))
    return Person(login, known or login, organisation)


def is_first_start(connection: Connection) -> bool:
    """Return whether nobody has worked here yet."""
    return connection.execute(select(people.c.id).limit(1)).first() is None
