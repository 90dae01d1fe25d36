"""Accounts in the database: who may sign in, who is signed in, tokens, and roles in projects."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from synslator.errors import NotThere, UsageProblem
from synslator.storage.clock import now
from synslator.storage.people.organisations import Person, Role, Scope, organisation_named
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
class Token:
    """What a script signs in with, without its secret."""

    id: int
    name: str
    scope: Scope
    created_at: int
    revoked_at: int | None


def add_account(
    connection: Connection, login: str, name: str, organisation: str, role: Role, password: str
) -> Account:
    """Make an account, or give one that has no password yet (its owner worked alone so far) one."""
    known = find_account(connection, login)
    if known is not None and known.password is not None:
        raise UsageProblem(f"A new login was expected, but there is an account {login} already.")
    values = {"name": name, "role": role, "password": password}
    if known is None:
        values |= {"login": login, "created_at": now()}  # type: ignore[dict-item]
        connection.execute(
            insert(people).values(organisation_id=organisation_named(connection, organisation), **values)
        )
    else:
        connection.execute(update(people).where(people.c.login == login).values(values))
    return get_account(connection, login)


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
    """Change the role, the password or whether an account is disabled; everybody is signed out by that."""
    account = get_account(connection, login)
    connection.execute(update(people).where(people.c.login == login).values(values))
    connection.execute(delete(sign_ins).where(sign_ins.c.person_id == account.person.id))


def sign_in(connection: Connection, person: Person, secret: str, csrf: str, seconds: int) -> None:
    """Note that somebody has signed in; those who did so too long ago are forgotten."""
    connection.execute(delete(sign_ins).where(sign_ins.c.expires_at < now()))
    values = {"secret": secret, "csrf": csrf, "created_at": now(), "expires_at": now() + seconds}
    connection.execute(insert(sign_ins).values(person_id=person.id, **values))


def sign_out(connection: Connection, secret: str) -> None:
    """Forget that somebody has signed in."""
    connection.execute(delete(sign_ins).where(sign_ins.c.secret == secret))


def signed_in(connection: Connection, secret: str) -> tuple[Person, str] | None:
    """Return who is signed in, and what guards them against other sites' requests."""
    wanted = _accounts().add_columns(sign_ins.c.csrf).join(sign_ins, sign_ins.c.person_id == people.c.id)
    present = (sign_ins.c.secret == secret, sign_ins.c.expires_at >= now(), people.c.disabled.is_(False))
    row = connection.execute(wanted.where(*present)).one_or_none()
    return (_account(row).person, str(row.csrf)) if row else None


def add_token(connection: Connection, person: Person, name: str, secret: str, scope: Scope) -> Token:
    """Create a token for somebody."""
    values = {"name": name, "secret": secret, "scope": scope, "created_at": now()}
    made = insert(tokens).values(person_id=person.id, **values).returning(tokens.c.id)
    return Token(int(connection.execute(made).scalar_one()), name, scope, now(), None)


def list_tokens(connection: Connection, person: Person) -> Sequence[Token]:
    """Return somebody's tokens, the newest first."""
    columns = (tokens.c[name] for name in ("id", "name", "scope", "created_at", "revoked_at"))
    wanted = select(*columns).where(tokens.c.person_id == person.id).order_by(tokens.c.id.desc())
    return [Token(*row) for row in connection.execute(wanted)]


def revoke_token(connection: Connection, person: Person, token: int) -> None:
    """Make a token useless."""
    mine = (tokens.c.id == token, tokens.c.person_id == person.id, tokens.c.revoked_at.is_(None))
    done = update(tokens).where(*mine).values(revoked_at=now()).returning(tokens.c.id)
    if connection.execute(done).one_or_none() is None:
        raise NotThere(f"{person.login} has no token {token} that could be revoked.")


def token_bearer(connection: Connection, secret: str) -> Person | None:
    """Return whose token this is, with what it allows."""
    wanted = _accounts().add_columns(tokens.c.scope).join(tokens, tokens.c.person_id == people.c.id)
    valid = (tokens.c.secret == secret, tokens.c.revoked_at.is_(None), people.c.disabled.is_(False))
    row = connection.execute(wanted.where(*valid)).one_or_none()
    return _account(row, row.scope).person if row else None


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


def _account(row: Row[tuple[object, ...]], scope: Scope = "write") -> Account:
    values = row._mapping
    person = Person(
        values["login"], values["name"], values["organisation_id"], values["role"], scope, values["id"]
    )
    return Account(person, values["organisation"], values["password"], bool(values["disabled"]))
