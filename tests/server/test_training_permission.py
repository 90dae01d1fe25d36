"""Permission to train travels with what is taken out, binds copies, and is asked where training is meant."""

import time
from pathlib import Path
from typing import Any

import pytest

from server.test_account_attacks import Team, team
from server.test_audit_trail import records
from synslator.formats.exchange.training_notice import TrainingNotice, read_notice
from talking import tmx

__all__ = ["team"]

PAIR = ("保存文件之前请检查设置。", "Check the settings before you save the file.")
LANGUAGES = {"source_language": "zh", "target_language": "en"}


def made(team: Team, headers: dict[str, str], name: str, permission: str, content: bytes = b"") -> int:
    """Make a memory with what a file holds."""
    new = {"name": name, **LANGUAGES, "permission": permission}
    answer = team.http.post("/api/memories", json=new, headers=headers)
    assert answer.status_code == 201, answer.text
    memory = int(answer.json()["id"])
    if content:
        assert imported(team, headers, memory, content)["state"] == "done"
    return memory


def imported(team: Team, headers: dict[str, str], memory: int, content: bytes) -> Any:
    path = f"/api/memories/{memory}/import?name=a.tmx"
    job = team.http.post(path, content=content, headers=headers).json()["id"]
    return ended(team, headers, job)


def ended(team: Team, headers: dict[str, str], job: int) -> Any:
    """Wait until a job has ended, and return it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = team.http.get(f"/api/jobs/{job}", headers=headers).json()
        if found["state"] in ("done", "failed", "cancelled"):
            return found
        time.sleep(0.02)
    raise AssertionError(f"job {job} did not end")


def export(team: Team, headers: dict[str, str], memory: int, **params: str) -> Any:
    return team.http.get(f"/api/memories/{memory}/export", params=params, headers=headers)


def permit(team: Team, headers: dict[str, str], memory: int) -> int:
    change = {"permission": "may train"}
    return team.http.patch(f"/api/memories/{memory}", json=change, headers=headers).status_code


@pytest.mark.parametrize("permission", ["inference only", "may train"])
def test_a_file_says_what_its_owner_allows(team: Team, tmp_path: Path, permission: str) -> None:
    ann = team.add("ann", "manager")
    memory = made(team, ann, "law", permission, tmx(PAIR))
    (tmp_path / "law.tmx").write_bytes(export(team, ann, memory).content)
    assert read_notice(tmp_path / "law.tmx") == TrainingNotice(permission == "may train", "ann")


def test_a_copy_of_what_may_not_be_trained_on_stays_so(team: Team) -> None:
    ann, ben = team.add("ann", "manager"), team.add("ben", "manager")
    file = export(team, ben, made(team, ann, "law", "inference only", tmx(PAIR))).content
    open_ = made(team, ben, "open", "may train")
    refused = imported(team, ben, open_, file)
    assert refused["state"] == "failed"
    assert "ann, allows inference only" in refused["message"]
    assert team.http.get(f"/api/memories/{open_}/entries", headers=ben).json()["total"] == 0
    copy = made(team, ben, "copy", "inference only", file)
    assert permit(team, ben, copy) == 403
    # A copy of the copy is bound to the same owner.
    again = made(team, ben, "again", "inference only", export(team, ben, copy).content)
    assert permit(team, ben, again) == 403


def test_an_owner_may_take_their_own_file_in_again(team: Team) -> None:
    ann = team.add("ann", "manager")
    file = export(team, ann, made(team, ann, "law", "inference only", tmx(PAIR))).content
    assert permit(team, ann, made(team, ann, "law again", "inference only", file)) == 200


def test_a_file_that_says_nothing_is_its_importers(team: Team) -> None:
    ann = team.add("ann", "manager")
    assert permit(team, ann, made(team, ann, "law", "inference only", tmx(PAIR))) == 200


def test_an_export_for_training_is_refused_where_the_owner_does_not_allow_it(team: Team) -> None:
    boss = team.add("boss", "admin")
    ann, ben = team.add("ann", "manager"), team.add("ben", "reader")
    memory = made(team, ann, "law", "inference only", tmx(PAIR))
    answer = export(team, ben, memory, purpose="training")
    assert (answer.status_code, "its owner, ann, allows inference only" in answer.text) == (403, True)
    assert export(team, ben, memory, format="csv").status_code == 200
    assert permit(team, ann, memory) == 200
    assert export(team, ben, memory, purpose="training").status_code == 200
    done = [(one["who"], one["action"], one["allowed"]) for one in records(team, boss, subject="law")]
    assert done == [
        ("ben", "export memory", True),
        ("ben", "read for training", True),
        ("ann", "set permission", True),
        ("ben", "export memory", True),
        ("ben", "read for training", False),
    ]


def test_a_package_takes_the_permission_along(team: Team) -> None:
    ann, ben = team.add("ann", "manager"), team.add("ben", "manager")
    memories = [
        made(team, ann, "closed", "inference only", tmx(PAIR)),
        made(team, ann, "open", "may train", tmx(PAIR)),
    ]
    uses = [{"memory": memory, "writable": not n, "penalty": 0} for n, memory in enumerate(memories)]
    new = {"name": "P", **LANGUAGES, "memories": uses}
    project = team.http.post("/api/projects", json=new, headers=ann).json()["id"]
    package = team.http.get(f"/api/projects/{project}/package", headers=ben).content
    copy = team.http.post("/api/project-packages", content=package, headers=ben).json()
    jobs = team.http.get("/api/jobs", params={"project": copy["id"]}, headers=ben).json()
    assert {ended(team, ben, job["id"])["state"] for job in jobs} == {"done"}
    closed, open_ = (use["memory"] for use in copy["memories"])
    found = team.http.get(f"/api/memories/{open_}", headers=ben).json()
    assert (found["permission"], found["entries"]) == ("may train", 1)
    assert permit(team, ben, closed) == 403


def test_what_is_taken_out_or_removed_is_on_record(team: Team) -> None:
    boss = team.add("boss", "admin")
    project = team.http.post("/api/projects", json={"name": "P", **LANGUAGES}, headers=boss).json()["id"]
    path = f"/api/projects/{project}/documents?name=a.txt"
    answer = team.http.post(path, content="用户名。".encode(), headers=boss).json()
    document = answer["document"]["id"]
    if answer["job"]:
        ended(team, boss, answer["job"])
    termbase = team.http.post("/api/termbases", json={"name": "Words"}, headers=boss).json()["id"]
    for taken in (
        f"/api/documents/{document}/export",
        f"/api/termbases/{termbase}/export",
        f"/api/projects/{project}/package",
        f"/api/projects/{project}/effort.csv",
    ):
        assert team.http.get(taken, headers=boss).status_code == 200, taken
    for removed in (f"/api/documents/{document}", f"/api/projects/{project}", f"/api/termbases/{termbase}"):
        assert team.http.delete(removed, headers=boss).status_code == 204
    done = [(one["action"], one["subject"]) for one in records(team, boss, limit=7)]
    assert done[::-1] == [
        ("export document", "a.en.txt"),
        ("export termbase", "Words"),
        ("export project", "P"),
        ("export effort log", "P"),
        ("delete document", "a.txt"),
        ("delete project", "P"),
        ("delete termbase", "Words"),
    ]
