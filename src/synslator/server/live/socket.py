"""The WebSocket of a live session: messages in, one after the other; messages out, bounded."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.server.access import PathId, Who, Workbench
from synslator.server.live.inbox import Inbox, Pace, pace_of
from synslator.server.live.rights import LiveRights, RightsLost
from synslator.workbench.live.session import LiveSession
from synslator.workbench.messages.base import View
from synslator.workbench.messages.client_messages import ClientMessage
from synslator.workbench.messages.server_messages import Failed
from synslator.workbench.services import Services

log = Log("live")
routes = APIRouter()

MOST_WAITING = 2000
"""Messages that may wait for a slow page; then the connection is closed, and the page reconnects."""
TRY_AGAIN_LATER = 1013
NOT_THERE = 4404
"""The WebSocket code for a document that does not exist."""

_NEWEST_ONLY = frozenset(
    (
        "completion",
        "rephrasings",
        "language_model",
        "checks",
        "matches",
        "terms",
        "saved",
        "presence",
        "progress",
        "job",
    )
)
"""Of these only the newest is of interest, for each segment or job."""


class WireTexts:
    """Messages as they are sent; what many pages are told is written once."""

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._texts: OrderedDict[int, tuple[View, str]] = OrderedDict()
        """By identity: whoever is told something is told the same object."""

    def __call__(self, message: View) -> str:
        """Return the text of a message."""
        known = self._texts.get(id(message))
        if known is not None:
            return known[1]
        text = message.model_dump_json()
        self._texts[id(message)] = message, text
        if len(self._texts) > self._most:
            self._texts.popitem(last=False)
        return text


class Outbox:
    """What waits to be sent; a newer message replaces one that it outdates. Any thread may put one in."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._filled = asyncio.Event()
        self._waiting: OrderedDict[Hashable, View] = OrderedDict()
        self._count = 0
        self.overflowed = False

    def put(self, message: View) -> None:
        """Have a message sent."""
        try:
            self._loop.call_soon_threadsafe(self._put, message)
        except RuntimeError:
            log.debug("a message came too late")  # the server has stopped

    async def take(self) -> list[View]:
        """Wait for messages and return all that there are."""
        await self._filled.wait()
        self._filled.clear()
        taken = list(self._waiting.values())
        self._waiting.clear()
        return taken

    def _put(self, message: View) -> None:
        kind = getattr(message, "type", "")
        self._count += 1
        key: Hashable = self._count
        if kind in _NEWEST_ONLY:
            about = getattr(message, "segment", None) or getattr(getattr(message, "job", None), "id", None)
            key = (kind, about)
            self._waiting.pop(key, None)
        self._waiting[key] = message
        if len(self._waiting) > MOST_WAITING:
            self.overflowed = True
            self._waiting.clear()
        self._filled.set()


@routes.websocket("/documents/{document}/live")
async def live(socket: WebSocket, services: Workbench, who: Who, document: PathId) -> None:
    """Serve a page that has a document open; `docs/live-session.md` describes the messages."""
    await socket.accept()
    pace = pace_of(socket, who)
    with pace.page() as too_many, LiveRights(socket, services, who) as rights:
        if too_many:
            await socket.close(TRY_AGAIN_LATER, "Too many documents are open. Close some.")
            return
        try:
            await _serve(socket, services, document, rights, pace)
        except RightsLost:
            await rights.close()


async def _serve(
    socket: WebSocket, services: Services, document: int, rights: LiveRights, pace: Pace
) -> None:
    loop = asyncio.get_running_loop()
    pool: ThreadPoolExecutor = socket.app.state.live_pool
    background: ThreadPoolExecutor = socket.app.state.background_pool
    outbox = Outbox(loop)
    granted = await loop.run_in_executor(pool, rights.grant)
    try:
        session = await loop.run_in_executor(
            pool,
            lambda: LiveSession(services, rights.who, document, outbox.put, background, granted.may),
        )
    except SynslatorError as error:
        await socket.close(NOT_THERE, str(error)[:120])
        return
    inbox = Inbox(socket, pace, outbox.put)
    working = (_send(socket, outbox), _guard(rights), inbox.fill())
    tasks = [asyncio.create_task(one) for one in working]
    try:
        await _receive(socket, session, rights, inbox)
    finally:
        for task in tasks:
            task.cancel()
        await loop.run_in_executor(pool, session.close)


async def _guard(rights: LiveRights) -> None:
    await rights.watch()
    await rights.close()


async def _receive(socket: WebSocket, session: LiveSession, rights: LiveRights, inbox: Inbox) -> None:
    """Handle one message after the other, until the page or the connection is gone."""
    pool: ThreadPoolExecutor = socket.app.state.live_pool

    def deal(message: ClientMessage) -> None:
        rights.check()
        session.receive(message)

    loop = asyncio.get_running_loop()
    while True:
        message = await inbox.take()
        if message is None:
            return
        try:
            async with inbox.person.turns:
                await loop.run_in_executor(pool, deal, message)
        except RightsLost:
            raise
        except Exception as error:
            log.error("fault", error=error, message=message.type)
            fault = "This is a fault in Synslator; its log says more."
            inbox.refuse(Failed(seq=getattr(message, "seq", None), code="Fault", message=fault))


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    texts: WireTexts = socket.app.state.texts
    while True:
        messages = await outbox.take()
        if outbox.overflowed:
            await socket.close(TRY_AGAIN_LATER, "The page was too slow; it reconnects.")
            return
        for message in messages:
            if socket.application_state is not WebSocketState.CONNECTED:
                return
            try:
                await socket.send_text(texts(message))
            except (WebSocketDisconnect, RuntimeError):
                return
            # Sending does not wait by itself, and others have their turn, the end of the connection too.
            await asyncio.sleep(0)
