"""Attacks on accounts: taking over, looking alike, weak passwords, the last administrator, tokens."""

import getpass
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from postgres import new_database
from synslator.errors import SynslatorError
from synslator.server.app import OpenedWorkbench, make_app
from synslator.server.limits import Limiter, network_of
from synslator.settings import Settings
from synslator.storage.database import Database
from synslator.storage.people.accounts import LastAdministrator
from synslator.storage.people.organisations import local_person
from synslator.workbench.people.accounts import Accounts
from synslator.workbench.people.logins import check_login
from synslator.workbench.people.passwords import weakness
from synslator.workbench.services import Services, open_services

ADDRESS = "https://translate.example"
PASSWORD = "a password of some length"


@dataclass
class Team:
    """A server with accounts, and headers by login."""

    services: Services
    app: FastAPI
    http: TestClient

    def at(self, address: str) -> TestClient:
        """A page at an address of its own."""
        return TestClient(self.app, base_url=ADDRESS, client=(address, 50_000))

    def bearer(self, login: str, scope: Any = "write") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.services.accounts.add_token(login, 'test', scope)[1]}"}

    def add(self, login: str, role: Any, organisation: str = "Acme") -> dict[str, str]:
        self.services.accounts.add(login, PASSWORD, role, organisation=organisation)
        return self.bearer(login)


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    settings = Settings(data_folder=tmp_path, model=tmp_path / "none", accounts=True, demo=False)
    with open_services(settings) as (services, person):
        app = make_app(settings, OpenedWorkbench(services, person))
        with TestClient(app, base_url=ADDRESS) as http:
            yield Team(services, app, http)


def test_an_admin_of_another_organisation_does_not_get_the_account_of_this_machine(team: Team) -> None:
    evil = team.add("mallory", "admin", "Evil")
    wanted = {"login": getpass.getuser(), "password": PASSWORD, "role": "admin"}
    answer = team.http.post("/api/people", json=wanted, headers=evil)
    assert answer.status_code == 409
    assert "taken" in answer.json()["message"]
    with pytest.raises(SynslatorError, match="wrong"):
        team.services.accounts.sign_in(getpass.getuser(), PASSWORD)


def test_whoever_worked_alone_gets_a_password_within_their_organisation(team: Team) -> None:
    local = team.add("boss", "admin", "local")
    wanted = {"login": getpass.getuser(), "password": PASSWORD, "role": "manager"}
    assert team.http.post("/api/people", json=wanted, headers=local).status_code == 201
    assert team.services.accounts.sign_in(getpass.getuser(), PASSWORD)[0].role == "manager"


def test_a_login_that_looks_like_another_is_refused(team: Team) -> None:
    admin = team.add("adm", "admin")
    hidden = ("adm\u200b", "adm\u00ad", "ad\u3164m", "adm\u2060", "a dm", "\u202eadm")
    for login in ("ADM", "аdm", "ａdm", "АDM", *hidden):
        wanted = {"login": login, "password": PASSWORD, "role": "reader"}
        assert team.http.post("/api/people", json=wanted, headers=admin).status_code in (400, 422), login
    assert [one.person.login for one in team.services.accounts.list()] == ["adm", getpass.getuser()]


@pytest.mark.parametrize(
    ("first", "second"), [("ace", "асе"), ("bill", "bi1l"), ("tom", "t0m"), ("arno", "amo")]
)
def test_whole_words_of_letters_that_look_alike_are_refused(first: str, second: str) -> None:
    with pytest.raises(SynslatorError, match=f"looks like {first}"):
        check_login(second, ["ann", first])


@pytest.mark.parametrize("login", ["李雷", "山田たろう", "Иван", "josé", "ann.b@example.org", "kim민준"])
def test_logins_of_all_scripts_are_fine(login: str) -> None:
    check_login(login, ["ann", "李蕾", "ivan", "jose"])


@pytest.mark.parametrize(
    "password",
    [
        *("aaaaaaaaaa", " " * 10, "1234567890", "0987654321", "qwertyuiop", "Password123", "P@ssw0rd2026"),
        *("abcabcabcabc", "welcome2026!", "iloveyou12345", "letmein!!!123", "adminadmin1", "1q2w3e4r5t6y"),
        *("marina-w-2026", "Summer.2026!!", "abcdefghijkl", "password\u200bpassword", "short"),
    ],
)
def test_passwords_that_are_guessed_first_are_refused(password: str) -> None:
    assert weakness(password, "marina-w")


