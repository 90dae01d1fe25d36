"""Shapes of accounts, sessions and tokens."""

from typing import Annotated, Literal

from pydantic import Field

from synslator.storage.people.organisations import Role, Scope
from synslator.workbench.messages.base import Moment, View, example

Login = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^\S+$")]
Password = Annotated[str, Field(max_length=1000)]
Anywhere = Literal["admin", "manager", "reviewer", "translator", "reader"]


class SignIn(View):
    """Who somebody is, and what only they know."""

    model_config = example(login="ann", password="correct horse battery")

    login: Annotated[str, Field(max_length=100)]
    password: Password


class SessionView(View):
    """Whether one must sign in here, and who is signed in."""

    accounts: Annotated[bool, Field(description="Whether people sign in here at all.")]
    signed_in: bool
    login: str = ""
    name: str = ""
    role: Role = "none"
    csrf: Annotated[
        str, Field(description="What every request that changes something sends as `X-CSRF-Token`.")
    ] = ""


class AccountView(View):
    """An account."""

    login: str
    name: str
    role: Role
    disabled: bool


class NewPerson(View):
    """An account to be made, in one's own organisation."""

    model_config = example(login="ben", name="Ben", role="translator", password="a long password")

    login: Login
    name: Annotated[str, Field(max_length=200)] = ""
    role: Anywhere = "translator"
    password: Password


class PersonChange(View):
    """A change of an account; what is left out stays. Whoever is signed in as them is signed out."""

    role: Anywhere | None = None
    password: Password | None = None
    revoke_tokens: Annotated[bool, Field(description="Whether a new password ends their tokens too.")] = False
    disabled: bool | None = None


class ProjectRole(View):
    """What somebody may do in a project; without a role, what they may do elsewhere."""

    model_config = example(login="ben", role="reviewer")

    login: Login
    role: Role | None


class ProjectPersonView(View):
    """Somebody who has a role of their own in a project."""

    login: str
    role: Role


class NewToken(View):
    """A token to be made."""

    model_config = example(name="nightly export", scope="read")

    name: Annotated[str, Field(min_length=1, max_length=200)]
    scope: Scope = "read"
    days: Annotated[
        int | None,
        Field(ge=1, le=3650, description="How long it is good for; as the server is set, if not said."),
    ] = None


class TokenView(View):
    """A token, without its secret."""

    id: int
    name: str
    scope: Scope
    created_at: Moment
    revoked_at: Moment | None
    expires_at: Moment | None
    last_used_at: Annotated[Moment | None, Field(description="Right to a minute.")]


class MadeToken(View):
    """A new token with its secret, which is shown this once."""

    token: TokenView
    secret: str


class AuditRecordView(View):
    """A line of the audit trail."""

    id: int
    at: Moment
    who: Annotated[str, Field(description="Who did it, or tried to.")]
    action: str
    subject: Annotated[str, Field(description="Whom or what it was done to.")]
    allowed: bool
    detail: str
    address: Annotated[str, Field(description="Where a sign-in came from.")]


class AuditPage(View):
    """Some of the audit trail, the newest first."""

    records: list[AuditRecordView]
    next: Annotated[int | None, Field(description="What to send as `before` for the page after.")]
