"""The whole path of docs/tutorial.md with the model that is shipped."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from desks import Shot
from serving import Launch

MODEL = Path(__file__).parents[2] / "models" / "zh-en"
PATIENCE = 180_000
"""Milliseconds that the first drafts may take on a busy machine."""
LETTER = "尊敬的客户：\n\n感谢您使用云笔记。新版本支持离线编辑。\n\n如果您有任何问题，请联系客服。\n"


@pytest.mark.skipif(not (MODEL / "manifest.json").is_file(), reason="the shipped model zh-en is not there")
def test_the_tutorial_from_the_first_page_to_the_download(page: Page, launch: Launch, shot: Shot) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    served = launch("--model", str(MODEL))
    page.goto(served.address)
    expect(page.get_by_role("link", name="Demo", exact=True)).to_be_visible()
    page.get_by_text("System status").click()
    expect(page.get_by_role("region", name="System status")).to_contain_text("ready", timeout=PATIENCE)
    page.keyboard.press("Escape")

    _make_a_project(page, shot)
    _look_at_the_project(page, shot)
    _translate(page, shot)
    _revise(page, shot)
    _look_at_what_was_learned(page, shot)
    page.goto("about:blank")
    served.stop()


def _make_a_project(page: Page, shot: Shot) -> None:
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog", name="New project")
    letter: FilePayload = {"name": "letter.md", "mimeType": "text/markdown", "buffer": LETTER.encode()}
    dialog.get_by_label(re.compile("Drop documents")).set_input_files([letter])
    dialog.get_by_label("Demo memory", exact=True).check()
    dialog.get_by_label("Demo terms").check()
    shot("new-project")
    dialog.get_by_role("button", name="Create project").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("letter")
    page.get_by_role("link", name="Projects", exact=True).click()
    expect(page.get_by_role("link", name="letter")).to_be_visible()
    shot("projects")


def _look_at_the_project(page: Page, shot: Shot) -> None:
    page.get_by_role("link", name="Demo", exact=True).click()
    files = page.get_by_role("region", name="Files")
    expect(files.get_by_text(re.compile("pre-translated"))).to_have_count(2, timeout=PATIENCE)
    shot("project")
    page.get_by_role("link", name="Analysis").click()
    analysis = page.get_by_role("region", name="Analysis")
    analysis.get_by_role("button", name="Run analysis").click()
    expect(analysis.get_by_role("row", name=re.compile("^No match"))).to_be_visible(timeout=PATIENCE)
    shot("analysis")
    page.get_by_role("link", name="Files").click()


def _open_segment(page: Page, source: str) -> None:
    page.get_by_role("listitem").filter(has_text=source).get_by_role("button").first.click()
    expect(page.locator(".active-source")).to_contain_text(source)
    expect(page.get_by_role("textbox", name=re.compile("Translation of segment"))).to_be_focused()


def _written(page: Page) -> str:
    return page.get_by_role("textbox", name=re.compile("Translation of segment")).inner_text()


def _translate(page: Page, shot: Shot) -> None:
    page.get_by_role("link", name="manual.md", exact=True).click()
    ghost = page.locator(".ghost")
    expect(ghost).to_contain_text("Cloud Notes")
    shot("workbench")

    # Half a word, completed; then the highlighted run by TAB.
    _open_segment(page, "如果备份文件丢失")
    expect(page.get_by_role("article").first).to_contain_text("cannot be restored")
    page.keyboard.type("If the ba")
    expect(ghost).to_have_text(re.compile("^ckup file"))
    shot("typing")
    page.locator(".ghost [data-word]").nth(1).hover()
    expect(page.locator(".origin-tip")).to_contain_text("comes from")
    shot("origin")
    page.mouse.move(5, 5)
    page.keyboard.press("Tab")
    assert _written(page).startswith("If the backup file is lost")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status", name="Notes")).to_contain_text("Learned from segment")

    # What was confirmed helps at once: the match of a similar sentence goes in by its key.
    _open_segment(page, "安装完成后")
    expect(page.get_by_role("article").first).to_contain_text("restart your computer")
    page.keyboard.press("Control+1")
    assert _written(page) == "After the installation is complete, restart your computer."
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")


def _revise(page: Page, shot: Shot) -> None:
    expect(page.get_by_role("progressbar", name="Confirmed")).not_to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("Alt+v")
    text = page.get_by_role("article", name="The whole text")
    expect(text).to_contain_text("After the installation is complete, restart your computer.")
    shot("reading")
    page.keyboard.press("Alt+v")
    page.keyboard.press("F1")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    shot("keys")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.get_by_role("searchbox").fill("note")
    expect(page.get_by_role("dialog").locator(".hit").first).to_be_visible()
    shot("search")
    page.keyboard.press("Escape")
    page.get_by_text("Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Translated document").click()
        page.get_by_role("dialog").get_by_role("link", name="Download").click()
    exported = Path(download.value.path()).read_text("utf-8")
    assert "After the installation is complete, restart your computer." in exported
    assert exported.startswith("# ")


def _look_at_what_was_learned(page: Page, shot: Shot) -> None:
    page.get_by_role("link", name="Synslator, all projects").click()
    page.get_by_role("link", name="Memories and termbases").first.click()
    expect(page.get_by_role("link", name="Demo memory", exact=True)).to_be_visible()
    shot("resources")
    page.get_by_role("link", name="Demo memory", exact=True).click()
    expect(page.get_by_text("If the backup file is lost").first).to_be_visible()
    shot("memory")
    page.get_by_role("link", name="Memories and termbases").first.click()
    page.get_by_role("link", name="Demo terms").click()
    expect(page.get_by_text("confidential information").first).to_be_visible()
    shot("termbase")
