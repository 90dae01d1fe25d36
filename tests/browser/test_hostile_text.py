"""Hostile text in a real browser: whatever a name, a text or a file says is shown, and nothing of it runs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from serving import COMMAND, Launch, Served
from talking import Api, tmx

PASSWORD = "correct horse battery"
IMAGE = "<img src=/planted onerror=\"window.hacked='image'\">"
SCRIPT = "\"'><script src=https://evil.example/x.js></script><script>window.hacked='script'</script>"
LINK = "[here](javascript:window.hacked='link') <a href=\"javascript:window.hacked='anchor'\">there</a>"
TEMPLATE = "{{constructor.constructor('window.hacked=1')()}} ${window.hacked='template'} <%= 7 * 7 %>"
DRAWING = "<svg><animate onbegin=\"window.hacked='svg'\" attributeName=x dur=1s></svg>&lt;b&gt;"
POLLUTION = '{"__proto__": {"hacked": 1}, "constructor": {"prototype": {"hacked": 1}}}'
HOSTILE = (IMAGE, SCRIPT, LINK, TEMPLATE, DRAWING, POLLUTION)
SOURCE = "点击保存。"

FOUND = """() => ({
    hacked: window.hacked ?? ({}).hacked ?? null,
    images: [...document.images].filter(image => image.src.includes('planted')).length,
    scripts: [...document.scripts].filter(script => script.src.includes('evil')).length,
    handlers: [...document.querySelectorAll('*')].filter(element =>
        [...element.attributes].some(one => /^on/.test(one.name) || /^\\s*javascript:/i.test(one.value))
            && !element.closest('.cm-content')).map(element => element.outerHTML.slice(0, 200)),
})"""
NOTHING: dict[str, Any] = {"hacked": None, "images": 0, "scripts": 0, "handlers": []}


@pytest.fixture
def team(launch: Launch, tiny_folder: Path, tmp_path: Path) -> Served:
    """A server with an administrator whose name is hostile."""
    folder = tmp_path / "team"
    add = ["user", "add", "ann", "--name", IMAGE, "--role", "admin", "--password-stdin"]
    command = [*COMMAND, *add, "--data-folder", str(folder)]
    subprocess.run(command, input=PASSWORD, text=True, check=True, stdout=sys.stderr)
    return launch("--model", str(tiny_folder), "--accounts", "true", "--demo", "false", folder=folder)


@pytest.fixture
def script(team: Served) -> Iterator[Api]:
    """Talk to the server as a script of the administrator does."""
    token = [*COMMAND, "user", "token", "ann", SCRIPT, "--scope", "write"]
    command = [*token, "--data-folder", str(team.data_folder)]
    secret = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    with Api(team.address, headers={"Authorization": f"Bearer {secret}"}) as api:
        yield api


@pytest.fixture
def planted(script: Api) -> dict[str, Any]:
    """Put hostile text wherever text can be put."""
    languages = {"source_language": "zh", "target_language": "en"}
    new = {"name": IMAGE, **languages, "settings": {"draft": False}}
    project = script.post("/projects", new, 201)
    segments = script.document(project["id"], SOURCE, *HOSTILE, name=f"{IMAGE}.txt".replace("/", "_"))
    for segment, text in zip(segments, (*HOSTILE, IMAGE), strict=True):
        change = {"version": segment["version"], "target": text, "status": "edited"}
        script.patch(f"/segments/{segment['id']}", change)
        for comment in HOSTILE:
            script.post(f"/segments/{segment['id']}/comments", {"text": comment}, 201)
    marked = f"<p>{SOURCE} <a href=\"javascript:window.hacked='tag'\" title='{TEMPLATE}'>此处</a></p>"
    path = f"/projects/{project['id']}/documents"
    marked_up = script.upload(path, "marked.html", marked.encode(), 201)["document"]["id"]
    memory = script.post("/memories", {"name": SCRIPT, **languages}, 201)["id"]
    pairs = [(SOURCE, text.replace("&", "&amp;").replace("<", "&lt;")) for text in HOSTILE]
    job = script.upload(f"/memories/{memory}/import", "a.tmx", tmx(*pairs), 202)["id"]
    assert script.wait(job)["state"] == "done"
    termbase = script.post("/termbases", {"name": DRAWING}, 201)["id"]
    for text in HOSTILE:
        terms = [{"language": "zh", "text": "保存"}, {"language": "en", "text": text, "note": text}]
        concept = {"terms": terms, "subject": text, "definition": text, "note": text}
        script.post(f"/termbases/{termbase}/concepts", concept, 201)
    now = script.get(f"/projects/{project['id']}")
    uses = [*now["memories"], {"memory": memory, "writable": False, "penalty": 0}]
    change = {"version": now["version"], "memories": uses, "termbases": [termbase]}
    script.patch(f"/projects/{project['id']}", change)
    return {
        "project": project["id"],
        "document": segments[0]["document"],
        "marked": marked_up,
        "memory": memory,
        "termbase": termbase,
    }


def test_hostile_text_is_shown_and_never_runs(page: Page, team: Served, planted: dict[str, Any]) -> None:
    strangers: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((team.address, "data:", "blob:")) or "planted" in request.url:
            strangers.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: strangers.append(dialog.message))
    page.goto(team.address)
    page.locator("input[autocomplete=username]").fill("ann")
    page.locator("input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    def harmless() -> None:
        assert page.evaluate(FOUND) == NOTHING
        assert strangers == []

    project = f"{team.address}/projects/{planted['project']}"
    expect(page.get_by_role("link", name=IMAGE)).to_be_visible()
    expect(page.get_by_role("banner").get_by_text(IMAGE)).to_be_visible()
    harmless()
    for address, shown in (
        (project, IMAGE),
        (f"{team.address}/memories/{planted['memory']}", LINK),
        (f"{team.address}/termbases/{planted['termbase']}", TEMPLATE),
        (f"{team.address}/audit", SCRIPT),
    ):
        page.goto(address)
        expect(page.get_by_text(shown).first).to_be_visible()
        harmless()

    page.goto(f"{project}/documents/{planted['document']}")
    expect(page.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    # Matches, terms, comments and history of the open segment, and the text of the others.
    expect(page.get_by_role("article").first).to_contain_text("window.hacked")
    expect(page.get_by_text(TEMPLATE).first).to_be_visible()
    harmless()
    tabs = page.get_by_role("tab").all()
    assert tabs
    for tab in tabs:
        tab.click()
        harmless()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Translation of segment 1").click()
    for text in HOSTILE:
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(text)
        harmless()
    expect(page.locator(".saving")).to_have_text("saved")

    page.goto(f"{project}/documents/{planted['marked']}")
    expect(page.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    harmless()
    assert json.loads(page.evaluate("JSON.stringify(Object.keys(Object.prototype))")) == []
