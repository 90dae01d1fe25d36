"""No live session outlives the right to it, on whatever server the right is taken away."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from postgres import new_database
from synslator.cli import main
from synslator.server.app import OpenedWorkbench, make_app
from synslator.settings import Settings
from synslator.workbench.people.accounts import Accounts
from synslator.workbench.services import Services, open_services

ADDRESS = "https://translate.example"
PASSWORD = "a password of some length"
REFUSED = 1008


class Office:
    """A server with a document, an administrator and a translator."""

    def __init__(self, services: Services, http: TestClient) -> None:
        self.services, self.http = services, http
        accounts = services.accounts
        accounts.add("boss", PASSWORD, "admin", organisation="Acme")
        accounts.add("tra", PASSWORD, "translator", organisation="Acme")
        self.boss = {"Authorization": f"Bearer {accounts.add_token('boss', 'test', 'write')[1]}"}
        new = {"name": "P", "source_language": "zh", "target_language": "en", "settings": {"draft": False}}
        self.project = http.post("/api/projects", json=new, headers=self.boss).json()["id"]
        path = f"/api/projects/{self.project}/documents?name=a.txt"
        made = http.post(path, content="用户名。".encode(), headers=self.boss).json()
        self.document = made["document"]["id"]
        path = f"/api/documents/{self.document}/segments"
        self.segment = http.get(path, headers=self.boss).json()["segments"][0]["id"]

    def opened(self, stack: ExitStack, **credentials: Any) -> WebSocketTestSession:
        """Open the document and its segment as a page does."""
        url = f"wss://translate.example/api/documents/{self.document}/live"
        socket = stack.enter_context(self.http.websocket_connect(url, **credentials))
        socket.send_json({"type": "hello", "protocol": 1, "client": "a-page-of-tra"})
        socket.send_json({"type": "open", "seq": 1, "segment": self.segment})
        while socket.receive_json()["type"] != "opened":
            pass
        return socket


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    settings = Settings(data_folder=tmp_path, model=tmp_path / "none", accounts=True, demo=False)
    with ExitStack() as stack:
        services, person = stack.enter_context(open_services(settings))
        app = make_app(settings, OpenedWorkbench(services, person))
        yield Office(services, stack.enter_context(TestClient(app, base_url=ADDRESS)))


def closing(socket: WebSocketTestSession) -> int:
    """Return the code with which the server closes a connection; nothing is sent to it meanwhile."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as closed:
            return int(closed.code)


CHANGES: dict[str, Callable[[Office], Any]] = {
    "disabled": lambda office: office.services.accounts.disable("tra", True),
    "another password": lambda office: office.services.accounts.set_password("tra", PASSWORD),
    "another role": lambda office: office.services.accounts.set_role("tra", "reader"),
    "hidden project": lambda office: office.services.accounts.set_project_role("tra", office.project, "none"),
    "only reads the project": lambda office: office.services.accounts.set_project_role(
        "tra", office.project, "reader"
    ),
    "signed out": lambda office: office.http.delete("/api/session"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_page_is_closed_when_its_rights_go(office: Office, change: Callable[[Office], Any]) -> None:
    answer = office.http.post("/api/session", json={"login": "tra", "password": PASSWORD})
    assert answer.status_code == 200
    with ExitStack() as stack:
        socket = office.opened(stack)
        change(office)
        assert closing(socket) == REFUSED
    found = office.http.get(f"/api/segments/{office.segment}", headers=office.boss).json()
    assert found["target"] == ""


def test_a_script_is_closed_when_its_token_goes(office: Office) -> None:
    token, secret = office.services.accounts.add_token("tra", "test", "write")
    _, other = office.services.accounts.add_token("tra", "other", "write")
    with ExitStack() as stack:
        kept = office.opened(stack, headers={"Authorization": f"Bearer {other}"})
        socket = office.opened(stack, headers={"Authorization": f"Bearer {secret}"})
        office.services.accounts.revoke_token("tra", token.id)
        assert closing(socket) == REFUSED
        kept.send_json({"type": "ping", "seq": 9})
        while kept.receive_json()["type"] != "pong":
            pass


def test_a_message_after_a_change_that_nobody_told_of_changes_nothing(office: Office) -> None:
    secret = office.services.accounts.add_token("tra", "test", "write")[1]
    with ExitStack() as stack:
        socket = office.opened(stack, headers={"Authorization": f"Bearer {secret}"})
        # As the command line does it beside a server with SQLite.
        Accounts(office.services.database).disable("tra", True)
        socket.send_json({"type": "edit", "seq": 2, "segment": office.segment, "text": "Stolen"})
        assert closing(socket) == REFUSED
    found = office.http.get(f"/api/segments/{office.segment}", headers=office.boss).json()
    assert found["target"] == ""


def test_a_page_is_closed_when_a_change_was_not_told_and_it_sends_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("synslator.server.live.rights.LOOK_AGAIN", 0.05)
    secret = office.services.accounts.add_token("tra", "test", "write")[1]
    with ExitStack() as stack:
        socket = office.opened(stack, headers={"Authorization": f"Bearer {secret}"})
        Accounts(office.services.database).disable("tra", True)
        assert closing(socket) == REFUSED


@pytest.mark.parametrize("way", ["another server", "the command line"])
def test_a_change_at_another_server_closes_it_too(tmp_path: Path, postgres_server: str, way: str) -> None:
    url = new_database(postgres_server, "rights")
    settings = Settings(
        data_folder=tmp_path, model=tmp_path / "none", accounts=True, demo=False, database_url=url
    )
    with ExitStack() as stack:
        services, person = stack.enter_context(open_services(settings))
        app = make_app(settings, OpenedWorkbench(services, person))
        office = Office(services, stack.enter_context(TestClient(app, base_url=ADDRESS)))
        secret = services.accounts.add_token("tra", "test", "write")[1]
        socket = office.opened(stack, headers={"Authorization": f"Bearer {secret}"})
        if way == "another server":
            elsewhere, _ = stack.enter_context(open_services(settings))
            elsewhere.accounts.set_role("tra", "reader")
        else:
            done = CliRunner().invoke(main, ["user", "role", "tra", "reader", "--database-url", url])
            assert done.exit_code == 0, done.output
        assert closing(socket) == REFUSED
