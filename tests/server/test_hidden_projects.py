"""A role that hides a project hides its memories and terms, and nobody writes where they may not."""

from typing import Any

import pytest

from server.test_account_attacks import Team, team

__all__ = ["team"]

LANGUAGES = {"source_language": "zh", "target_language": "en"}


class Setup:
    """A project with a secret in its memory and its termbase, and people with various rights."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.admin = team.add("ann", "admin")
        self.ben = team.add("ben", "translator")
        self.project = self.made("/projects", {"name": "Secret", **LANGUAGES})
        self.memory = self.project["memories"][0]["memory"]
        self.termbase = self.made("/termbases", {"name": "Secret words"})["id"]
        terms = [{"language": "zh", "text": "密码"}, {"language": "en", "text": "password"}]
        self.concept = self.made(f"/termbases/{self.termbase}/concepts", {"terms": terms})["id"]
        self.change(self.project, termbases=[self.termbase])

    def made(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        answer = self.team.http.post(f"/api{path}", json=body, headers=headers or self.admin)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def change(self, project: Any, headers: dict[str, str] | None = None, **change: Any) -> int:
        """Change a project as it is now; return the status."""
        path = f"/api/projects/{project['id']}"
        version = self.team.http.get(path, headers=self.admin).json()["version"]
        body = {"version": version, **change}
        return self.team.http.patch(path, json=body, headers=headers or self.admin).status_code

    def give(self, login: str, role: str | None, project: Any = None) -> None:
        path = f"/api/projects/{(project or self.project)['id']}/people"
        body = {"login": login, "role": role}
        assert self.team.http.put(path, json=body, headers=self.admin).status_code == 200

    def statuses(self, headers: dict[str, str]) -> set[int]:
        """Ask for everything that would tell of the memory or the termbase."""
        memory, termbase = f"/api/memories/{self.memory}", f"/api/termbases/{self.termbase}"
        paths = (
            memory,
            f"{memory}/export",
            f"{memory}/entries",
            f"{termbase}/export",
            f"{termbase}/concepts",
        )
        return {self.team.http.get(path, headers=headers).status_code for path in paths}


@pytest.fixture
def setup(team: Team) -> Setup:
    return Setup(team)


def use(memory: int, writable: bool = False) -> dict[str, Any]:
    return {"memory": memory, "writable": writable, "penalty": 0}


def test_what_a_hidden_project_alone_uses_is_hidden(setup: Setup) -> None:
    http, ben = setup.team.http, setup.ben
    assert setup.statuses(ben) == {200}
    setup.give("ben", "none")
    assert setup.statuses(ben) == {404}
    assert http.get("/api/memories", headers=ben).json() == []
    assert http.get("/api/termbases", headers=ben).json() == []
    assert http.delete(f"/api/concepts/{setup.concept}", headers=ben).status_code == 404
    assert setup.statuses(setup.admin) == {200}
    setup.give("ben", None)
    assert setup.statuses(ben) == {200}


def test_what_another_project_uses_too_is_shown(setup: Setup) -> None:
    setup.give("ben", "none")
    setup.made("/projects", {"name": "Open", **LANGUAGES, "memories": [use(setup.memory)]})
    http = setup.team.http
    assert http.get(f"/api/memories/{setup.memory}", headers=setup.ben).status_code == 200
    assert http.get(f"/api/termbases/{setup.termbase}/export", headers=setup.ben).status_code == 404


def test_less_in_the_projects_is_less_with_their_memory(setup: Setup) -> None:
    setup.give("ben", "reader")
    http = setup.team.http
    assert setup.statuses(setup.ben) == {200}
    assert http.delete(f"/api/concepts/{setup.concept}", headers=setup.ben).status_code == 403
    terms = {"terms": [{"language": "en", "text": "mine"}]}
    assert http.put(f"/api/concepts/{setup.concept}", headers=setup.ben, json=terms).status_code == 403
    assert http.get(f"/api/concepts/{setup.concept}", headers=setup.ben).status_code == 200
    changed = {one["editable"] for one in http.get("/api/termbases", headers=setup.ben).json()}
    assert changed == {False}


def test_a_hidden_memory_cannot_be_attached_to_be_read_elsewhere(setup: Setup) -> None:
    lead = setup.team.add("lead", "manager")
    setup.give("lead", "none")
    wanted = {"name": "Theft", **LANGUAGES, "memories": [use(setup.memory)]}
    answer = setup.team.http.post("/api/projects", json=wanted, headers=lead)
    assert (answer.status_code, "no memory" in answer.json()["message"]) == (400, True)
    own = setup.made("/projects", {"name": "Own", **LANGUAGES}, lead)
    assert setup.change(own, lead, termbases=[setup.termbase]) == 400
    assert setup.change(own, lead, memories=[use(setup.memory)]) == 400


def test_nobody_lets_a_project_write_to_a_memory_that_they_only_read(setup: Setup) -> None:
    lead = setup.team.add("lead", "reader")
    other = setup.made("/projects", {"name": "Other", **LANGUAGES})
    own = other["memories"][0]["memory"]
    setup.give("lead", "manager", other)
    # To read it is fine, to write to what the project writes to already as well; more is not.
    assert setup.change(other, lead, memories=[use(own, True), use(setup.memory)]) == 200
    assert setup.change(other, lead, memories=[use(own, True), use(setup.memory, True)]) == 403
    assert setup.change(other, lead, memories=[use(setup.memory, True)]) == 403


def test_nothing_is_imported_for_a_project_that_is_hidden(setup: Setup) -> None:
    lead = setup.team.add("lead", "manager")
    memory = setup.made("/memories", {"name": "own", **LANGUAGES}, lead)["id"]
    path = f"/api/memories/{memory}/import"
    for role, status in (("none", 404), ("reader", 403), ("manager", 202)):
        setup.give("lead", role)
        params = {"name": "a.tmx", "project": setup.project["id"]}
        answer = setup.team.http.post(path, params=params, content=b"<tmx/>", headers=lead)
        assert answer.status_code == status, answer.text
