"""Limits of connections in the server itself: so many of them, and so long to say what they want.

Without a proxy in front, half a request on each of a thousand connections would keep everybody else out. A
connection has some seconds to send the head of a request, and some to read of an answer; when there are too
many, the one that has been silent for longest makes room.
"""

import asyncio
import time
from collections import OrderedDict
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from synslator.logs import Log

log = Log("server")

HEAD_SECONDS = 10.0
"""How long the head of a request may take."""
ANSWER_SECONDS = 30.0
"""How long a peer may read nothing of an answer that waits for it."""
MOST_CONNECTIONS = 10_000
SPARE_FILES = 200
"""Open files that are kept for everything but connections."""
FILES = 65_536
"""Open files that the server asks the system for."""
QUIET_SECONDS = 30.0
"""Between two lines of the log about the same trouble with connections."""


def allowed_connections() -> int:
    """Return how many connections there may be, after asking the system for as many files as it allows."""
    try:
        import resource
    except ImportError:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(1, min(MOST_CONNECTIONS, soft - SPARE_FILES))


class Waiting:
    """The connections that have not said yet what they want, the longest silent first."""

    def __init__(
        self, most: int, seconds: float = HEAD_SECONDS, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        self.most, self.seconds, self.answer_seconds = most, seconds, answer_seconds
        self._timers: OrderedDict[_Protocol, asyncio.TimerHandle] = OrderedDict()
        self._told = -QUIET_SECONDS

    def begin(self, protocol: "_Protocol") -> None:
        """Set the time limit of a connection, unless it has one already."""
        if protocol not in self._timers:
            self._timers[protocol] = protocol.loop.call_later(self.seconds, self._end, protocol)

    def end(self, protocol: "_Protocol") -> None:
        """Wait for it no longer."""
        timer = self._timers.pop(protocol, None)
        if timer is not None:
            timer.cancel()

    def make_room(self, protocol: "_Protocol") -> None:
        """Close the connection that has been silent for longest, where there are too many."""
        if len(protocol.connections) <= self.most:
            return
        if time.monotonic() - self._told > QUIET_SECONDS:
            self._told = time.monotonic()
            log.warning("too many connections; those that say nothing are closed", most=self.most)
        self._end(next(iter(self._timers), protocol))

    def _end(self, protocol: "_Protocol") -> None:
        self.end(protocol)
        protocol.transport.abort()


class _Protocol(H11Protocol):
    """HTTP/1.1 whose peers have limited time to ask."""

    waiting: Waiting
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Whatever waits to be read counts, however little; a WebSocket inherits it.
        transport.set_write_buffer_limits(high=0)
        self.waiting.begin(self)
        self.waiting.make_room(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting.end(self)
        self._read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the peer to read, but not for ever."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.waiting.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._read()
        super().resume_writing()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.waiting.begin(self)
        else:
            self.waiting.end(self)


def protocol_with(waiting: Waiting) -> type[asyncio.Protocol]:
    """Return the protocol of a server; all its connections count together."""
    return type("Protocol", (_Protocol,), {"waiting": waiting})


class QuietLoop:
    """Logs what asyncio has to say about connections, one line in a while instead of thousands."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take a report of the loop."""
        message = str(context.get("message", ""))
        now = time.monotonic()
        if now - self._told.get(message, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._told[message] = now
            log.error("trouble with connections", reason=message, error=context.get("exception"))
