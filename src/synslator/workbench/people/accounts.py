"""Signing in: passwords by argon2, sessions of pages, tokens of scripts. Secrets are kept as hashes only.

Everything that is done to an account is on record with whoever did it, and receives to that person's live
sessions, so that none outlives the right to it.
"""

import getpass
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.clock import now
from synslator.storage.database import Database
from synslator.storage.people import accounts as stored
from synslator.storage.people import audit
from synslator.storage.people import tokens as stored_tokens
from synslator.storage.people.accounts import Account
from synslator.storage.people.organisations import LOCAL, ROLES, Person, Role, Scope
from synslator.storage.people.resource_rights import Resource, limited_roles
from synslator.storage.people.tokens import Token
from synslator.workbench.live.events import Events, RightsChanged, of_person
from synslator.workbench.people.logins import check_login
from synslator.workbench.people.passwords import weakness

DAY = 86_400
WEEK = 7 * DAY
"""Seconds that somebody stays signed in."""
KNOWN = 90 * DAY
"""Seconds that an address is known after somebody has signed in from there."""
TOKEN = "syn_"
"""What every token begins with, so that one that was published by mistake is recognised."""


class NotSignedIn(SynslatorError):
    """Nobody is signed in, or as somebody who may not."""


class NotPermitted(SynslatorError):
    """The one who asks may not do this."""


@dataclass(frozen=True, slots=True)
class TokenDays:
    """How many days tokens are good for."""

    default: int = 90
    most: int = 365


