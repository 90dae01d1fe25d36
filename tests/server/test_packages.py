"""A project as one file: elsewhere it is the same project, and what is no such file leaves nothing behind."""

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from serving import Served
from synslator.workbench.documents.document_reader import LIGHT
from talking import Api


def changed(content: bytes, name: str, new: bytes | None) -> bytes:
    """Return an archive with one of its files replaced, or left out."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(written, "w") as archive:
        for entry in old.namelist():
            if entry != name:
                archive.writestr(entry, old.read(entry))
        if new is not None:
            archive.writestr(name, new)
    return written.getvalue()


def set_up(api: Api, content: bytes) -> Any:
    """Set a project up from a package, and wait for its memory and terms."""
    made = api.ask("POST", "/project-packages", 201, content=content)
    for job in api.get("/jobs", project=made["id"]):
        ended = api.wait(job["id"])
        assert ended["state"] == "done", ended
    return api.get(f"/projects/{made['id']}")


@pytest.fixture(scope="module")
def worked_on(api: Api) -> Any:
    """A copy of the demo project with some work done on it; the demo itself is for everybody."""
    demo = api.demo()
    copy = set_up(api, api.get(f"/projects/{demo['id']}/package"))
    document = api.get(f"/projects/{copy['id']}/documents")[0]["id"]
    first, second = api.get(f"/documents/{document}/segments")["segments"][:2]
    change = {"version": first["version"], "target": "Cloud Notes Manual", "status": "confirmed"}
    api.patch(f"/segments/{first['id']}", change)
    api.patch(f"/segments/{second['id']}", {"version": second["version"], "locked": True})
    return api.get(f"/projects/{copy['id']}")


@pytest.fixture(scope="module")
def package(api: Api, worked_on: Any) -> bytes:
    content = api.get(f"/projects/{worked_on['id']}/package")
    assert isinstance(content, bytes)
    return content


def test_a_project_is_the_same_elsewhere(api: Api, worked_on: Any, package: bytes) -> None:
    made = set_up(api, package)
    assert made["id"] != worked_on["id"]
    assert (made["settings"], made["progress"]) == (worked_on["settings"], worked_on["progress"])
    sizes = [api.get(f"/memories/{one['memories'][0]['memory']}")["entries"] for one in (worked_on, made)]
    assert sizes[0] == sizes[1] > 0
    pairs = zip(
        *(api.get(f"/projects/{one['id']}/documents") for one in (worked_on, made)),
        strict=True,
    )
    kept = ("number", "source", "target", "status", "locked", "propagates", "origin", "rate", "tags", "words")

    def segments(document: int) -> list[dict[str, Any]]:
        listed = api.get(f"/documents/{document}/segments")["segments"]
        return [{name: one[name] for name in kept} for one in listed]

    for old, new in pairs:
        assert old["name"] == new["name"]
        assert segments(old["id"]) == segments(new["id"])
        assert api.get(f"/documents/{old['id']}/export") == api.get(f"/documents/{new['id']}/export")


ABSURD: dict[str, tuple[list[Any], Any]] = {
    "number": (["documents", 0, "segments", 0, "number"], 1 << 70),
    "words": (["documents", 0, "segments", 0, "words"], 1 << 70),
    "rate": (["documents", 0, "segments", 0, "rate"], -5),
    "label": (["documents", 0, "segments", 0, "tags"], {"1": {"label": ["x"], "paired": True, "word": ""}}),
    "reading": (["documents", 0, "reading"], {"odd": 1}),
    "columns": (["documents", 0, "reading", "columns"], 7),
    "rates": (["settings", "minimum_match_rate"], "many"),
    "unknown": (["settings", "colour"], "red"),
    "parameters": (["settings", "engine_parameters"], {"weight": "heavy"}),
}


@pytest.mark.parametrize("odd", ABSURD)
def test_a_package_with_absurd_values_is_refused_and_leaves_nothing(
    api: Api, package: bytes, odd: str
) -> None:
    refused_whole(api, package, *ABSURD[odd], "The package is not valid")


def test_a_package_whose_parts_do_not_fit_is_refused_and_leaves_nothing(api: Api, package: bytes) -> None:
    refused_whole(api, package, ["documents", 0, "segments", 0, "unit"], 999, "does not fit together")
    refused_whole(api, package, ["settings", "engine"], "none such", "engine")


def refused_whole(api: Api, package: bytes, path: list[Any], value: Any, message: str) -> None:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        about = json.loads(archive.read("project.json"))
    part = about
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    before = [len(api.get(path)) for path in ("/projects", "/memories", "/termbases")]
    content = changed(package, "project.json", json.dumps(about).encode())
    failure = api.ask("POST", "/project-packages", 400, content=content)
    assert message in failure["message"]
    assert [len(api.get(path)) for path in ("/projects", "/memories", "/termbases")] == before


@pytest.mark.parametrize("damage", ["no zip", "no project", "no document", "bad status", "outside"])
def test_what_is_no_package_leaves_nothing_behind(api: Api, package: bytes, damage: str) -> None:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        about = json.loads(archive.read("project.json"))
    if damage == "bad status":
        about["documents"][0]["segments"][0]["status"] = "perfect"
    if damage == "outside":
        about["documents"][0]["file"] = "../../etc/passwd"
    content = {
        "no zip": b"something else",
        "no project": changed(package, "project.json", None),
        "no document": changed(package, "documents/1.file", None),
    }.get(damage, changed(package, "project.json", json.dumps(about).encode()))
    before = [len(api.get(path)) for path in ("/projects", "/memories", "/termbases")]
    failure = api.ask("POST", "/project-packages", 400, content=content)
    assert failure["message"].startswith(
        ("This file is damaged or is not a project package.", "The package is not valid: ")
    )
    assert [len(api.get(path)) for path in ("/projects", "/memories", "/termbases")] == before


def test_a_package_that_unpacks_one_file_over_and_over_is_refused(api: Api, package: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        about = json.loads(archive.read("project.json"))
    about["documents"] *= 1000
    content = changed(package, "project.json", json.dumps(about).encode())
    before = len(api.get("/projects"))
    failure = api.ask("POST", "/project-packages", 400, content=content)
    assert "names a file twice" in failure["message"]
    assert len(api.get("/projects")) == before


def test_a_package_with_an_endless_description_is_refused(api: Api, package: bytes) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("project.json", bytes((128 << 20) + 1))
    failure = api.ask("POST", "/project-packages", 400, content=written.getvalue())
    assert "larger than 128 MiB" in failure["message"]


def test_a_description_that_takes_gigabytes_to_understand_is_refused(
    served: Served, api: Api, package: bytes
) -> None:
    # Next to nothing in the archive, but each list takes hundreds of bytes where it is understood.
    bomb = b'{"kind":' + b"[" + b"[]," * (8 << 20) + b"[]]}"
    process = Path(f"/proc/{served.process.pid}")
    with suppress(OSError):  # where the system does not let the peak be forgotten, it is one from before
        (process / "clear_refs").write_text("5")
    before = peak(process)
    answer = api.ask("POST", "/project-packages", 400, content=changed(package, "project.json", bomb))
    assert "MiB of memory" in answer["message"] or "not valid" in answer["message"]
    assert peak(process) - before < 500 << 10


def peak(process: Path) -> int:
    """Return the most memory that a process has had, in KiB."""
    lines = (process / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def test_a_large_description_is_read_and_written(api: Api) -> None:
    project = api.project()["id"]
    first = api.document(project, *(f"第{number}条。每周检查一次备份任务。" for number in range(3000)))[0]
    change = {"version": first["version"], "target": "Article 0. Check weekly.", "status": "confirmed"}
    api.patch(f"/segments/{first['id']}", change)
    package = api.get(f"/projects/{project}/package")
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        assert archive.getinfo("project.json").file_size > LIGHT
        assert len(json.loads(archive.read("project.json"))["documents"][0]["segments"]) == 3000
    made = set_up(api, package)
    (document,) = api.get(f"/projects/{made['id']}/documents")
    segments = api.get(f"/documents/{document['id']}/segments", limit=1)
    assert segments["total"] == 3000
    assert segments["segments"][0]["source"] == first["source"]
    assert segments["segments"][0]["target"] == change["target"]
