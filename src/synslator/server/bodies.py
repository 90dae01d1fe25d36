"""Bodies of requests: how large each may be, and how long the next piece of it may take.

The framework reads a JSON body as a whole, before it knows who sends it. So the limit holds for everybody and
everything but uploads, which are written to the disk as they come and have limits of their own; and more than
a little is read only from somebody who is known.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

MIB = 1 << 20
MOST_JSON = 2 * MIB
"""Bytes of a body that is no upload."""
MOST_SIGN_IN = MOST_UNKNOWN = 64 << 10
"""Bytes of what somebody sends who has not signed in."""
PIECE_SECONDS = 30.0
"""How long the next piece of a body may take."""
BODY_SECONDS = 60.0
"""How long the whole of a body may take that is no upload."""

UPLOADS = re.compile(
    r"/api/(projects/\d+/documents|documents/\d+/file|(memories|termbases)/\d+/import|project-packages)"
)
"""Addresses that take files."""
SIGN_IN = "/api/session"


class BodyRefused(Exception):
    """The body is too large or too slow; `message` says so to the one who sends it."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def limit_of(path: str) -> int | None:
    """Return how many bytes a body may have that is sent to an address."""
    if UPLOADS.fullmatch(path):
        return None
    return MOST_SIGN_IN if path == SIGN_IN else MOST_JSON


class Body:
    """Counts the bytes of one request as they come."""

    def __init__(self, scope: Scope, receive: Receive, known: Callable[[], Awaitable[bool]]) -> None:
        self._receive, self._known = receive, known
        self._limit = limit_of(scope["path"])
        self._most = None if self._limit is None else min(self._limit, MOST_UNKNOWN)
        """Bytes that are read until it has been asked who sends them."""
        self._until = None if self._limit is None else time.monotonic() + BODY_SECONDS
        self._size, self._complete = 0, False
        self.refused: BodyRefused | None = None
        length = Headers(scope=scope).get("content-length", "")
        if length.isdigit() and len(length) < 20:
            self._check(int(length))

    async def receive(self) -> Message:
        """Pass the next piece on; raise `BodyRefused` where there may be no more of them."""
        if self._complete:
            return await self._receive()
        if self.refused is None:
            try:
                message = await asyncio.wait_for(self._receive(), self._patience())
                self._size += len(message.get("body", b""))
                self._complete = not message.get("more_body", False)
                self._check(self._size)
                await self._ask()
            except TimeoutError:
                slow = "The rest of the request did not come in time. Send it again."
                self.refused = BodyRefused(HTTPStatus.REQUEST_TIMEOUT, slow)
        if self.refused:
            raise self.refused
        return message

    def _patience(self) -> float:
        left = PIECE_SECONDS if self._until is None else self._until - time.monotonic()
        return max(0.0, min(PIECE_SECONDS, left))

    async def _ask(self) -> None:
        """Read on only for somebody who is known, where what is there is more than a little."""
        if self._most is not None and self._size > self._most and self.refused is None:
            self._most = None
            if not await self._known():
                self.refused = BodyRefused(HTTPStatus.UNAUTHORIZED, "Sign in first.")

    def _check(self, size: int) -> None:
        if self._limit is not None and size > self._limit:
            most = f"{self._limit // MIB} MiB" if self._limit >= MIB else f"{self._limit >> 10} KiB"
            large = f"The request is larger than {most}. Send less at once."
            self.refused = BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, large)
