"""Two projects of two language pairs, side by side on one server: Chinese to English and back."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from desks import Desk
from packages import PAIRS
from serving import Launch, Served
from synslator.runtime.installation import install
from synslator.settings import shipped_model
from talking import Api

THERE, BACK = ("zh", "en"), ("en", "zh")
SOURCES = {THERE: [source for source, _ in PAIRS[:4]], BACK: [target for _, target in PAIRS[:4]]}


@pytest.fixture(scope="module")
def both(launch: Launch, reverse_folder: Path, tmp_path_factory: Any) -> Served:
    """A server with the shipped model, and a tiny one of the other direction."""
    folder = tmp_path_factory.mktemp("pairs")
    install(reverse_folder, folder / "models")
    return launch("--model", str(shipped_model()), "--demo", "false", folder=folder)


@pytest.fixture(scope="module")
def api(both: Served) -> Iterator[Api]:
    with Api(both.address) as api:
        yield api


def resident_mb(served: Served) -> float:
    """Memory that the server takes now."""
    pages = int(Path(f"/proc/{served.process.pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def test_two_pairs_side_by_side_complete_learn_and_export(
    context: BrowserContext, both: Served, api: Api
) -> None:
    projects = {pair: api.project(pair) for pair in (THERE, BACK)}
    segments = {pair: api.document(projects[pair]["id"], *SOURCES[pair]) for pair in projects}
    document = {pair: segments[pair][0]["document"] for pair in projects}
    memory = [resident_mb(both)]
    desks = {}
    for pair, project in projects.items():
        desks[pair] = Desk(context.new_page(), both.address, project["id"], document[pair])
        # The tiny model has nothing to say before a word is typed, but something to offer.
        expect(desks[pair].ghost if pair == THERE else desks[pair].offers.first).to_be_visible()
        memory.append(resident_mb(both))
    written = {}
    for pair, typed in ((BACK, "请"), (THERE, "Pl")):
        desk = desks[pair]
        desk.page.bring_to_front()
        desk.type(typed)
        desk.wait_for_ghost()
        desk.press("Control+ArrowRight")
        desk.wait_until_saved()
        written[pair] = desk.written
    assert written[THERE].startswith("Please")
    assert written[BACK].startswith("请")
    assert len(written[BACK]) > 1
    assert " " not in written[BACK]
    for pair, desk in desks.items():
        desk.page.bring_to_front()
        desk.press("Escape", "Control+Enter")
        desk.at(2)
        expect(desk.notes).to_contain_text("Learned from segment 1")
        again = api.document(projects[pair]["id"], SOURCES[pair][0], name="again.txt")[0]
        (match,) = api.get(f"/segments/{again['id']}/matches")["matches"]
        assert match["target"] == written[pair]
        exported = api.get(f"/documents/{document[pair]}/export").decode().splitlines()
        assert exported[0] == written[pair]
    models = {one["name"]: one for one in api.get("/about")["models"]}
    used = [models[api.get(f"/projects/{one['id']}")["model"]] for one in projects.values()]
    assert all(one["state"] == "ready" and one["completions"] for one in used)
    loading = {one["name"]: round(one["load_milliseconds"]) for one in used}
    print(json.dumps({"resident_mb": memory, "load_milliseconds": loading}))


def test_a_pair_without_a_model_says_so(page: Page, both: Served, api: Api) -> None:
    project = api.project(("de", "fr"))
    page.goto(f"{both.address}/projects/{project['id']}/settings")
    engine = page.get_by_role("region", name="Machine translation")
    expect(engine).to_contain_text("No model here translates German → French.")


def test_a_project_chooses_its_model_and_its_rules_in_the_page(page: Page, both: Served, api: Api) -> None:
    project = api.project(BACK)
    page.goto(f"{both.address}/projects/{project['id']}/settings")
    page.get_by_role("combobox", name="Model").select_option("reverse")
    rules = page.get_by_label("Own rules (SRX)")
    page.get_by_role("button", name="Start from the rules for English").click()
    expect(rules).to_have_value("".join(api.get(f"/projects/{project['id']}/segmentation-rules")["srx"]))
    edited = rules.input_value().replace("|vol|", "|vol|foo|")
    rules.fill(edited)
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("button", name="Save rules").click()
    page.get_by_role("link", name="Files").click()
    expect(page.get_by_role("combobox", name="Segmentation of new files")).to_have_value("rules")
    picker = page.get_by_label("Add files")
    picker.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"One foo. Two. Three."})
    expect(page.get_by_role("link", name="a.txt", exact=True)).to_be_visible()
    settings = api.get(f"/projects/{project['id']}")["settings"]
    assert (settings["model"], settings["srx"]) == ("reverse", edited)
    (document,) = api.get(f"/projects/{project['id']}/documents")
    found = api.get(f"/documents/{document['id']}/segments")["segments"]
    assert [segment["source"] for segment in found] == ["One foo. Two.", "Three."]