@pytest.mark.parametrize(
    "password",
    ["correct horse battery", PASSWORD, "Nh4!kvu2_Rw", "五月天气很好我们去爬山", "zwei blaue Fahrraeder"],
)
def test_other_passwords_are_fine(password: str) -> None:
    assert weakness(password, "marina-w") is None


def test_the_last_administrator_stays_one(team: Team) -> None:
    admin = team.add("ann", "admin")
    team.add("ben", "translator")
    accounts = team.services.accounts
    for attack in (lambda: accounts.set_role("ann", "reader"), lambda: accounts.disable("ann", True)):
        with pytest.raises(LastAdministrator, match="last administrator of Acme"):
            attack()
    assert accounts.get("ann").person.role == "admin"
    accounts.disable("ben", True)
    accounts.set_password("ann", PASSWORD + "!")
    assert team.http.get("/api/people", headers=admin).status_code == 200


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        opened = Database.in_file(tmp_path / "test.db")
    else:
        opened = Database(new_database(request.getfixturevalue("postgres_server"), "race"))
    yield opened
    opened.close()


def test_two_administrators_who_demote_each_other_at_once_leave_one(database: Database) -> None:
    accounts = Accounts(database)
    for login in ("ann", "ben"):
        accounts.add(login, PASSWORD, "admin", organisation="Acme")
    for _ in range(10):
        gate, refused = threading.Barrier(2), []

        def demote(login: str) -> None:
            gate.wait()  # noqa: B023
            try:
                accounts.set_role(login, "translator")
            except LastAdministrator:
                refused.append(login)  # noqa: B023

        threads = [threading.Thread(target=demote, args=[login]) for login in ("ann", "ben")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(refused) == 1
        for login in ("ann", "ben"):
            accounts.set_role(login, "admin")


def test_two_logins_that_look_alike_made_at_once_leave_one(database: Database) -> None:
    with database.writing() as connection:
        local_person(connection, "root")
    accounts, made = Accounts(database), []
    gate = threading.Barrier(4)

    def add(login: str) -> None:
        gate.wait()
        with suppress(SynslatorError):
            made.append(accounts.add(login, PASSWORD, "reader"))

    threads = [threading.Thread(target=add, args=[login]) for login in ("bill", "BILL", "bi1l", "Bill")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one.person.login for one in made}) < 4
    assert len(accounts.list()) == 1 + len(made)


def test_a_token_for_reading_neither_makes_nor_revokes_tokens(team: Team) -> None:
    write = team.add("ann", "manager")
    (known,) = team.http.get("/api/tokens", headers=write).json()
    read = team.bearer("ann", "read")
    assert team.http.delete(f"/api/tokens/{known['id']}", headers=read).status_code == 403
    assert team.http.post("/api/tokens", json={"name": "more"}, headers=read).status_code == 403
    assert team.http.get("/api/projects", headers=write).status_code == 200


