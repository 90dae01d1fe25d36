"""The web application: health, one shape of failure, headers, the page and its caching."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI, WebSocket
from pydantic import BaseModel
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from synslator import __version__
from synslator.errors import SynslatorError, UsageProblem
from synslator.server import page
from synslator.server.app import make_app
from synslator.server.health import ComponentState, Probes
from synslator.settings import Settings

ADDRESS = "http://127.0.0.1:8000"


class Body(BaseModel):
    count: int


def with_failing_routes(app: FastAPI) -> FastAPI:
    """Add routes that fail in every way, before the page's route, which takes all other addresses."""
    failing = APIRouter()

    @failing.get("/api/parts/{kind}")
    def parts(kind: str) -> None:
        raise {"usage": UsageProblem, "other": SynslatorError, "fault": KeyError}[kind]("secret text")

    @failing.post("/api/count")
    def count(body: Body) -> int:
        return body.count

    @failing.websocket("/api/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    app.router.routes[:0] = failing.routes
    return app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = with_failing_routes(make_app(Settings(model=tmp_path / "model")))
    with TestClient(app, base_url=ADDRESS) as client:
        yield client


def test_health_reports_what_is_not_there(client: TestClient) -> None:
    health = client.get("/api/health").json()
    assert health["version"] == __version__
    assert health["model"] == {"state": "absent", "detail": "there is no model folder model"}
    assert health["index"]["state"] == "absent"
    assert health["database"]["state"] == "absent"


def test_health_looks_at_the_model_folder_each_time(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    assert client.get("/api/health").json()["model"]["state"] == "failed"
    (tmp_path / "model" / "manifest.json").write_text("{}")
    assert client.get("/api/health").json()["model"] == {"state": "present", "detail": "model"}


def test_health_asks_the_registered_probes() -> None:
    ready = ComponentState(state="ready", detail="31,204 entries")
    with TestClient(make_app(Settings(), probes=Probes(index=lambda: ready)), base_url=ADDRESS) as client:
        assert client.get("/api/health").json()["index"] == {"state": "ready", "detail": "31,204 entries"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "message"),
    [
        ("GET", "/api/nothing", 404, "not_found", "There is no /api/nothing here."),
        ("DELETE", "/api/health", 405, "method_not_allowed", "Specified method is invalid for this resource"),
        ("GET", "/api/parts/usage", 400, "bad_request", "secret text"),
        ("GET", "/api/parts/other", 409, "conflict", "secret text"),
        (
            "GET",
            "/api/parts/fault",
            500,
            "internal_server_error",
            "This is a fault in Synslator; its log says more.",
        ),
        ("GET", "/assets/nothing.js", 404, "not_found", "The page has no file assets/nothing.js."),
    ],
)
def test_every_failure_has_one_shape(
    client: TestClient, method: str, path: str, status: int, code: str, message: str
) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert response.json() == {"code": code, "message": message, "problems": []}


def test_a_request_of_the_wrong_form_is_told_where(client: TestClient) -> None:
    response = client.post("/api/count", json={"count": "many"})
    assert response.status_code == 422
    assert response.json()["problems"][0]["where"] == "body.count"


@pytest.mark.parametrize(
    "path", ["/api/health", "/api/nothing", "/api/parts/fault", "/assets/nothing.js", "/"]
)
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"Host": "127.0.0.1.attacker.example:8000"},
        {"Host": "[::1"},
        {"Origin": "http://[::1"},
        {"Origin": "https://attacker.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
    ],
)
def test_another_site_can_neither_ask_nor_connect(client: TestClient, headers: dict[str, str]) -> None:
    response = client.post("/api/count", json={"count": 1}, headers=headers)
    assert response.status_code == 403
    assert response.json()["code"] == "forbidden"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("ws://127.0.0.1:8000/api/live", headers=headers),
    ):
        pass


@pytest.mark.parametrize(
    ("accounts", "allowed", "host", "status"),
    [
        (False, "", "rebound.example", 403),
        (False, "desk.example", "rebound.example", 403),
        (False, "desk.example, Other.example", "other.example:8000", 200),
        (False, "desk.example", "localhost:8000", 200),
        (True, "", "any.example", 200),
        (True, "translate.example", "translate.example.", 200),
        (True, "translate.example", "other.example", 403),
    ],
)
def test_a_server_answers_only_to_its_names(
    tmp_path: Path, accounts: bool, allowed: str, host: str, status: int
) -> None:
    settings = Settings(data_folder=tmp_path, accounts=accounts, allowed_hosts=allowed)
    with TestClient(make_app(settings)) as client:
        answer = client.get("/api/health", headers={"Host": host})
        assert (answer.status_code == 403) == (status == 403)
        assert ("allowed_hosts" in answer.text) == (status == 403)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "synslator.localhost:8000"])
def test_the_page_itself_may_use_any_loopback_name(client: TestClient, host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert client.post("/api/count", json={"count": 1}, headers=headers).status_code == 200
    with client.websocket_connect("ws://127.0.0.1:8000/api/live", headers=headers):
        pass


@pytest.fixture
def built(tmp_path: Path) -> TestClient:
    """Serve a page that a build could have made, beside a file that is none of the page's."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(f'<script nonce="{page.NONCE}"></script>')
    (folder / "assets" / "index-1a2b.js").write_text("1")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    app = make_app(Settings())
    app.router.routes[:0] = page.router(folder).routes
    return TestClient(app, base_url=ADDRESS)


def test_the_start_page_has_a_nonce_of_its_own_each_time(built: TestClient) -> None:
    nonces = set()
    for path in ("/", "/index.html", "/projects/1/documents/2"):
        response = built.get(path)
        assert response.headers["Cache-Control"] == "no-store"
        nonce = re.fullmatch(r'<script nonce="(.{20,})"></script>', response.text)
        assert nonce
        assert f"script-src 'self' 'nonce-{nonce[1]}'" in response.headers["Content-Security-Policy"]
        nonces.add(nonce[1])
    assert len(nonces) == 3


def test_a_link_checker_can_ask_without_fetching(built: TestClient) -> None:
    assert built.head("/projects").status_code == 200
    assert built.head("/assets/index-1a2b.js").status_code == 200


def test_hashed_files_are_kept_and_others_revalidated(built: TestClient) -> None:
    assert built.get("/assets/index-1a2b.js").headers["Cache-Control"].endswith("immutable")
    assert built.get("/icon.svg").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"])
def test_nothing_outside_the_page_is_served(built: TestClient, path: str) -> None:
    response = built.get(path)
    assert response.status_code == 404
    assert "secret" not in response.json()["message"].replace("secret.txt", "")


def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    app = make_app(Settings())
    app.router.routes[:0] = page.router(tmp_path).routes
    response = TestClient(app, base_url=ADDRESS).get("/")
    assert response.status_code == 503
    assert "make web" in response.json()["message"]


def test_the_committed_description_is_the_one_the_server_gives() -> None:
    committed = Path(__file__).parents[2] / "web/src/api/openapi.json"
    assert json.loads(committed.read_text()) == make_app(Settings()).openapi(), "run `make client`"
