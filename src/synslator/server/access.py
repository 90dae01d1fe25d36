"""What every route needs: the workbench, who is asking, and whether they may.

On one's own machine there is one person, who may do everything. With accounts, a page shows a cookie and a
script a token; `permissions.py` says which role may do what.
"""

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated, NoReturn, get_args

from fastapi import Depends, Path
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException, WebSocketException
from starlette.requests import HTTPConnection
from starlette.types import Scope

from synslator.errors import NotThere, SynslatorError
from synslator.server.limits import Limiter, network_of
from synslator.server.live.inbox import People
from synslator.server.permissions import ANYBODY, MAY, NEEDED, OPEN_METHODS, REFUSALS, allows, role_for
from synslator.storage.people.organisations import Action, Person
from synslator.workbench.messages.base import Id
from synslator.workbench.people.accounts import NotPermitted
from synslator.workbench.services import Services

COOKIE = "synslator_session"
CSRF_HEADER = "X-CSRF-Token"
POLICY_VIOLATION = 1008
"""The WebSocket code for a connection that is refused."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the workbench that the server has opened."""
    services: Services = connection.app.state.services
    return services


def refuse(connection: HTTPConnection, status: HTTPStatus, message: str, **headers: str) -> NoReturn:
    """End a request, or a connection that was not accepted yet, with a reason."""
    if connection.scope["type"] == "websocket":
        raise WebSocketException(POLICY_VIOLATION, message[:120])
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    raise HTTPException(status, message, named or None)


async def person_of(
    connection: HTTPConnection, services: Annotated[Services, Depends(services_of)]
) -> AsyncIterator[Person]:
    """Yield who is asking, when it is their turn, and refuse what they may not do."""
    if not connection.app.state.accounts:
        yield connection.app.state.person
        return
    who = await run_in_threadpool(_permitted, connection, services)
    if connection.scope["type"] == "websocket":
        yield who
        return
    people: People = connection.app.state.people
    async with people.pace((who.organisation, who.login)).requests:
        yield who


async def is_known(scope: Scope) -> bool:
    """Return whether somebody is signed in or has a token who asks, where that matters."""
    connection = HTTPConnection(scope)
    state = connection.app.state
    if not state.accounts or not hasattr(state, "services"):
        return True
    token, accounts = bearer_token(connection), state.services.accounts
    try:
        if token is not None:
            return await run_in_threadpool(accounts.bearer, token) is not None
        return await run_in_threadpool(accounts.signed_in, connection.cookies.get(COOKIE, "")) is not None
    except SynslatorError:
        return False


def _permitted(connection: HTTPConnection, services: Services) -> Person:
    who = _signed_in(connection, services)
    limits: Limiter = connection.app.state.limits
    if wait := limits.wait(who.login):
        refuse(connection, HTTPStatus.TOO_MANY_REQUESTS, "Too many requests.", Retry_After=str(wait))
    _permit(connection, services, who)
    return who


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token that a script came with."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _signed_in(connection: HTTPConnection, services: Services) -> Person:
    token = bearer_token(connection)
    if token is not None:
        return _bearer(connection, services, token)
    found = services.accounts.signed_in(connection.cookies.get(COOKIE, ""))
    if found is None:
        refuse(connection, HTTPStatus.UNAUTHORIZED, "Sign in first.")
    who, csrf = found
    # A WebSocket carries no header of ours; that its Origin is this server was seen to before.
    changes = connection.scope["type"] == "http" and connection.scope["method"] not in OPEN_METHODS
    if changes and connection.headers.get(CSRF_HEADER) != csrf:
        refuse(
            connection,
            HTTPStatus.FORBIDDEN,
            f"The header {CSRF_HEADER} does not belong to this session. Sign in again.",
        )
    return who


def _bearer(connection: HTTPConnection, services: Services, token: str) -> Person:
    who = services.accounts.bearer(token)
    if who is not None:
        return who
    guesses: Limiter = connection.app.state.token_limits
    address = connection.client.host if connection.client else ""
    if wait := guesses.wait(network_of(address)):
        message = "Too many requests with a wrong token."
        refuse(connection, HTTPStatus.TOO_MANY_REQUESTS, message, Retry_After=str(wait))
    message = "The token is wrong, has ended or was revoked. Ask for another."
    refuse(connection, HTTPStatus.UNAUTHORIZED, message)


def _permit(connection: HTTPConnection, services: Services, who: Person) -> None:
    needed = NEEDED[connection.scope["route"].name]
    if needed == ANYBODY:
        if who.scope == "read" and connection.scope.get("method") not in OPEN_METHODS:
            refuse(connection, HTTPStatus.FORBIDDEN, "This token can only read.")
        return
    role = role_for(services, who, connection.path_params)
    if role is None:
        refuse(connection, HTTPStatus.NOT_FOUND, "This does not exist, or you don't have access to it.")
    if not allows(role, needed) or (who.scope == "read" and needed != "read"):
        message = REFUSALS[needed] if not allows(role, needed) else "This token is for reading only."
        refuse(connection, HTTPStatus.FORBIDDEN, message)


def permitted(connection: HTTPConnection, services: Services, who: Person) -> frozenset[Action]:
    """Return what somebody may do with the thing that a request is about."""
    if not connection.app.state.accounts:
        return frozenset(get_args(Action))
    role = role_for(services, who, connection.path_params)
    allowed = MAY[role] if role else frozenset()
    return allowed if who.scope == "write" else allowed & {"read"}


def check_project(services: Services, who: Person, project: int) -> None:
    """Refuse a project that a request names beside its path, if somebody may not change it."""
    role = role_for(services, who, {"project": project})
    if role is None:
        raise NotThere(f"There is no project with the id {project}.")
    if not allows(role, "manage"):
        raise NotPermitted(f"You can't import into the project {project}: you are {role} there.")


def may_approve(
    connection: HTTPConnection,
    services: Annotated[Services, Depends(services_of)],
    who: Annotated[Person, Depends(person_of)],
) -> bool:
    """Return whether somebody may approve the segments that a request is about."""
    return "approve" in permitted(connection, services, who)


Workbench = Annotated[Services, Depends(services_of)]
Who = Annotated[Person, Depends(person_of)]
Approving = Annotated[bool, Depends(may_approve)]
PathId = Annotated[Id, Path()]
