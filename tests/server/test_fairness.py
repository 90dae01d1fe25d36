"""What one person, or a stranger, can take of a server at most: the others are served meanwhile."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from synslator.server import bodies
from synslator.server.app import SIGN_INS, OpenedWorkbench, make_app
from synslator.server.connections import Waiting, protocol_with
from synslator.server.live import inbox
from synslator.settings import Settings
from synslator.storage.people.organisations import Person
from synslator.workbench.people.accounts import Accounts
from synslator.workbench.projects.projects import Projects, Wishes
from synslator.workbench.services import Services, open_services
from talking import PATIENCE, greeted, page

PASSWORD = "a password of some length"


@contextmanager
def served(app: Any, waiting: Waiting | None = None) -> Iterator[int]:
    """Serve an application in this process; yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    protocol = protocol_with(waiting or Waiting(1000))
    server = uvicorn.Server(uvicorn.Config(app, http=protocol, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


@dataclass
class Office:
    """A server with accounts."""

    services: Services
    address: str
    port: int

    def bearer(self, login: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.services.accounts.add_token(login, 'test', 'write')[1]}"}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    settings = Settings(data_folder=tmp_path, model=tmp_path / "none", accounts=True, demo=False)
    with open_services(settings) as (services, person):
        for login in ("ann", "mallory"):
            services.accounts.add(login, PASSWORD, "manager", organisation="Acme")
        with served(make_app(settings, OpenedWorkbench(services, person))) as port:
            yield Office(services, f"http://127.0.0.1:{port}", port)


def answer_to(port: int, head: str, body: bytes) -> bytes:
    """Send a request that says that more will come than does; return the first line of the answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(PATIENCE)
        lines = f"POST {head} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{lines}Content-Length: 1900000\r\n\r\n".encode() + body)
        return connection.recv(1000).partition(b"\r\n")[0]


def test_a_stranger_is_not_listened_to_for_long(office: Office) -> None:
    assert answer_to(office.port, "/api/projects", b" " * 70_000) == b"HTTP/1.1 401 Unauthorized"
    assert answer_to(office.port, "/api/session", b" " * 70_000).startswith(b"HTTP/1.1 413 ")


def test_somebody_who_is_known_may_send_more(office: Office) -> None:
    new = {"name": "P", "source_language": "zh", "target_language": "en"}
    text = json.dumps(new).ljust(1_000_000)
    headers = office.bearer("ann") | {"Content-Type": "application/json"}
    answer = httpx.post(f"{office.address}/api/projects", content=text, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 201


def test_a_body_that_comes_in_drops_ends(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)
    assert answer_to(office.port, "/api/projects", b"{").startswith(b"HTTP/1.1 408 ")


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    given_up = threading.Event()

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(200):
                await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
            given_up.set()

    with (
        served(endless, Waiting(1000, answer_seconds=0.2)) as port,
        socket.create_connection(("127.0.0.1", port)) as slow,
    ):
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert given_up.wait(PATIENCE)


def test_one_persons_slow_requests_leave_room_for_the_others(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun, listed = threading.Event(), threading.Semaphore(0), Projects.list

    def slow(self: Projects, who: Person) -> Any:
        if who.login == "mallory":
            begun.release()
            go_on.wait(PATIENCE)
        return listed(self, who)

    monkeypatch.setattr(Projects, "list", slow)
    headers, ann = office.bearer("mallory"), office.bearer("ann")

    def ask(number: int) -> int:
        return httpx.get(f"{office.address}/api/projects", headers=headers, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(60) as pool:
        asked = pool.map(ask, range(60))
        try:
            for _ in range(inbox.REQUESTS):
                assert begun.acquire(timeout=PATIENCE)
            answer = httpx.get(f"{office.address}/api/projects", headers=ann, timeout=PATIENCE / 4)
            assert answer.status_code == 200
            assert not begun.acquire(blocking=False)
        finally:
            go_on.set()
        assert set(asked) == {200}


def test_few_passwords_are_looked_at_at_the_same_time(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def slow(self: Accounts, known: str, password: str) -> bool:
        begun.release()
        go_on.wait(PATIENCE)
        return False

    monkeypatch.setattr(Accounts, "_fits", slow)

    def guess(number: int) -> int:
        given = {"login": f"login {number}", "password": PASSWORD}
        return httpx.post(f"{office.address}/api/session", json=given, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(10) as pool:
        guessed = pool.map(guess, range(10))
        try:
            for _ in range(SIGN_INS):
                assert begun.acquire(timeout=PATIENCE)
            # Others are served meanwhile, and nobody else's password is looked at.
            headers = office.bearer("ann")
            assert (
                httpx.get(f"{office.address}/api/projects", headers=headers, timeout=PATIENCE).status_code
                == 200
            )
            assert not begun.acquire(blocking=False)
        finally:
            go_on.set()
        assert set(guessed) == {401}


def test_one_person_has_only_so_many_pages(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MOST_PAGES", 2)
    services, headers = office.services, {"additional_headers": office.bearer("ann")}
    who = services.accounts.get("ann").person
    project = services.projects.create(who, "P", ("zh", "en"), Wishes()).id
    document = services.documents.add(who, project, "a.txt", b"One.").id
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(greeted(office.address, document, **headers))
        with page(office.address, document, **headers) as third:
            assert third.closed() == 1013
    # Those that were closed are not counted any more, once the server has noticed.
    end = time.monotonic() + PATIENCE
    while not opens(office.address, document, headers):
        assert time.monotonic() < end


def opens(address: str, document: int, options: dict[str, Any]) -> bool:
    with suppress(ConnectionClosed), greeted(address, document, **options):
        return True
    return False
