"""Accounts in the database: who may sign in, who is signed in, and roles in projects."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from synslator.errors import NotThere, SynslatorError
from synslator.storage.clock import now
from synslator.storage.database import Database
from synslator.storage.people import audit
from synslator.storage.people.organisations import Person, Role, organisation_named
from synslator.storage.people.tokens import USE_STEP, is_valid
from synslator.storage.tables.people import organisations, people, project_roles, sign_ins, tokens


@dataclass(frozen=True, slots=True)
class Account:
    """A person as those see them who look after accounts."""

    person: Person
    organisation: str
    password: str | None
    """Its hash."""
    disabled: bool


@dataclass(frozen=True, slots=True)
class Bearer:
    """Whose token it is that a script came with."""

    person: Person
    token: int
    stale: bool
    """Whether it was so long ago that its use was noted that it should be noted again."""


class LoginTaken(SynslatorError):
    """Somebody else has this login, or one that looks the same."""


class LastAdministrator(SynslatorError):
    """This would leave an organisation without an administrator."""


@contextmanager
def changing_accounts(database: Database) -> Iterator[Connection]:
    """Yield a connection on which accounts are changed, one change after the other."""
    with database.writing() as connection:
        # A row that is always there; SQLite has one writer anyway.
        first = select(organisations.c.id).order_by(organisations.c.id).limit(1)
        connection.execute(first.with_for_update())
        yield connection


def record_change(connection: Connection, by: str, action: str, account: Account, detail: str = "") -> None:
    """Put on record what was done to an account."""
    person = account.person
    audit.record(connection, by, action, person.login, organisation=person.organisation, detail=detail)


def add_account(
    connection: Connection, login: str, name: str, organisation: str, role: Role, password: str
) -> Account:
    """Create an account, or set the password of one of the same organisation that has none yet.

    Whoever works alone has such an account; nobody of another organisation may take it over.
    """
    place = organisation_named(connection, organisation)
    known = find_account(connection, login)
    if known is not None and (known.password is not None or known.person.organisation != place):
        raise LoginTaken(f"The login {login} is taken. Choose another.")
    values = {"name": name, "role": role, "password": password}
    if known is None:
        values |= {"login": login, "created_at": now(), "organisation_id": place}  # type: ignore[dict-item]
        connection.execute(insert(people).values(values))
    else:
        connection.execute(update(people).where(people.c.login == login).values(values))
    return get_account(connection, login)


def logins(connection: Connection) -> Sequence[str]:
    """Return all logins, of whatever organisation: everybody signs in by login alone."""
    return list(connection.execute(select(people.c.login)).scalars())


def _accounts() -> Select[tuple[object, ...]]:
    columns = ("id", "login", "name", "organisation_id", "role", "password", "disabled")
    return select(*(people.c[name] for name in columns), organisations.c.name.label("organisation")).join(
        organisations, organisations.c.id == people.c.organisation_id
    )


def list_accounts(connection: Connection, organisation: int | None = None) -> Sequence[Account]:
    """Return all accounts, or those of one organisation, by login."""
    wanted = _accounts().order_by(people.c.login)
    if organisation is not None:
        wanted = wanted.where(people.c.organisation_id == organisation)
    return [_account(row) for row in connection.execute(wanted)]


def find_account(connection: Connection, login: str) -> Account | None:
    """Return the account of a login, if there is one."""
    row = connection.execute(_accounts().where(people.c.login == login)).one_or_none()
    return _account(row) if row else None


def get_account(connection: Connection, login: str) -> Account:
    """Return the account of a login."""
    found = find_account(connection, login)
    if found is None:
        raise NotThere(f"There is no account {login}.")
    return found


def change_account(connection: Connection, login: str, **values: object) -> None:
    """Change the role, the password or whether an account is disabled; they are signed out by that.

    The last administrator of an organisation stays one.
    """
    account = get_account(connection, login)
    connection.execute(update(people).where(people.c.login == login).values(values))
    connection.execute(delete(sign_ins).where(sign_ins.c.person_id == account.person.id))
    was_one = account.person.role == "admin" and account.password is not None and not account.disabled
    if was_one and not _has_administrator(connection, account.person.organisation):
        raise LastAdministrator(
            f"{login} is the last administrator of {account.organisation}. Make somebody else one first."
        )


def _has_administrator(connection: Connection, organisation: int) -> bool:
    wanted = select(people.c.id).where(
        people.c.organisation_id == organisation,
        people.c.role == "admin",
        people.c.password.is_not(None),
        people.c.disabled.is_(False),
    )
    return connection.execute(wanted.limit(1)).first() is not None


def sign_in(connection: Connection, person: Person, secret: str, csrf: str, seconds: int) -> None:
    """Note that somebody has signed in; those who did so too long ago are forgotten."""
    connection.execute(delete(sign_ins).where(sign_ins.c.expires_at < now()))
    values = {"secret": secret, "csrf": csrf, "created_at": now(), "expires_at": now() + seconds}
    connection.execute(insert(sign_ins).values(person_id=person.id, **values))


def sign_out(connection: Connection, secret: str) -> Person | None:
    """Forget that somebody has signed in; return who it was."""
    found = signed_in(connection, secret)
    connection.execute(delete(sign_ins).where(sign_ins.c.secret == secret))
    return found[0] if found else None


def signed_in(connection: Connection, secret: str) -> tuple[Person, str] | None:
    """Return who is signed in, and what guards them against other sites' requests."""
    wanted = _accounts().add_columns(sign_ins.c.csrf).join(sign_ins, sign_ins.c.person_id == people.c.id)
    present = (sign_ins.c.secret == secret, sign_ins.c.expires_at >= now(), people.c.disabled.is_(False))
    row = connection.execute(wanted.where(*present)).one_or_none()
    return (_account(row).person, str(row.csrf)) if row else None


