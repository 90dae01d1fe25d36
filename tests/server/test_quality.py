"""The machine says how good it expects a draft to be: gone with an edit, back with undo."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from packages import PAIRS
from serving import Launch, Served
from synslator.engines.quality import QualityOptions
from talking import Api, greeted


@pytest.fixture(scope="module")
def knowing(launch: Launch, tiny_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """A server whose package has learned what its drafts are worth."""
    folder = Path(shutil.copytree(tiny_folder, tmp_path_factory.mktemp("models") / "tiny"))
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["parameters"] = QualityOptions(2.0, 0.5).to_parameters()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return launch("--model", str(folder), "--demo", "false")


@pytest.fixture(scope="module")
def office(knowing: Served) -> Iterator[Api]:
    with Api(knowing.address) as api:
        yield api


@pytest.fixture
def drafted(office: Api) -> list[dict[str, Any]]:
    """The segments of a document that was drafted."""
    segments = office.document(office.project()["id"], *(source for source, _ in PAIRS[:6]))
    document = segments[0]["document"]
    office.wait(office.post(f"/documents/{document}/draft", status=202)["id"])
    return segments_of(office, document)


def segments_of(office: Api, document: int, **chosen: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = office.get(f"/documents/{document}/segments", **chosen)["segments"]
    return found


def test_machine_drafts_have_an_estimate_and_are_found_by_it(office: Api, drafted: list[Any]) -> None:
    estimates = [one["quality"] for one in drafted]
    assert all(0 <= one <= 100 for one in estimates)
    assert len(set(estimates)) > 1
    worst = min(estimates)
    found = segments_of(office, drafted[0]["document"], quality_to=worst)
    assert [one["id"] for one in found] == [one["id"] for one in drafted if one["quality"] == worst]


def test_what_somebody_types_has_none_and_the_draft_has_its_own_again(
    knowing: Served, office: Api, drafted: list[Any]
) -> None:
    segment = drafted[0]
    with greeted(knowing.address, segment["document"]) as page:
        page.open(segment["id"])
        for text, expected in (("Typed by hand", None), ("", segment["quality"])):
            page.expect("saved", seq=page.edit(segment["id"], text))
            now = segments_of(office, segment["document"])[0]
            assert now["quality"] == expected
    assert now["target"] == segment["target"]


def test_a_confirmed_draft_keeps_it_and_another_text_does_not(office: Api, drafted: list[Any]) -> None:
    first, second = drafted[:2]
    for segment, text in ((first, first["target"]), (second, "Another text.")):
        body = {"version": segment["version"], "target": text, "status": "confirmed"}
        office.patch(f"/segments/{segment['id']}", body)
    now = segments_of(office, first["document"])[:2]
    assert [one["quality"] for one in now] == [first["quality"], None]
    change = {"segment": first["id"], "version": now[0]["version"]}
    office.post(f"/documents/{first['document']}/undo", {"changes": [change]})
    again = segments_of(office, first["document"])[0]
    assert (again["status"], again["quality"]) == ("draft", first["quality"])


def test_a_package_of_the_project_takes_it_along(office: Api, drafted: list[Any]) -> None:
    project = office.get(f"/documents/{drafted[0]['document']}")["project"]
    packed = office.get(f"/projects/{project}/package")
    made = office.ask("POST", "/project-packages", 201, content=packed)["id"]
    for job in office.get("/jobs", project=made):
        office.wait(job["id"])
    (document,) = office.get(f"/projects/{made}/documents")
    again = segments_of(office, document["id"])
    assert [one["quality"] for one in again] == [one["quality"] for one in drafted]
