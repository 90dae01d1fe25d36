"""The frames of a WebSocket: so many a second, and an end to whoever reads nothing.

A message is of one frame or of many, and there are frames that are no message. The framework answers and
gathers them as fast as they come, before anything of ours sees a message.
"""

import asyncio
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from synslator.server.connections import ANSWER_SECONDS
from synslator.server.live.inbox import Bucket

FRAMES = (2000.0, 4000)
"""Frames of one page: a second, and at once."""
PIECE = 16 << 10
"""Bytes that are taken apart in one go; others have their turn in between."""
MOST_PARTS = 1000
"""Frames of one message."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted, and whose peer has to read."""

    answer_seconds = ANSWER_SECONDS

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._allowed = Bucket(FRAMES)
        self._wait = 0.0
        self._held = bytearray()
        """What has come and was not taken apart yet; nothing more is read meanwhile."""
        self._turn: asyncio.TimerHandle | None = None
        """When the next piece of it is taken apart."""
        self._unread: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take apart what came, or put it behind what waits."""
        self._held += data
        if self._turn is None:
            self._take_apart()

    def handle_events(self) -> None:
        """Count the frames, and deal with them."""
        self._wait = self._allowed.take(len(self.conn.events))
        super().handle_events()
        if len(self.frames) > MOST_PARTS:
            self.transport.abort()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message. That there is room for another is no reason to read more than may come."""
        message = await super().receive()
        if self._turn is not None:
            self.transport.pause_reading()
        return message

    def pause_writing(self) -> None:
        """Wait for the peer to read, but not for ever, even where the connection is to be closed then."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on; the peer has read."""
        super().resume_writing()
        _cancel(self._unread)

    def connection_lost(self, exc: Exception | None) -> None:
        """End what was to happen with the connection."""
        _cancel(self._unread)
        _cancel(self._turn)
        super().connection_lost(exc)

    def _take_apart(self) -> None:
        piece = bytes(self._held[:PIECE])
        del self._held[:PIECE]
        self._wait = 0.0
        super().data_received(piece)
        if self._held or self._wait:
            self.transport.pause_reading()
            self._turn = self.loop.call_later(self._wait, self._go_on)

    def _go_on(self) -> None:
        self._turn = None
        if self._held:
            self._take_apart()
        if self._turn is None and not self.read_paused:
            self.transport.resume_reading()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