def token_bearer(connection: Connection, secret: str) -> Bearer | None:
    """Return whose token this is, with what it allows."""
    columns = (tokens.c.scope, tokens.c.expires_at, tokens.c.last_used_at, tokens.c.id.label("token"))
    wanted = _accounts().add_columns(*columns).join(tokens, tokens.c.person_id == people.c.id)
    row = connection.execute(
        wanted.where(tokens.c.secret == secret, is_valid(), people.c.disabled.is_(False))
    ).one_or_none()
    if row is None:
        return None
    person = replace(_account(row).person, scope=row.scope, until=row.expires_at)
    return Bearer(person, row.token, (row.last_used_at or 0) < now() - USE_STEP)


def set_project_role(connection: Connection, project: int, person: Person, role: Role | None) -> None:
    """Set somebody's role in a project, or remove it, so that their general role applies."""
    here = (project_roles.c.project_id == project, project_roles.c.person_id == person.id)
    connection.execute(delete(project_roles).where(*here))
    if role is not None:
        values = {"project_id": project, "person_id": person.id, "role": role}
        connection.execute(insert(project_roles).values(values))


def project_roles_of(connection: Connection, person: Person) -> dict[int, Role]:
    """Return somebody's roles in the projects that have one for them."""
    wanted = select(project_roles.c.project_id, project_roles.c.role)
    rows = connection.execute(wanted.where(project_roles.c.person_id == person.id))
    return {row.project_id: row.role for row in rows}


def people_of_project(connection: Connection, project: int) -> dict[str, Role]:
    """Return by login who has a role of their own in a project."""
    wanted = select(people.c.login, project_roles.c.role).join(
        project_roles, project_roles.c.person_id == people.c.id
    )
    rows = connection.execute(wanted.where(project_roles.c.project_id == project).order_by(people.c.login))
    return {row.login: row.role for row in rows}


def _account(row: Row[tuple[object, ...]]) -> Account:
    values = row._mapping
    person = Person(
        values["login"], values["name"], values["organisation_id"], values["role"], id=values["id"]
    )
    return Account(person, values["organisation"], values["password"], bool(values["disabled"]))
