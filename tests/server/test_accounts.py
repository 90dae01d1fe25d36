"""Accounts: signing in, tokens, who may do what, and that one organisation sees nothing of another."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from synslator.server.app import OpenedWorkbench, make_app
from synslator.server.limits import Limiter
from synslator.server.permissions import MAY, NEEDED, allows
from synslator.settings import Settings
from synslator.storage.people.organisations import Role
from synslator.workbench.services import Services, open_services

ADDRESS = "https://translate.example"
PASSWORD = "a password of some length"
ROLES: list[Role] = ["admin", "manager", "reviewer", "translator", "reader"]


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, Any]]:
    folder = tmp_path_factory.mktemp("team")
    settings = Settings(data_folder=folder, model=folder / "none", accounts=True, demo=False)
    with open_services(settings) as (services, person):
        for role in ROLES:
            services.accounts.add(role, PASSWORD, role, organisation="Acme")
        services.accounts.add("rival", PASSWORD, "admin", organisation="Rivals")
        yield services, make_app(settings, OpenedWorkbench(services, person))


@pytest.fixture(scope="module")
def app(services: tuple[Services, Any]) -> Iterator[TestClient]:
    with TestClient(services[1], base_url=ADDRESS) as client:
        yield client


@pytest.fixture(autouse=True)
def _patience(services: tuple[Services, Any]) -> None:
    """The limits have tests of their own; here thousands of requests come from a few people."""
    services[1].state.limits = Limiter(1e6, 1_000_000)
    services[1].state.sign_in_limits = Limiter(1e6, 1_000_000)
    services[1].state.token_limits = Limiter(1e6, 1_000_000)


@pytest.fixture(scope="module")
def bearers(services: tuple[Services, Any]) -> dict[str, dict[str, str]]:
    """Headers with a token for writing, by login."""
    return {
        login: {"Authorization": f"Bearer {services[0].accounts.add_token(login, 'test', 'write')[1]}"}
        for login in (*ROLES, "rival")
    }


@pytest.fixture(scope="module")
def things(app: TestClient, bearers: dict[str, dict[str, str]]) -> dict[str, Any]:
    """One thing of each kind that a path can name, all of one organisation."""
    admin = bearers["admin"]

    def made(path: str, body: object) -> Any:
        answer = app.post(f"/api{path}", json=body, headers=admin)
        assert answer.status_code in (200, 201, 202), answer.text
        return answer.json()

    languages = {"source_language": "zh", "target_language": "en"}
    project = made("/projects", {"name": "Secret", **languages, "settings": {"draft": False}})
    path = f"/api/projects/{project['id']}/documents?name=a.txt"
    document = app.post(path, content="用户名。\n密码。".encode(), headers=admin).json()["document"]["id"]
    segment = app.get(f"/api/documents/{document}/segments", headers=admin).json()["segments"][0]["id"]
    change = {"version": 1, "target": "User name.", "status": "confirmed"}
    confirmed = app.patch(f"/api/segments/{segment}", json=change, headers=admin).json()["confirmed"]
    termbase = made("/termbases", {"name": "Secret words"})["id"]
    terms = [{"language": "zh", "text": "密码"}, {"language": "en", "text": "password"}]
    return {
        "project": project["id"],
        "document": document,
        "segment": segment,
        "comment": made(f"/segments/{segment}/comments", {"text": "Why?"})["id"],
        "job": made(f"/documents/{document}/check", None)["id"],
        "memory": project["memories"][0]["memory"],
        "entry": confirmed["entries"][0],
        "termbase": termbase,
        "concept": made(f"/termbases/{termbase}/concepts", {"terms": terms})["id"],
        "token": made("/tokens", {"name": "mine"})["token"]["id"],
        "login": "reader",
    }


OPEN = {"health", "get_session", "sign_in", "sign_out", "list_checks"}
OPERATIONS = {
    operation["operationId"]: (method.upper(), path)
    for path, methods in make_app(Settings()).openapi()["paths"].items()
    for method, operation in methods.items()
}
CLOSED = sorted(OPERATIONS.keys() - OPEN)


def ask(app: TestClient, name: str, things: dict[str, Any], headers: dict[str, str]) -> int:
    """Ask for something in the least that has a form, and give the status."""
    method, path = OPERATIONS[name]
    path = re.sub(r"{(\w+)}", lambda found: str(things[found[1]]), path)
    body = {} if method in ("POST", "PATCH", "PUT") else None
    params = {"name": "x.nothing", "text": "x"}
    return app.request(method, path, json=body, params=params, headers=headers).status_code


def test_every_operation_says_what_it_needs() -> None:
    assert OPERATIONS.keys() - OPEN == NEEDED.keys() - {"list_checks", "live"}


@pytest.mark.parametrize("name", CLOSED)
def test_nothing_is_told_to_somebody_who_did_not_sign_in(
    app: TestClient, things: dict[str, Any], name: str
) -> None:
    assert ask(app, name, things, {}) == 401
    assert ask(app, name, things, {"Authorization": "Bearer syn_wrong"}) == 401


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", CLOSED)
def test_a_role_may_do_what_it_may_and_nothing_else(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]], name: str, role: Role
) -> None:
    allowed = allows(role, NEEDED[name])
    if allowed and OPERATIONS[name][0] == "DELETE":
        return  # what is deleted here would be missing for the others
    status = ask(app, name, things, bearers[role])
    assert (status != 403) == allowed
    assert status != 401


@pytest.mark.parametrize(
    "name", [name for name in CLOSED if re.search("{(?!token|login)", OPERATIONS[name][1])]
)
def test_another_organisation_does_not_even_learn_that_something_is_there(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]], name: str
) -> None:
    assert ask(app, name, things, bearers["rival"]) == 404


def test_lists_show_ones_own_organisation_only(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]]
) -> None:
    for path in ("projects", "memories", "termbases", "jobs"):
        assert app.get(f"/api/{path}", headers=bearers["admin"]).json() != []
        assert app.get(f"/api/{path}", headers=bearers["rival"]).json() == []
    people = app.get("/api/people", headers=bearers["rival"]).json()
    assert [one["login"] for one in people] == ["rival"]
    theirs = {
        "name": "Theft",
        "source_language": "zh",
        "target_language": "en",
        "memories": [{"memory": things["memory"], "writable": False, "penalty": 0}],
    }
    answer = app.post("/api/projects", json=theirs, headers=bearers["rival"])
    assert answer.status_code == 400
    assert "There is no memory" in answer.json()["message"]


def test_a_token_for_reading_changes_nothing(
    app: TestClient, services: tuple[Services, Any], things: dict[str, Any]
) -> None:
    token, secret = services[0].accounts.add_token("admin", "nightly", "read")
    reading = {"Authorization": f"Bearer {secret}"}
    assert ask(app, "get_segment", things, reading) == 200
    assert ask(app, "change_segment", things, reading) == 403
    services[0].accounts.revoke_token("admin", token.id)
    assert ask(app, "get_segment", things, reading) == 401


def test_a_role_in_a_project_takes_the_place_of_the_one_elsewhere(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]]
) -> None:
    path = f"/api/projects/{things['project']}/people"

    def give(role: Role | None) -> None:
        body = {"login": "reader", "role": role}
        assert app.put(path, json=body, headers=bearers["manager"]).status_code == 200

    give("translator")
    assert ask(app, "change_segment", things, bearers["reader"]) == 422
    assert ask(app, "upload_document", things, bearers["reader"]) == 403
    give("none")
    assert ask(app, "get_segment", things, bearers["reader"]) == 404
    assert app.get("/api/projects", headers=bearers["reader"]).json() == []
    listed = app.get("/api/jobs", headers=bearers["reader"]).json()
    assert [job for job in listed if job["project"] == things["project"]] == []
    give(None)
    assert ask(app, "get_segment", things, bearers["reader"]) == 200
    assert app.get(path, headers=bearers["reader"]).json() == []


def test_only_those_who_may_approve_do(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]]
) -> None:
    path = f"/api/segments/{things['segment']}"
    version = app.get(path, headers=bearers["reader"]).json()["version"]
    wish = {"version": version, "status": "approved"}
    assert app.patch(path, json=wish, headers=bearers["translator"]).status_code == 403
    body = {"segments": [things["segment"]], "status": "locked"}
    many = f"/api/documents/{things['document']}/status"
    assert app.post(many, json=body, headers=bearers["translator"]).status_code == 403
    assert app.patch(path, json=wish, headers=bearers["reviewer"]).status_code == 200


def signed_in(app: TestClient, login: str) -> dict[str, str]:
    """Sign in as a page does; give the header that guards its requests."""
    answer = app.post("/api/session", json={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return {"X-CSRF-Token": answer.json()["csrf"]}


@pytest.fixture
def browser(services: tuple[Services, Any]) -> TestClient:
    """A page with cookies of its own."""
    return TestClient(services[1], base_url=ADDRESS)


def test_a_page_signs_in_and_out(browser: TestClient, things: dict[str, Any]) -> None:
    assert browser.get("/api/session").json()["signed_in"] is False
    answer = browser.post("/api/session", json={"login": "manager", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=strict"))
    csrf = {"X-CSRF-Token": answer.json()["csrf"]}
    assert browser.get("/api/session").json()["login"] == "manager"
    path = f"/api/segments/{things['segment']}/comments"
    assert browser.post(path, json={"text": "Hm."}).status_code == 403
    assert browser.post(path, json={"text": "Hm."}, headers={"X-CSRF-Token": "guess"}).status_code == 403
    assert browser.post(path, json={"text": "Hm."}, headers=csrf).status_code == 201
    foreign = csrf | {"Origin": "https://evil.example"}
    assert browser.post(path, json={"text": "Hm."}, headers=foreign).status_code == 403
    stolen = browser.cookies["synslator_session"]
    assert browser.delete("/api/session").status_code == 204
    browser.cookies.set("synslator_session", stolen)
    assert browser.get("/api/projects").status_code == 401


@pytest.mark.parametrize(("login", "password"), [("manager", "wrong"), ("nobody", PASSWORD), ("", "")])
def test_a_wrong_login_or_password_is_refused_alike(browser: TestClient, login: str, password: str) -> None:
    answer = browser.post("/api/session", json={"login": login, "password": password})
    assert answer.status_code == 401
    assert answer.json()["message"] == "The login or the password is wrong."


def test_another_password_and_being_disabled_end_every_session(
    browser: TestClient, services: tuple[Services, Any]
) -> None:
    accounts = services[0].accounts
    accounts.add("leaver", PASSWORD, "translator", organisation="Acme")
    signed_in(browser, "leaver")
    assert browser.get("/api/projects").status_code == 200
    accounts.set_password("leaver", PASSWORD)
    assert browser.get("/api/projects").status_code == 401
    signed_in(browser, "leaver")
    accounts.disable("leaver", True)
    assert browser.get("/api/projects").status_code == 401
    answer = browser.post("/api/session", json={"login": "leaver", "password": PASSWORD})
    assert answer.status_code == 401


def test_guessing_passwords_is_slowed_down(browser: TestClient, services: tuple[Services, Any]) -> None:
    services[1].state.sign_in_limits = Limiter(0.1, 3)
    guess = {"login": "manager", "password": "guess"}
    statuses = [browser.post("/api/session", json=guess).status_code for _ in range(5)]
    assert statuses == [401, 401, 401, 429, 429]
    assert int(browser.post("/api/session", json=guess).headers["Retry-After"]) >= 1


def test_too_many_requests_are_slowed_down(
    app: TestClient, services: tuple[Services, Any], bearers: dict[str, dict[str, str]]
) -> None:
    services[1].state.limits = Limiter(1, 2)
    statuses = [app.get("/api/projects", headers=bearers["reader"]).status_code for _ in range(4)]
    assert statuses == [200, 200, 429, 429]
    assert app.get("/api/projects", headers=bearers["admin"]).status_code == 200


def test_a_limit_fills_up_again_steadily() -> None:
    moment = [0.0]
    limiter = Limiter(2, 3, lambda: moment[0])
    assert [limiter.wait("ann") for _ in range(4)] == [0, 0, 0, 1]
    moment[0] = 0.5
    assert [limiter.wait("ann") for _ in range(2)] == [0, 1]
    assert limiter.wait("ben") == 0
    moment[0] = 100.0
    assert [limiter.wait("ann") for _ in range(4)] == [0, 0, 0, 1]


def test_a_live_session_needs_a_person_and_a_reader_only_looks_on(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]]
) -> None:
    url = f"wss://translate.example/api/documents/{things['document']}/live"
    for headers in ({}, bearers["rival"]):
        with pytest.raises(WebSocketDisconnect), app.websocket_connect(url, headers=headers):
            pass
    with app.websocket_connect(url, headers=bearers["reader"]) as socket:
        socket.send_json({"type": "hello", "protocol": 1, "client": "looking-on"})
        socket.send_json({"type": "open", "seq": 1, "segment": things["segment"]})
        socket.send_json({"type": "edit", "seq": 2, "segment": things["segment"], "text": "x"})
        heard = {}
        while "failed" not in heard:
            message = socket.receive_json()
            heard[message["type"]] = message
        assert (heard["welcome"]["login"], heard["welcome"]["may"]) == ("reader", ["read"])
        assert heard["opened"]["editable"] is False
        assert "permission to change this document" in heard["failed"]["message"]


@pytest.mark.parametrize("role", ["translator", "reviewer", "manager", "admin"])
def test_a_page_is_told_what_its_person_may_do(
    app: TestClient, things: dict[str, Any], bearers: dict[str, dict[str, str]], role: Role
) -> None:
    url = f"wss://translate.example/api/documents/{things['document']}/live"
    with app.websocket_connect(url, headers=bearers[role]) as socket:
        socket.send_json({"type": "hello", "protocol": 1, "client": "may-do-this"})
        while (message := socket.receive_json())["type"] != "welcome":
            pass
    assert set(message["may"]) == MAY[role]


def test_an_admin_looks_after_people_but_not_those_of_others(
    app: TestClient, bearers: dict[str, dict[str, str]]
) -> None:
    new = {"login": "newcomer", "password": PASSWORD, "role": "reviewer"}
    assert app.post("/api/people", json=new, headers=bearers["admin"]).json()["role"] == "reviewer"
    assert app.post("/api/people", json=new, headers=bearers["admin"]).status_code == 409
    short = new | {"login": "other", "password": "short"}
    assert "at least 10" in app.post("/api/people", json=short, headers=bearers["admin"]).json()["message"]
    change = {"role": "manager", "disabled": True}
    changed = app.patch("/api/people/newcomer", json=change, headers=bearers["admin"]).json()
    assert (changed["role"], changed["disabled"]) == ("manager", True)
    assert app.patch("/api/people/newcomer", json=change, headers=bearers["rival"]).status_code == 404
    assert app.patch("/api/people/admin", json=change, headers=bearers["admin"]).status_code == 400


def test_roles_grow_into_each_other() -> None:
    order: list[Role] = ["none", "reader", "translator", "reviewer", "manager", "admin"]
    for smaller, larger in pairwise(order):
        assert MAY[smaller] < MAY[larger]


def test_without_accounts_nobody_signs_in(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, model=tmp_path / "none", demo=False)
    with open_services(settings) as (services, person):
        app = make_app(settings, OpenedWorkbench(services, person))
        with TestClient(app, base_url="http://127.0.0.1:8000") as client:
            session = client.get("/api/session").json()
            assert (session["accounts"], session["signed_in"], session["role"]) == (False, True, "admin")
            assert client.get("/api/projects").json() == []
            answer = client.post("/api/session", json={"login": "a", "password": "b"})
            assert answer.status_code == 401
