"""Signing in and out, and one's own tokens."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from synslator.server.access import COOKIE, PathId, Who, Workbench
from synslator.server.limits import Limiter, network_of
from synslator.storage.people.organisations import Person
from synslator.workbench.messages.people import MadeToken, NewToken, SessionView, SignIn, TokenView
from synslator.workbench.people.accounts import WEEK, NotSignedIn
from synslator.workbench.services import Services

routes = APIRouter(tags=["session"])


@routes.get("/session")
def get_session(request: Request, services: Workbench) -> SessionView:
    """Return whether one must sign in here, and who is signed in."""
    if not request.app.state.accounts:
        return _view(request.app.state.person, accounts=False)
    found = services.accounts.signed_in(request.cookies.get(COOKIE, ""))
    return _view(*found) if found else SessionView(accounts=True, signed_in=False)


@routes.post("/session")
async def sign_in(request: Request, response: Response, services: Workbench, given: SignIn) -> SessionView:
    """Sign in; the answer sets the session's cookie."""
    async with request.app.state.sign_ins:
        return await run_in_threadpool(_sign_in, request, response, services, given)


def _sign_in(request: Request, response: Response, services: Services, given: SignIn) -> SessionView:
    if not request.app.state.accounts:
        raise NotSignedIn("Nobody signs in on this server: it is one's own machine.")
    address = network_of(request.client.host if request.client else "")
    attempts: Limiter = request.app.state.sign_in_limits
    here, login = f"address {address}", f"login {given.login}"
    # An address that is refused does not use up the attempts of others' logins.
    if wait := attempts.wait(here):
        raise _too_many(wait)
    # Whoever guesses a login elsewhere does not keep its owner out of where they have signed in before.
    wait = attempts.wait(login)
    if wait and not services.accounts.knows(given.login, address):
        raise _too_many(wait)
    person, secret, csrf = services.accounts.sign_in(given.login, given.password, address)
    for key in (here,) if wait else (here, login):
        attempts.give_back(key)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=WEEK, httponly=True, samesite="strict", secure=secure)
    return _view(person, csrf)


@routes.delete("/session", status_code=HTTPStatus.NO_CONTENT)
def sign_out(request: Request, response: Response, services: Workbench) -> None:
    """Sign out."""
    if secret := request.cookies.get(COOKIE):
        services.accounts.sign_out(secret)
    response.delete_cookie(COOKIE)


@routes.get("/tokens")
def list_my_tokens(services: Workbench, who: Who) -> list[TokenView]:
    """One's own tokens for scripts, the newest first."""
    return [TokenView.of(one) for one in services.accounts.tokens(who.login)]


@routes.post("/tokens", status_code=HTTPStatus.CREATED)
def add_my_token(services: Workbench, who: Who, new: NewToken) -> MadeToken:
    """Create a token for scripts, which send it as `Authorization: Bearer …`.

    A token for reading makes none, and what another one makes ends when it does.
    """
    made, secret = services.accounts.add_token(
        who.login, new.name, new.scope, new.days, until=who.until, by=who.login
    )
    return MadeToken(token=TokenView.of(made), secret=secret)


@routes.delete("/tokens/{token}", status_code=HTTPStatus.NO_CONTENT)
def revoke_my_token(services: Workbench, who: Who, token: PathId) -> None:
    """Revoke a token."""
    services.accounts.revoke_token(who.login, token, by=who.login)


def _too_many(wait: int) -> HTTPException:
    message = f"Too many attempts to sign in. Try again in {wait} seconds."
    return HTTPException(HTTPStatus.TOO_MANY_REQUESTS, message, {"Retry-After": str(wait)})


def _view(person: Person, csrf: str = "", accounts: bool = True) -> SessionView:
    return SessionView(
        accounts=accounts,
        signed_in=True,
        login=person.login,
        name=person.name,
        role=person.role,
        csrf=csrf,
    )
