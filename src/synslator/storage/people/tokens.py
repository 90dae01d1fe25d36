"""Tokens in the database: what scripts sign in with. Only the hashes of their secrets are kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from synslator.errors import NotThere
from synslator.storage.clock import now
from synslator.storage.people.organisations import Person, Scope
from synslator.storage.tables.people import tokens

USE_STEP = 60
"""Seconds between two notes of when a token was last used, so that reading does not become writing."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a script signs in with, without its secret."""

    id: int
    name: str
    scope: Scope
    created_at: int
    revoked_at: int | None
    expires_at: int | None
    last_used_at: int | None


_COLUMNS = tuple(
    tokens.c[name]
    for name in ("id", "name", "scope", "created_at", "revoked_at", "expires_at", "last_used_at")
)


def add_token(
    connection: Connection, person: Person, name: str, secret: str, scope: Scope, expires_at: int
) -> Token:
    """Create a token for somebody."""
    values = {"name": name, "secret": secret, "scope": scope, "created_at": now(), "expires_at": expires_at}
    made = insert(tokens).values(person_id=person.id, **values).returning(*_COLUMNS)
    return Token(*connection.execute(made).one())


def list_tokens(connection: Connection, person: Person) -> Sequence[Token]:
    """Return somebody's tokens, the newest first."""
    wanted = select(*_COLUMNS).where(tokens.c.person_id == person.id).order_by(tokens.c.id.desc())
    return [Token(*row) for row in connection.execute(wanted)]


def revoke_token(connection: Connection, person: Person, token: int) -> Token:
    """Revoke a token."""
    mine = (tokens.c.id == token, tokens.c.person_id == person.id, tokens.c.revoked_at.is_(None))
    done = update(tokens).where(*mine).values(revoked_at=now()).returning(*_COLUMNS)
    row = connection.execute(done).one_or_none()
    if row is None:
        raise NotThere(f"{person.login} has no token {token} that could be revoked.")
    return Token(*row)


def revoke_all_tokens(connection: Connection, person: Person) -> int:
    """Make all of somebody's tokens useless; return how many there were."""
    mine = (tokens.c.person_id == person.id, tokens.c.revoked_at.is_(None))
    return connection.execute(update(tokens).where(*mine).values(revoked_at=now())).rowcount


def note_use(connection: Connection, token: int) -> None:
    """Note that a token was used just now."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(last_used_at=now()))


def is_valid() -> ColumnElement[bool]:
    """Return the condition that a token can be used: neither revoked nor past its end."""
    unended = or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > now())
    return tokens.c.revoked_at.is_(None) & unended
