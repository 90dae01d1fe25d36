"""What anybody can send without signing in, and how slowly: bounded, and the others are served meanwhile."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.testclient import TestClient

from serving import PATIENCE
from synslator.server import bodies
from synslator.server.app import make_app
from synslator.server.bodies import MOST_JSON, MOST_SIGN_IN, UPLOADS
from synslator.server.connections import QuietLoop, Waiting, protocol_with
from synslator.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Settings(model=tmp_path / "model")), base_url=ADDRESS) as client:
        yield client


def pieces(size: int) -> Iterator[bytes]:
    """A body whose length nobody is told beforehand."""
    for _ in range(size // 4096 + 1):
        yield b" " * 4096


@pytest.mark.parametrize(("path", "most"), [("/api/session", MOST_SIGN_IN), ("/api/projects", MOST_JSON)])
@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("kind", ["application/json", "application/octet-stream"])
def test_a_large_body_is_refused(client: TestClient, path: str, most: int, told: bool, kind: str) -> None:
    content = b" " * (most + 1) if told else pieces(most)
    answer = client.post(path, content=content, headers={"content-type": kind})
    assert answer.status_code == 413
    assert "larger than" in answer.json()["message"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("text", ["[" * 1_000_000, '{"a":' * 200_000, "[" * 100_000 + "]" * 100_000])
def test_deep_json_is_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/projects", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 401, 422, 503)


def test_files_and_nothing_else_may_be_large() -> None:
    paths = make_app(Settings()).openapi()["paths"]
    files = {
        path
        for path, operations in paths.items()
        for operation in operations.values()
        if "application/octet-stream" in operation.get("requestBody", {}).get("content", {})
    }
    matched = {path for path in paths if UPLOADS.fullmatch(re.sub(r"\{\w+\}", "1", path))}
    assert files == matched


def test_the_proxy_has_the_same_limits() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert f"location ~ ^{UPLOADS.pattern}$" in text
    assert re.findall(r"client_max_body_size (\w+);", text) == [f"{MOST_JSON >> 20}m", "4g"]
    assert f"client_body_timeout {bodies.PIECE_SECONDS:g}s" in text


@contextmanager
def running(most: int, seconds: float) -> Iterator[int]:
    """Serve in this process, with so many connections and so long for the head of a request."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        make_app(Settings()), http=protocol_with(Waiting(most, seconds)), log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


def is_served(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE).status_code in (200, 503)


def test_half_requests_keep_nobody_out() -> None:
    with running(most=5, seconds=60) as port, ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(40)]
        for one in slow:
            with suppress(OSError):
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert is_served(port)


def test_a_head_that_stops_coming_is_not_waited_for() -> None:
    with running(most=1000, seconds=1.0) as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.settimeout(PATIENCE)
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        with suppress(ConnectionResetError):
            assert slow.recv(100) == b""
        assert is_served(port)


def test_a_body_that_stops_coming_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PIECE_SECONDS", 0.2)
    with running(most=1000, seconds=60) as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.settimeout(PATIENCE)
        slow.sendall(b"POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        assert slow.recv(1000).startswith(b"HTTP/1.1 408 ")


def test_trouble_with_connections_takes_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    told, loop = QuietLoop(), asyncio.new_event_loop()
    for _ in range(1000):
        told(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "files")})
    loop.close()
    assert len(caplog.records) == 1


BUSY = """
import time
from pathlib import Path
from fastapi import FastAPI
from synslator.server import listener
from synslator.settings import Settings

listener.GRACE = listener.LAST_GRACE = 0.2
app = FastAPI()

@app.get("/busy")
def busy() -> None:
    print("busy", flush=True)
    time.sleep(1000)

port = listener.open_port("127.0.0.1", 0)
listener._run(Settings(), app, port, lambda address: print(address, flush=True), lambda: print("interrupted"))
"""


def ask(address: str) -> None:
    with suppress(httpx.HTTPError):
        httpx.get(address, timeout=PATIENCE)


def test_a_server_ends_although_a_request_does_not() -> None:
    command = [sys.executable, "-c", BUSY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        asking = threading.Thread(target=ask, args=(f"{address}/busy",))
        asking.start()
        assert process.stdout.readline() == "busy\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 1
        assert process.stdout.read() == "interrupted\n"
        asking.join()
