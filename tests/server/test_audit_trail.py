"""The audit trail names who did what, and is for the administrators of an organisation only."""

import csv
import io
import json
from typing import Any

import pytest

from server.test_account_attacks import PASSWORD, Team, team

__all__ = ["team"]


def records(team: Team, headers: dict[str, str], **wanted: Any) -> list[dict[str, Any]]:
    answer = team.http.get("/api/audit", params=wanted, headers=headers)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["records"])


def test_it_names_who_did_it_and_not_whom_it_was_done_to(team: Team) -> None:
    admin = team.add("ann", "admin")
    new = {"login": "tra", "password": PASSWORD, "role": "translator"}
    team.http.post("/api/people", json=new, headers=admin)
    team.http.patch("/api/people/tra", json={"role": "reader"}, headers=admin)
    team.http.patch("/api/people/tra", json={"disabled": True, "password": PASSWORD}, headers=admin)
    done = [(one["who"], one["action"], one["detail"]) for one in records(team, admin, subject="tra")]
    assert done[::-1] == [
        ("ann", "add account", "translator"),
        ("ann", "set role", "reader"),
        ("ann", "set password", ""),
        ("ann", "disable", ""),
    ]


def test_signing_in_is_on_record_whether_it_succeeds_or_not(team: Team) -> None:
    admin = team.add("ann", "admin")
    team.add("ben", "translator")
    page = team.at("203.0.113.9")
    for password in ("wrong", PASSWORD):
        page.post("/api/session", json={"login": "ben", "password": password})
    page.delete("/api/session")
    found = records(team, admin, actor="ben")
    assert [(one["action"], one["allowed"]) for one in found] == [
        ("sign out", True),
        ("sign in", True),
        ("sign in", False),
    ]
    assert found[1]["address"] == "203.0.113.9"


def test_what_was_typed_into_the_wrong_field_is_not_on_record(team: Team) -> None:
    team.add("ann", "admin")
    local = team.add("boss", "admin", "local")
    team.http.post("/api/session", json={"login": "my secret password", "password": "ann"})
    assert [one["who"] for one in records(team, local, action="sign in")] == ["(unknown)"]
    assert "my secret password" not in team.http.get("/api/audit", headers=local).text


def test_tokens_and_roles_in_projects_are_on_record(team: Team) -> None:
    admin = team.add("ann", "admin")
    team.add("ben", "translator")
    new = {"name": "P", "source_language": "zh", "target_language": "en"}
    project = team.http.post("/api/projects", json=new, headers=admin).json()["id"]
    role = {"login": "ben", "role": "none"}
    team.http.put(f"/api/projects/{project}/people", json=role, headers=admin)
    token = team.http.get("/api/people/ben/tokens", headers=admin).json()[0]["id"]
    team.http.delete(f"/api/people/ben/tokens/{token}", headers=admin)
    done = [
        (one["who"], one["action"], one["detail"]) for one in records(team, admin, subject="ben", limit=2)
    ]
    assert done == [
        ("ann", "revoke token", f"{token} test"),
        ("ann", "set project role", f"project {project}: none"),
    ]


def test_it_is_read_page_by_page(team: Team) -> None:
    admin = team.add("ann", "admin")
    for number in range(5):
        team.services.accounts.add_token("ann", str(number), "read")
    whole = records(team, admin)
    seen: list[dict[str, Any]] = []
    before: int | None = None
    while True:
        params = {"limit": 2} | ({"before": before} if before else {})
        page = team.http.get("/api/audit", params=params, headers=admin).json()
        seen += page["records"]
        before = page["next"]
        if before is None:
            break
    assert seen == whole
    assert [one["id"] for one in seen] == sorted((one["id"] for one in seen), reverse=True)


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_it_is_exported_without_formulas(team: Team, format: str) -> None:
    admin = team.add("ann", "admin")
    team.services.accounts.add_token("ann", '=HYPERLINK("http://evil.example")', "read", by="=who()")
    answer = team.http.get("/api/audit/export", params={"format": format}, headers=admin)
    assert answer.headers["content-disposition"] == f'attachment; filename="audit.{format}"'
    if format == "csv":
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        assert not [cell for row in rows for cell in row.values() if cell.startswith("=")]
    else:
        rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [row["action"] for row in rows] == ["add account", "add token", "add token", "export audit trail"]
    assert rows[0]["at"].endswith("+00:00")


def test_it_is_for_the_administrators_of_the_organisation_only(team: Team) -> None:
    team.add("ann", "admin")
    manager = team.add("ben", "manager")
    rival = team.add("rival", "admin", "Rivals")
    for path in ("/api/audit", "/api/audit/export"):
        assert team.http.get(path, headers=manager).status_code == 403
        assert "ann" not in team.http.get(path, headers=rival).text
