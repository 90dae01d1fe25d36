"""What somebody may not do, the page does not offer; what a reviewer may do more, it does."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.test_signing_in import PASSWORD, sign_in
from desks import until
from serving import COMMAND, Launch
from talking import Api

SAVE = "请在保存文件之前检查设置。"
CLICK = "点击保存。"
CHANGES = ("Confirm", "Copy source", "Split", "Merge", "Insert tag", "Comment", "Undo", "Redo")

REVIEWS = ("Approve", "Reject", "Lock")


def _user(folder: Path, *words: str, answer: str = "") -> str:
    command = [*COMMAND, "user", *words, "--data-folder", str(folder)]
    return subprocess.run(command, input=answer, text=True, check=True, capture_output=True).stdout


@pytest.fixture
def manager(launch: Launch, tiny_folder: Path, tmp_path: Path) -> Iterator[Api]:
    """Yield a script of a team's administrator."""
    folder = tmp_path / "team"
    for login, role in (("ann", "admin"), ("rea", "reader"), ("rev", "reviewer"), ("tra", "translator")):
        _user(folder, "add", login, "--role", role, "--password-stdin", answer=PASSWORD)
    secret = _user(folder, "token", "ann", "test", "--scope", "write").split()[-1]
    served = launch("--model", str(tiny_folder), "--accounts", "true", folder=folder)
    with Api(served.address, headers={"Authorization": f"Bearer {secret}"}) as api:
        yield api


def enter(page: Page, api: Api, login: str, segment: dict[str, int], project: int) -> None:
    """Sign in and open the document of a segment."""
    page.goto(f"{api.address}/projects/{project}/documents/{segment['document']}")
    sign_in(page, login)
    expect(page.get_by_role("button", name=re.compile("^Open segment 2,"))).to_be_visible()


def test_a_reader_only_looks(page: Page, manager: Api) -> None:
    project = manager.project()["id"]
    segment, _ = manager.document(project, SAVE, CLICK)
    manager.post(f"/segments/{segment['id']}/comments", {"text": "Which file?"}, 201)
    enter(page, manager, "rea", segment, project)
    expect(page.get_by_text("Read only", exact=True)).to_be_visible()
    toolbar = page.get_by_role("toolbar", name="Segment")
    for name in CHANGES:
        expect(toolbar.get_by_role("button", name=name)).to_have_count(0)
    editor = page.get_by_label("Translation of segment 1", exact=True)
    expect(editor).to_have_attribute("contenteditable", "false")
    page.locator(".active-target").click()
    page.keyboard.type("Mine")
    page.keyboard.press("Alt+s")
    expect(page.get_by_role("status", name="Notes")).to_have_text(
        "You don't have permission for this in this project."
    )
    page.keyboard.press("Control+Enter")
    expect(editor).not_to_contain_text("Mine")
    expect(page.locator(".ghost")).to_have_count(0)
    page.keyboard.press("Alt+n")
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_text("Which file?")).to_be_visible()
    expect(panel.get_by_role("button")).to_have_count(0)
    expect(panel.get_by_role("textbox")).to_have_count(0)
    page.keyboard.press("Control+ArrowDown")
    second = page.get_by_label("Translation of segment 2", exact=True)
    expect(second).to_have_attribute("contenteditable", "false")
    now = manager.get(f"/segments/{segment['id']}")
    assert (now["target"], now["status"], now["version"]) == ("", "untranslated", segment["version"])


def test_a_translator_has_what_translators_need(page: Page, manager: Api) -> None:
    project = manager.project()["id"]
    segment, _ = manager.document(project, SAVE, CLICK)
    enter(page, manager, "tra", segment, project)
    toolbar = page.get_by_role("toolbar", name="Segment")
    for name in CHANGES:
        expect(toolbar.get_by_role("button", name=name)).to_be_visible()
    for name in REVIEWS:
        expect(toolbar.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_text("Read only", exact=True)).to_have_count(0)


def test_a_reviewer_approves_rejects_and_locks(page: Page, manager: Api) -> None:
    project = manager.project()["id"]
    segments = manager.document(project, SAVE, CLICK, "点击取消。")
    for one, text in zip(segments, ("Check the settings.", "Click Save.", "Click Cancel."), strict=True):
        change = {"version": one["version"], "target": text, "status": "confirmed"}
        manager.patch(f"/segments/{one['id']}", change)
    enter(page, manager, "rev", segments[0], project)
    page.get_by_role("button", name="Open segment 1, confirmed").click()
    expect(page.get_by_label("Translation of segment 1", exact=True)).to_be_focused()

    page.keyboard.press("Control+Shift+Enter")
    expect(page.get_by_label("Translation of segment 2", exact=True)).to_be_focused()
    expect(page.get_by_role("button", name="Open segment 1, approved")).to_be_visible()
    toolbar = page.get_by_role("toolbar", name="Segment")
    toolbar.get_by_role("button", name="Approve").click()
    third = page.get_by_label("Translation of segment 3", exact=True)
    expect(third).to_be_focused()
    expect(page.get_by_role("button", name="Open segment 2, approved")).to_be_visible()

    toolbar.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Translation of segment 2", exact=True)).to_be_focused()
    page.keyboard.press("Control+ArrowDown")
    expect(third).to_be_focused()
    expect(page.get_by_role("button", name="Open segment 2, confirmed")).to_be_visible()
    page.keyboard.press("Alt+Shift+R")
    expect(toolbar.get_by_role("button", name="Reject")).to_be_disabled()
    lock = toolbar.get_by_role("button", name="Lock")
    expect(lock).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Control+ArrowUp")
    expect(page.get_by_role("button", name="Open segment 3, edited")).to_be_visible()
    lock.click()
    second = page.get_by_label("Translation of segment 2", exact=True)
    expect(second).to_have_attribute("contenteditable", "false")
    expect(toolbar.get_by_role("button", name="Approve")).to_be_disabled()
    until(page, lambda: bool(manager.get(f"/segments/{segments[1]['id']}")["locked"]))
    expect(lock).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Alt+l")
    expect(second).to_have_attribute("contenteditable", "true")
    until(page, lambda: not manager.get(f"/segments/{segments[1]['id']}")["locked"])
    now = [manager.get(f"/segments/{one['id']}")["status"] for one in segments]
    assert now == ["approved", "confirmed", "edited"]