class Accounts:
    """All accounts of one database. May be used from any thread.

    `by` is the login of whoever asks; without it, that of whoever runs the program on this machine.
    """

    def __init__(
        self, database: Database, events: Events | None = None, days: TokenDays | None = None
    ) -> None:
        self._database, self._events = database, events or Events()
        self._days = days or TokenDays()
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_urlsafe())

    def add(
        self,
        login: str,
        password: str,
        role: Role,
        name: str = "",
        organisation: str = LOCAL,
        *,
        by: str | None = None,
    ) -> Account:
        """Create an account."""
        _check_role(role)
        hashed = self._checked(password, login)
        with stored.changing_accounts(self._database) as connection:
            check_login(login, stored.logins(connection))
            made = stored.add_account(connection, login, name or login, organisation, role, hashed)
            stored.record_change(connection, _actor(by), "add account", made, role)
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

    def set_password(
        self, login: str, password: str, *, revoke_tokens: bool = False, by: str | None = None
    ) -> None:
        """Change the password of an account and sign it out everywhere, tokens too if that is asked for."""
        hashed = self._checked(password, login)
        with stored.changing_accounts(self._database) as connection:
            stored.change_account(connection, login, password=hashed)
            account = stored.get_account(connection, login)
            stored.record_change(connection, _actor(by), "set password", account)
            if revoke_tokens:
                count = stored_tokens.revoke_all_tokens(connection, account.person)
                stored.record_change(connection, _actor(by), "revoke tokens", account, str(count))
        self._tell(account.person)

    def set_role(self, login: str, role: Role, *, by: str | None = None) -> None:
        """Change somebody's general role."""
        _check_role(role)
        self._change(login, by, "set role", role, role=role)

    def disable(self, login: str, disabled: bool, *, by: str | None = None) -> None:
        """Keep somebody out, or let them in again."""
        self._change(login, by, "disable" if disabled else "enable", disabled=disabled)

    def set_project_role(self, login: str, project: int, role: Role | None, *, by: str | None = None) -> None:
        """Set somebody's role in a project, or remove it, so that their general role applies."""
        with stored.changing_accounts(self._database) as connection:
            account = stored.get_account(connection, login)
            stored.set_project_role(connection, project, account.person, role)
            detail = f"project {project}: {role or 'as elsewhere'}"
            stored.record_change(connection, _actor(by), "set project role", account, detail)
        self._tell(account.person)

    def project_role(self, who: Person, project: int) -> Role:
        """Return what somebody may do in a project."""
        if who.role == "admin":
            return who.role
        with self._database.reading() as connection:
            return stored.project_roles_of(connection, who).get(project, who.role)

    def sign_in(self, login: str, password: str, address: str = "") -> tuple[Person, str, str]:
        """Sign somebody in; return them, the secret for their page's cookie, and what guards its requests."""
        with self._database.reading() as connection:
            account = stored.find_account(connection, login)
        # A login that does not exist takes as long to refuse as a wrong password.
        known = account.password if account and account.password else self._nobody
        fits = self._fits(known, password)
        organisation = account.person.organisation if account else None
        if not fits or account is None or account.disabled or not account.password:
            with self._database.writing() as connection:
                # What is no login may be a password in the wrong field.
                named = login if account else "(unknown)"
                audit.record(
                    connection,
                    named,
                    audit.SIGN_IN,
                    named,
                    organisation=organisation,
                    allowed=False,
                    address=address,
                )
            raise NotSignedIn("The login or the password is wrong.")
        secret, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        with self._database.writing() as connection:
            # Whoever changed the password or closed the account meanwhile means this sign-in too.
            if stored.get_account(connection, login) != account:
                raise NotSignedIn("The account was changed just now. Sign in again.")
            stored.sign_in(connection, account.person, _hashed(secret), csrf, WEEK)
            audit.record(connection, login, audit.SIGN_IN, login, organisation=organisation, address=address)
        return account.person, secret, csrf

    def knows(self, login: str, address: str) -> bool:
        """Return whether somebody has signed in from an address lately."""
        with self._database.reading() as connection:
            return audit.signed_in_from(connection, login, address, now() - KNOWN)

    def sign_out(self, secret: str) -> None:
        """End a page's session."""
        with self._database.writing() as connection:
            person = stored.sign_out(connection, _hashed(secret))
            if person is not None:
                audit.record(
                    connection, person.login, "sign out", person.login, organisation=person.organisation
                )
        if person is not None:
            self._tell(person)

    def signed_in(self, secret: str) -> tuple[Person, str] | None:
        """Return who a cookie belongs to, and what guards their requests."""
        with self._database.reading() as connection:
            return stored.signed_in(connection, _hashed(secret))

    def add_token(
        self,
        login: str,
        name: str,
        scope: Scope,
        days: int | None = None,
        *,
        until: int | None = None,
        by: str | None = None,
    ) -> tuple[Token, str]:
        """Create a token for scripts; its secret is shown this once. It ends by `until` at the latest."""
        wanted = min(self._days.default, self._days.most) if days is None else days
        if not 1 <= wanted <= self._days.most:
            raise UsageProblem(f"A token is good for 1 to {self._days.most} days, not {wanted}.")
        ends = now() + wanted * DAY
        secret = TOKEN + secrets.token_urlsafe(32)
        with self._database.writing() as connection:
            account = stored.get_account(connection, login)
            made = stored_tokens.add_token(
                connection, account.person, name, _hashed(secret), scope, min(ends, until or ends)
            )
            stored.record_change(connection, _actor(by), "add token", account, f"{made.id} {name}: {scope}")
        return made, secret

    def tokens(self, login: str) -> Sequence[Token]:
        """Return somebody's tokens."""
        with self._database.reading() as connection:
            return stored_tokens.list_tokens(connection, stored.get_account(connection, login).person)

    def revoke_token(self, login: str, token: int, *, by: str | None = None) -> None:
        """Revoke a token."""
        with self._database.writing() as connection:
            account = stored.get_account(connection, login)
            revoked = stored_tokens.revoke_token(connection, account.person, token)
            stored.record_change(
                connection, _actor(by), "revoke token", account, f"{revoked.id} {revoked.name}"
            )
        self._tell(account.person)

    def bearer(self, token: str) -> Person | None:
        """Return whose token this is, and note that it was used."""
        with self._database.reading() as connection:
            found = stored.token_bearer(connection, _hashed(token))
        if found is None:
            return None
        if found.stale:
            with self._database.writing(durable=False) as connection:
                stored_tokens.note_use(connection, found.token)
        return found.person

    def hidden_projects(self, who: Person) -> set[int]:
        """Return the projects that are none of somebody's business."""
        if who.role == "admin":
            return set()
        with self._database.reading() as connection:
            roles = stored.project_roles_of(connection, who)
        return {project for project, role in roles.items() if role == "none"}

    def limited(self, who: Person, kind: Resource) -> dict[int, Role]:
        """Return somebody's role with each memory or termbase where it is less than their general one."""
        with self._database.reading() as connection:
            return limited_roles(connection, who, kind)

    def hidden(self, who: Person, kind: Resource) -> set[int]:
        """Return the memories or termbases that are none of somebody's business."""
        return {thing for thing, role in self.limited(who, kind).items() if role == "none"}

    def _change(self, login: str, by: str | None, action: str, detail: str = "", **values: object) -> None:
        with stored.changing_accounts(self._database) as connection:
            stored.change_account(connection, login, **values)
            account = stored.get_account(connection, login)
            stored.record_change(connection, _actor(by), action, account, detail)
        self._tell(account.person)

    def _tell(self, person: Person) -> None:
        self._events.tell(of_person(person.id), RightsChanged())

    def _checked(self, password: str, login: str) -> str:
        """Return a password's hash, if the password can be used."""
        if problem := weakness(password, login):
            raise UsageProblem(problem)
        return self._hasher.hash(password)

    def _fits(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (VerificationError, InvalidHashError):
            return False


def _actor(by: str | None) -> str:
    """Return who is on record: on the command line whoever runs the program on this machine."""
    return getpass.getuser() if by is None else by


def _hashed(secret: str) -> str:
    """Secrets are long and random, so that a plain hash keeps them safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _check_role(role: str) -> None:
    if role not in ROLES or role == "none":
        raise UsageProblem(f"There is no role {role}. Choose one of {', '.join(ROLES[:-1])}.")
