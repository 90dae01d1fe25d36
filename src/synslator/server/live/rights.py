"""The rights that a live session was opened with, looked up again whenever they may have gone.

A connection stays open for hours, and says who is there only once. So what it may do is looked up for every
message, when the workbench tells of a change, and now and then, because a change from the command line is not
told everywhere.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from starlette.websockets import WebSocket

from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.server.access import COOKIE, POLICY_VIOLATION, bearer_token, permitted
from synslator.storage.people.organisations import Action, Person
from synslator.workbench.live.events import of_person
from synslator.workbench.messages.base import View
from synslator.workbench.services import Services

log = Log("live")

LOOK_AGAIN = 60.0
"""Seconds after which the rights of a connection are looked up again, whatever was told."""
CHANGED = "Your rights have changed."


class RightsLost(SynslatorError):
    """The connection may no longer do what it was opened for."""


@dataclass(frozen=True)
class Rights:
    """What somebody may do in a document."""

    login: str
    may: frozenset[Action] = frozenset()


class LiveRights:
    """Guards one connection. `hold` and `check` read the database; call them where that may block."""

    def __init__(self, socket: WebSocket, services: Services, who: Person) -> None:
        self._socket, self._services, self.who = socket, services, who
        self._told = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self.granted = Rights(who.login)

    def grant(self) -> Rights:
        """Return what the connection may do, and hold it to that from now on."""
        self.granted = self._present()
        self.check()
        return self.granted

    def check(self) -> None:
        """Refuse to go on, if the rights are not those that were granted."""
        if "read" not in self.granted.may or self._present() != self.granted:
            raise RightsLost(CHANGED)

    async def watch(self) -> None:
        """Return when the connection has to be closed."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), LOOK_AGAIN)
            self._told.clear()
            try:
                await self._loop.run_in_executor(self._socket.app.state.live_pool, self.check)
            except RightsLost:
                return
            except Exception as error:
                # Where rights cannot be read nothing can be changed either; the next message asks again.
                log.warning("rights could not be looked up", reason=type(error).__name__)

    async def close(self) -> None:
        """Close the connection; the page asks who is signed in and comes again, if it may."""
        with suppress(RuntimeError):
            await self._socket.close(POLICY_VIOLATION, CHANGED)

    def __enter__(self) -> Self:
        """Begin to hear of changes: none from here on is missed, and `grant` sees those before."""
        self._stop = self._services.events.listen(of_person(self.who.id), self._hear)
        return self

    def __exit__(self, *problem: object) -> None:
        """End; the connection is gone."""
        self._stop()

    def _present(self) -> Rights:
        socket, services = self._socket, self._services
        if not socket.app.state.accounts:
            return Rights(self.who.login, permitted(socket, services, self.who))
        token = bearer_token(socket)
        if token is not None:
            who = services.accounts.bearer(token)
        else:
            found = services.accounts.signed_in(socket.cookies.get(COOKIE, ""))
            who = found[0] if found else None
        if who is None or who.id != self.who.id:
            return Rights(self.who.login)
        return Rights(who.login, permitted(socket, services, who))

    def _hear(self, event: View, cause: str) -> None:
        with suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(self._told.set)
