"""Two language pairs on one server: each with its own model, side by side, and pairs without one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from packages import PAIRS, make_package
from serving import Launch, Served
from synslator.runtime.installation import install
from talking import Api, Page, greeted

THERE, BACK = ("zh", "en"), ("en", "zh")
LINES = {THERE: [source for source, _ in PAIRS[:3]], BACK: [target for _, target in PAIRS[:3]]}
CONFIRMED = {THERE: "Please check it.", BACK: "请检查设置。"}


@pytest.fixture(scope="module")
def both(launch: Launch, tiny_folder: Path, reverse_folder: Path, tmp_path_factory: Any) -> Served:
    """A server with a model for each direction; there is room for one of them at a time."""
    folder = tmp_path_factory.mktemp("both")
    install(reverse_folder, folder / "models")
    flags = ("--model", str(tiny_folder), "--demo", "false", "--model-memory", "0")
    return launch(*flags, folder=folder)


@pytest.fixture(scope="module")
def api(both: Served) -> Iterator[Api]:
    with Api(both.address) as api:
        yield api


def completed(page: Page, segment: int, typed: str) -> Any:
    """Type something until the model, which may have to be opened again first, has completed it."""
    return page.expect("completion", seq=page.edit(segment, typed))


def test_both_directions_complete_learn_and_export(both: Served, api: Api) -> None:
    projects = {pair: api.project(pair) for pair in (THERE, BACK)}
    assert {pair: one["model"] for pair, one in projects.items()} == {THERE: "tiny", BACK: "reverse"}
    assert all(one["machine"] for one in projects.values())
    segments = {pair: api.document(projects[pair]["id"], *LINES[pair]) for pair in (THERE, BACK)}
    document = {pair: segments[pair][0]["document"] for pair in (THERE, BACK)}
    with greeted(both.address, document[THERE]) as there, greeted(both.address, document[BACK]) as back:
        pages = {THERE: there, BACK: back}
        for pair, page in pages.items():
            page.open(segments[pair][0]["id"])
        # Each key of one page may close the other's model: none is lost.
        for typed in ("", "a", "ab"):
            for pair, page in pages.items():
                answer = completed(page, segments[pair][0]["id"], typed)
                assert answer["text"].startswith(typed)
        for pair, page in pages.items():
            page.confirm(segments[pair][0]["id"], CONFIRMED[pair])
            again = api.document(projects[pair]["id"], LINES[pair][0], name="again.txt")[0]
            matches = api.get(f"/segments/{again['id']}/matches")["matches"]
            assert [match["target"] for match in matches] == [CONFIRMED[pair]]
    for pair in (THERE, BACK):
        exported = api.get(f"/documents/{document[pair]}/export").decode()
        assert exported.splitlines()[0] == CONFIRMED[pair]


def test_drafts_are_made_by_the_package_of_the_pair(api: Api) -> None:
    for pair, package in ((BACK, "reverse 1.0"), (THERE, "tiny 1.0")):
        project = api.project(pair)
        segment = api.document(project["id"], LINES[pair][0])[0]
        job = api.post(f"/documents/{segment['document']}/draft", status=202)["id"]
        assert api.wait(job)["state"] == "done"
        (version,) = api.get(f"/segments/{segment['id']}/history")
        assert version["detail"]["package"] == package


def test_a_pair_without_a_model_works_without_and_says_so(both: Served, api: Api) -> None:
    project = api.project(("de", "fr"))
    assert (project["machine"], project["model"], project["models"]) == (False, None, [])
    segment = api.document(project["id"], "Guten Tag.")[0]
    with greeted(both.address, segment["document"]) as page:
        page.open(segment["id"])
        seq = page.edit(segment["id"], "Bonjour.")
        assert page.expect("saved", seq=seq)
        assert page.confirm(segment["id"], "Bonjour.")
        assert not [message for message in page.quiet() if message["type"] == "completion"]


def test_a_project_says_which_package_it_uses_and_offers_the_others(
    both: Served, api: Api, tiny_vocabularies: dict[str, Path], tmp_path: Path
) -> None:
    other = make_package(tmp_path / "other", tiny_vocabularies, name="other", language_model=False)
    install(other, both.data_folder / "models")
    project = api.project()
    assert [model["name"] for model in project["models"]][:2] == ["tiny", "other"]
    change = {"version": project["version"], "settings": {"model": "other"}}
    changed = api.patch(f"/projects/{project['id']}", change)
    assert changed["model"] == "other"
    segment = api.document(project["id"], LINES[THERE][0])[0]
    with greeted(both.address, segment["document"]) as page:
        page.open(segment["id"])
        completed(page, segment["id"], "The")
    used = {model["name"]: model for model in api.get(f"/projects/{project['id']}")["models"]}["other"]
    assert used["state"] == "ready"
    assert used["completions"] >= 1
    assert used["bytes"] > 0
    assert used["load_milliseconds"] > 0


def test_a_first_start_has_a_demo_of_each_direction_that_there_is(
    launch: Launch, tiny_folder: Path, reverse_folder: Path, tmp_path: Path
) -> None:
    install(reverse_folder, tmp_path / "models")
    served = launch("--model", str(tiny_folder), folder=tmp_path)
    with Api(served.address) as api:
        demos = {one["name"]: one for one in api.get("/projects")}
        assert set(demos) == {"Demo", "Demo into Chinese"}
        back = api.get(f"/projects/{demos['Demo into Chinese']['id']}")
        assert (back["source_language"], back["target_language"], back["model"]) == ("en", "zh", "reverse")
        for job in api.get("/jobs"):
            assert api.wait(job["id"])["state"] == "done"
        (notes,) = api.get(f"/projects/{back['id']}/documents")
        segments = api.get(f"/documents/{notes['id']}/segments")["segments"]
        assert all(segment["target"] for segment in segments)
        assert any(api.get(f"/segments/{segment['id']}/matches")["matches"] for segment in segments)
        assert any(api.get(f"/segments/{segment['id']}/terms") for segment in segments)
    served.stop()


def test_health_and_about_know_every_package(api: Api) -> None:
    health = {model["name"]: model for model in api.get("/health")["models"]}
    assert health["reverse"]["source_language"] == "en"
    assert {one["name"] for one in api.get("/about")["models"]} >= {"tiny", "reverse"}
