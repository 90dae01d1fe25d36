"""The frames of a WebSocket: counted before they are messages, and whoever reads nothing is put out."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from synslator.server.connections import Waiting, protocol_with
from synslator.server.live.frames import FRAMES, MOST_PARTS, LiveProtocol
from talking import PATIENCE

SHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """A connection that notes what is done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.reading, self.aborted = True, False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.aborted = True


def masked(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """Return a frame as a page sends it."""
    return Frame(opcode, data, fin).serialize(mask=True, extensions=[])


def received(data: bytes) -> tuple[Transport, list[str]]:
    """Have a connection receive all of it at once; return what became of it, and the messages that came."""
    messages: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                messages.append(message["text"])

    async def run() -> Transport:
        transport = Transport()
        config = uvicorn.Config(app, log_config=None)
        config.load()
        protocol = LiveProtocol(config=config, server_state=ServerState(), app_state={})
        protocol.connection_made(transport)
        protocol.data_received(SHAKE)
        for _ in range(20):
            await asyncio.sleep(0)
        protocol.data_received(data)
        for _ in range(2000):
            await asyncio.sleep(0)
        return transport

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result(), messages


def test_of_a_flood_of_pings_few_are_answered_at_once() -> None:
    transport, _ = received(masked(Opcode.PING) * 40_000)
    assert not transport.reading
    assert FRAMES[1] <= transport.written.count(b"\x8a\x00") <= 2 * FRAMES[1]


def test_a_message_of_countless_frames_ends_the_connection() -> None:
    transport, _ = received(masked(Opcode.TEXT, fin=False) + masked(Opcode.CONT, fin=False) * MOST_PARTS)
    assert transport.aborted


def test_a_large_message_comes_whole_and_what_follows_too() -> None:
    large = "字" * 300_000
    frames = [masked(Opcode.TEXT, large[:100_000].encode(), fin=False)]
    frames += [masked(Opcode.CONT, large[100_000:].encode()), masked(Opcode.TEXT, b"next")]
    transport, messages = received(b"".join(frames))
    assert messages == [large, "next"]
    assert transport.reading


@contextmanager
def served(app: Callable[..., Awaitable[None]], seconds: float) -> Iterator[socket.socket]:
    """Serve an application whose peers have so long to read; yield a connection to it."""
    listener = socket.create_server(("127.0.0.1", 0))
    protocol = type("Protocol", (LiveProtocol,), {"answer_seconds": seconds})
    config = uvicorn.Config(
        app, ws=protocol, http=protocol_with(Waiting(1000)), log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        with socket.create_connection(listener.getsockname()) as connection:
            connection.settimeout(PATIENCE)
            yield connection
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize("closing", [False, True])
def test_a_page_that_reads_nothing_is_put_out_whether_it_says_goodbye_or_not(closing: bool) -> None:
    gone = threading.Event()

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 500_000})
                await asyncio.sleep(0)
        finally:
            gone.set()

    with served(endless, 0.2) as page:
        page.sendall(SHAKE)
        assert page.recv(12) == b"HTTP/1.1 101"
        if closing:
            page.sendall(masked(Opcode.CLOSE, b"\x03\xe8"))
        assert gone.wait(PATIENCE)
        # Behind what was on its way the connection ends.
        with suppress(ConnectionResetError):
            while page.recv(1 << 20):
                pass