def test_a_token_shows_its_use_and_ends(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = team.add("ann", "admin")
    made = team.http.post("/api/tokens", json={"name": "nightly", "days": 7}, headers=ann).json()
    assert made["token"]["expires_at"] - made["token"]["created_at"] == 7 * 86_400
    assert made["token"]["last_used_at"] is None
    headers = {"Authorization": f"Bearer {made['secret']}"}
    assert team.http.get("/api/projects", headers=headers).status_code == 200
    listed = {one["name"]: one for one in team.http.get("/api/tokens", headers=ann).json()}
    assert listed["nightly"]["last_used_at"] >= made["token"]["created_at"]
    ended = made["token"]["expires_at"]
    for module in ("accounts", "tokens"):
        monkeypatch.setattr(f"synslator.storage.people.{module}.now", lambda: ended)
    assert team.http.get("/api/projects", headers=headers).status_code == 401


def test_no_token_is_good_for_longer_than_allowed_or_than_its_maker(team: Team) -> None:
    team.add("ann", "admin")
    accounts = team.services.accounts
    short, secret = accounts.add_token("ann", "short", "write", 1)
    by_it = {"Authorization": f"Bearer {secret}"}
    assert team.http.post("/api/tokens", json={"name": "x", "days": 366}, headers=by_it).status_code == 400
    made = team.http.post("/api/tokens", json={"name": "x", "days": 300}, headers=by_it).json()
    assert made["token"]["expires_at"] <= (short.expires_at or 0)


def test_administrators_see_and_revoke_tokens_of_their_people_only(team: Team) -> None:
    admin, ben = team.add("ann", "admin"), team.add("ben", "translator")
    rival = team.add("rival", "admin", "Rivals")
    path = "/api/people/ben/tokens"
    (token,) = team.http.get(path, headers=admin).json()
    for headers, status in ((rival, 404), (ben, 403)):
        assert team.http.get(path, headers=headers).status_code == status
        assert team.http.delete(f"{path}/{token['id']}", headers=headers).status_code == status
    assert team.http.get("/api/projects", headers=ben).status_code == 200
    assert team.http.delete(f"{path}/{token['id']}", headers=admin).status_code == 204
    assert team.http.get("/api/projects", headers=ben).status_code == 401


@pytest.mark.parametrize("revoke", [True, False])
def test_tokens_end_with_the_password_if_that_is_asked(team: Team, revoke: bool) -> None:
    admin, ben = team.add("ann", "admin"), team.add("ben", "translator")
    change = {"password": "another long password", "revoke_tokens": revoke}
    assert team.http.patch("/api/people/ben", json=change, headers=admin).status_code == 200
    assert team.http.get("/api/projects", headers=ben).status_code == (401 if revoke else 200)


def test_nobody_gives_more_than_they_have(team: Team) -> None:
    admin, lead = team.add("ann", "admin"), team.add("lead", "reader")
    team.add("ben", "translator")
    new = {"name": "P", "source_language": "zh", "target_language": "en"}
    project = team.http.post("/api/projects", json=new, headers=admin).json()["id"]
    path = f"/api/projects/{project}/people"

    def give(login: str, role: str, headers: dict[str, str]) -> int:
        return team.http.put(path, json={"login": login, "role": role}, headers=headers).status_code

    assert give("lead", "manager", admin) == 200
    assert give("ben", "admin", lead) == 403
    assert give("lead", "admin", lead) == 403
    assert give("ben", "manager", lead) == 200
    assert give("ben", "admin", admin) == 200


def attempt(http: TestClient, login: str, password: str) -> int:
    return http.post("/api/session", json={"login": login, "password": password}).status_code


def test_guessing_hits_the_address_and_not_the_owner_of_the_login(team: Team) -> None:
    for login in ("ann", "ben", "cleo"):
        team.services.accounts.add(login, PASSWORD, "admin", organisation="Acme")
    team.app.state.sign_in_limits = Limiter(0.001, 5)
    attacker, owner, elsewhere = (team.at(f"203.0.113.{number}") for number in (1, 2, 3))
    assert attempt(owner, "ann", PASSWORD) == 200
    assert [attempt(attacker, "ann", "guess") for _ in range(7)] == [401] * 5 + [429] * 2
    # From where the owner has signed in before they are let in; from elsewhere the login is guarded.
    assert attempt(owner, "ann", PASSWORD) == 200
    assert attempt(elsewhere, "ann", PASSWORD) == 429
    # What the refused address tried afterwards costs nobody anything.
    assert {attempt(attacker, "ben", "guess") for _ in range(20)} == {429}
    assert attempt(elsewhere, "ben", PASSWORD) == 200


def test_signing_in_rightly_costs_nothing(team: Team) -> None:
    team.services.accounts.add("ann", PASSWORD, "admin", organisation="Acme")
    team.app.state.sign_in_limits = Limiter(0.001, 3)
    assert {attempt(team.at("203.0.113.1"), "ann", PASSWORD) for _ in range(8)} == {200}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("testclient", "testclient"),
    ],
)
def test_an_attacker_with_a_whole_network_is_one_attacker(address: str, network: str) -> None:
    assert network_of(address) == network


def test_guessing_tokens_is_slowed_down_and_right_ones_go_on(team: Team) -> None:
    ann = team.add("ann", "admin")
    team.app.state.token_limits = Limiter(0.001, 3)
    wrong = {"Authorization": "Bearer syn_wrong"}
    statuses = [team.http.get("/api/projects", headers=wrong).status_code for _ in range(5)]
    assert statuses == [401, 401, 401, 429, 429]
    assert team.http.get("/api/projects", headers=ann).status_code == 200
