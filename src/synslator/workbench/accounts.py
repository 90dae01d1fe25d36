"""Signing in: passwords by argon2, sessions of pages, tokens of scripts. Secrets are kept as hashes only."""

import hashlib
import secrets
from collections.abc import Sequence

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.database import Database
from synslator.storage.people import accounts as stored
from synslator.storage.people import audit
from synslator.storage.people.accounts import Account, Token
from synslator.storage.people.organisations import ROLES, Person, Role, Scope

WEEK = 7 * 86_400
"""Seconds that somebody stays signed in."""
SHORTEST_PASSWORD = 10
TOKEN = "syn_"
"""What every token begins with, so that one that was published by mistake is recognised."""


class NotSignedIn(SynslatorError):
    """Nobody is signed in, or as somebody who may not."""


class NotPermitted(SynslatorError):
    """The one who asks may not do this."""


class Accounts:
    """All accounts of one database. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_urlsafe())

    def add(self, login: str, password: str, role: Role, name: str = "", organisation: str = "") -> Account:
        """Make an account."""
        if not login.strip() or login != login.strip():
            raise UsageProblem("A login without spaces around it was expected.")
        _check(role, password)
        with self._database.writing() as connection:
            made = stored.add_account(
                connection, login, name or login, organisation or "local", role, self._hasher.hash(password)
            )
            audit.record(connection, login, "add account", login, detail=role)
        return made

    def list(self, organisation: int | None = None) -> Sequence[Account]:
        """Return all accounts, or those of one organisation."""
        with self._database.reading() as connection:
            return stored.list_accounts(connection, organisation)

    def get(self, login: str) -> Account:
        """Return an account."""
        with self._database.reading() as connection:
            return stored.get_account(connection, login)

    @property
    def any(self) -> bool:
        """Whether anybody could sign in."""
        return any(account.password and not account.disabled for account in self.list())

    def set_password(self, login: str, password: str) -> None:
        """Change the password of an account and sign it out everywhere."""
        _check("admin", password)
        self._change(login, "set password", password=self._hasher.hash(password))

    def set_role(self, login: str, role: Role) -> None:
        """Change somebody's general role."""
        if role not in ROLES or role == "none":
            raise UsageProblem(f"A role was expected, one of {', '.join(ROLES[:-1])}; not {role}.")
        self._change(login, f"set role {role}", role=role)

    def disable(self, login: str, disabled: bool) -> None:
        """Keep somebody out, or let them in again."""
        self._change(login, "disable" if disabled else "enable", disabled=disabled)

    def sign_in(self, login: str, password: str) -> tuple[Person, str, str]:
        """Sign somebody in; give them, the secret for their page's cookie, and what guards its requests."""
        with self._database.reading() as connection:
            account = stored.find_account(connection, login)
        # A login that does not exist takes as long to refuse as a wrong password.
        known = account.password if account and account.password else self._nobody
        if not self._fits(known, password) or account is None or account.disabled or not account.password:
            raise NotSignedIn("The login or the password is wrong.")
        secret, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        with self._database.writing() as connection:
            stored.sign_in(connection, account.person, _hashed(secret), csrf, WEEK)
        return account.person, secret, csrf

    def sign_out(self, secret: str) -> None:
        """End a page's session."""
        with self._database.writing() as connection:
            stored.sign_out(connection, _hashed(secret))

    def signed_in(self, secret: str) -> tuple[Person, str] | None:
        """Return who a cookie belongs to, and what guards their requests."""
        with self._database.reading() as connection:
            return stored.signed_in(connection, _hashed(secret))

    def add_token(self, login: str, name: str, scope: Scope) -> tuple[Token, str]:
        """Make a token for scripts; its secret is given this once."""
        secret = TOKEN + secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            person = stored.get_account(connection, login).person
            made = stored.add_token(connection, person, name, _hashed(secret), scope)
            audit.record(connection, login, "add token", login, detail=f"{name}: {scope}")
        return made, secret

    def tokens(self, login: str) -> Sequence[Token]:
        """Return somebody's tokens."""
        with self._database.reading() as connection:
            return stored.list_tokens(connection, stored.get_account(connection, login).person)

    def revoke_token(self, login: str, token: int) -> None:
        """Make a token useless."""
        with self._database.writing() as connection:
            stored.revoke_token(connection, stored.get_account(connection, login).person, token)
            audit.record(connection, login, "revoke token", login, detail=str(token))

    def bearer(self, token: str) -> Person | None:
        """Return whose token this is."""
        with self._database.reading() as connection:
            return stored.token_bearer(connection, _hashed(token))

    def hidden_projects(self, who: Person) -> set[int]:
        """Return the projects that are none of somebody's business."""
        if who.role == "admin":
            return set()
        with self._database.reading() as connection:
            roles = stored.project_roles_of(connection, who)
        return {project for project, role in roles.items() if role == "none"}

    def _change(self, login: str, action: str, **values: object) -> None:
        with self._database.writing() as connection:
            stored.change_account(connection, login, **values)
            audit.record(connection, login, action, login)

    def _fits(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (VerificationError, InvalidHashError):
            return False


def _hashed(secret: str) -> str:
    """Secrets are long and random, so that a plain hash keeps them safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _check(role: str, password: str) -> None:
    problems = []
    if role not in ROLES or role == "none":
        problems.append(f"a role was expected, one of {', '.join(ROLES[:-1])}; not {role}")
    if len(password) < SHORTEST_PASSWORD:
        problems.append(f"a password of at least {SHORTEST_PASSWORD} characters was expected")
    if problems:
        text = "; ".join(problems)
        raise UsageProblem(text[0].upper() + text[1:] + ".")
