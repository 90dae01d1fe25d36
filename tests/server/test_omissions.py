"""What a translation leaves out is told while it is typed, when it is confirmed and by QA of the document."""

from collections.abc import Iterator
from typing import Any

import pytest

from serving import Launch, Served
from shipped import ASKS_SHIPPED_MODEL
from synslator.settings import shipped_model
from talking import Api, greeted

pytestmark = ASKS_SHIPPED_MODEL
SOURCE = "请在使用前仔细阅读本手册，并妥善保管以备日后查阅。"
PART = "Please read this manual carefully before use."
WHOLE = "Please read this manual carefully before use and keep it for future reference."


@pytest.fixture(scope="module")
def knowing(launch: Launch) -> Served:
    """A server with the shipped model."""
    return launch("--model", str(shipped_model()), "--demo", "false")


@pytest.fixture(scope="module")
def office(knowing: Served) -> Iterator[Api]:
    with Api(knowing.address) as api:
        yield api


def omissions(findings: list[Any]) -> list[str]:
    return [SOURCE[slice(*span)] for one in findings if one["check"] == "omissions" for span in one["source"]]


def test_a_finished_text_is_looked_at_and_confirmed_all_the_same(knowing: Served, office: Api) -> None:
    (segment,) = office.document(office.project()["id"], SOURCE)
    with greeted(knowing.address, segment["document"]) as page:
        page.open(segment["id"])
        page.expect("completion", seq=page.seq)
        # What follows the caret was written before: the text is whole.
        seq = page.edit(segment["id"], PART, caret=6)
        while not (found := omissions(page.expect("checks", seq=seq)["findings"])):
            continue
        assert found == ["并妥善保管以备日后查阅"]
        page.confirm(segment["id"], PART)
    (told,) = office.get(f"/documents/{segment['document']}/findings")
    assert omissions(told["findings"]) == found


def test_qa_finds_what_is_missing_and_nothing_in_a_whole_translation(office: Api) -> None:
    project = office.project()
    some = office.document(project["id"], SOURCE, SOURCE)
    for segment, target in zip(some, (WHOLE, PART), strict=True):
        change = {"version": segment["version"], "target": target}
        office.patch(f"/segments/{segment['id']}", change)
    job = office.wait(office.post(f"/documents/{some[0]['document']}/check", status=202)["id"])
    assert job["state"] == "done"
    flagged = office.get(f"/documents/{some[0]['document']}/segments", check="omissions")["segments"]
    assert [one["id"] for one in flagged] == [some[1]["id"]]


def test_without_a_model_for_the_languages_nothing_is_said(office: Api) -> None:
    (segment,) = office.document(office.project(("zh", "de"))["id"], SOURCE)
    change = {"version": segment["version"], "target": "Lesen Sie dieses Handbuch."}
    office.patch(f"/segments/{segment['id']}", change)
    assert omissions(office.get(f"/segments/{segment['id']}/findings")) == []


def test_a_project_can_do_without_the_check(office: Api) -> None:
    (segment,) = office.document(office.project(checks_off=["omissions"])["id"], SOURCE)
    change = {"version": segment["version"], "target": PART}
    office.patch(f"/segments/{segment['id']}", change)
    assert omissions(office.get(f"/segments/{segment['id']}/findings")) == []
