"""What helps with a segment in a real browser: matches, terms, concordance, history, comments, checks."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from desks import Desk, OpenDesk
from serving import Served
from talking import Api

SOURCE = "如果备份文件丢失，数据将无法恢复。"
LIKE = "如果备份文件丢失，任务将无法恢复。"
ALIKE_TARGET = "If the backup file is lost, the task cannot be restored."


@pytest.fixture
def stocked(page: Page, office: Served, api: Api) -> Desk:
    """Open a document whose project has a memory entry like its first segment, and terms of it."""
    project = api.project()
    (seed,) = api.document(project["id"], LIKE, name="earlier.txt")
    api.patch(
        f"/segments/{seed['id']}",
        {"version": seed["version"], "target": ALIKE_TARGET, "status": "confirmed"},
    )
    termbase = api.post("/termbases", {"name": f"terms of {project['name']}"}, 201)
    for chinese, english in (("备份文件", "backup file"), ("数据", "data")):
        terms = [
            {"language": "zh", "text": chinese},
            {"language": "en", "text": english, "status": "preferred"},
        ]
        api.post(f"/termbases/{termbase['id']}/concepts", {"terms": terms}, 201)
    now = api.get(f"/projects/{project['id']}")
    api.patch(f"/projects/{project['id']}", {"version": now["version"], "termbases": [termbase["id"]]})
    segments = api.document(project["id"], SOURCE, "建议每周备份一次数据。")
    return Desk(page, office.address, project["id"], segments[0]["document"])


def test_a_match_shows_its_rate_and_difference_and_goes_in_by_key(stocked: Desk) -> None:
    match = stocked.page.get_by_role("article").first
    expect(match.locator(".rate")).to_have_text("87%")
    expect(match.locator("del")).to_have_text("任务")
    expect(match.locator("ins")).to_have_text("数据")
    stocked.press("Control+1")
    assert stocked.written == ALIKE_TARGET
    expect(stocked.editor).to_be_focused()


def test_a_match_goes_in_with_the_numbers_and_terms_of_the_segment_and_shows_what_that_changes(
    page: Page, office: Served, api: Api
) -> None:
    termbase = api.post("/termbases", {"name": "devices of the match"}, 201)["id"]
    table = "zh,en\n网关,gateway\n集中器,data concentrator\n".encode()
    api.wait(api.upload(f"/termbases/{termbase}/import", "devices.csv", table, 202)["id"])
    project = api.project()
    api.patch(f"/projects/{project['id']}", {"version": project["version"], "termbases": [termbase]})
    lines = ("每台网关最多接入128块设备。", "每台集中器最多接入256块设备。")
    known, _ = api.document(project["id"], *lines)
    body = {"version": 1, "target": "A gateway connects up to 128 devices.", "status": "confirmed"}
    api.patch(f"/segments/{known['id']}", body)
    desk = Desk(page, office.address, project["id"], known["document"])
    desk.at(2)
    match = page.get_by_role("article").first
    expect(match.locator(".diff del")).to_have_text(["网关", "128"])
    expect(match.locator(".diff ins")).to_have_text(["集中器", "256"])
    expect(match.locator(".match-target del")).to_have_text(["gateway", "128"])
    expect(match.locator(".match-target ins")).to_have_text(["data concentrator", "256"])
    desk.press("Control+1")
    assert desk.written == "A data concentrator connects up to 256 devices."


def test_a_double_click_puts_a_match_or_a_term_in_at_the_caret(stocked: Desk) -> None:
    stocked.page.get_by_role("article").first.dblclick()
    assert stocked.written == ALIKE_TARGET
    stocked.press("Control+a", "Delete")
    stocked.type("The")
    stocked.page.get_by_role("button", name="backup file", exact=True).dblclick()
    assert stocked.written == "The backup file"
    stocked.press("Control+3")
    assert stocked.written == "The backup file data"


@pytest.mark.parametrize("key", [None, "Enter", "Space"])
def test_a_click_or_a_key_on_a_term_inserts_it_once(stocked: Desk, key: str | None) -> None:
    term = stocked.page.get_by_role("button", name="backup file", exact=True)
    stocked.type("The")
    if key:
        term.press(key)
    else:
        term.click()
    assert stocked.written == "The backup file"
    stocked.type(".")
    assert stocked.written == "The backup file."


def test_terms_are_marked_in_the_source(stocked: Desk) -> None:
    marked = stocked.page.locator(".active-source .term")
    expect(marked).to_have_text(["备份文件", "数据"])


def test_what_is_confirmed_helps_with_the_next_segment_at_once(open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存按钮，即可保存文件。", "点击打开按钮，即可打开文件。", minimum_match_rate=30)
    expect(desk.page.get_by_text("No TM matches for this segment.")).to_be_visible()
    desk.press("Escape")
    desk.type("Click Save to save the file.")
    desk.press("Escape", "Control+Enter")
    desk.at(2)
    match = desk.page.get_by_role("article").first
    expect(match).to_contain_text("Click Save to save the file.")
    expect(desk.notes).to_have_text("Learned from segment 1: 1 memory entry.")


def test_the_concordance_finds_a_phrase_in_both_languages(stocked: Desk) -> None:
    stocked.press("Alt+c")
    field = stocked.page.get_by_role("searchbox", name="Phrase to look up")
    expect(field).to_be_focused()
    field.fill("cannot be restored")
    found = stocked.page.get_by_role("tabpanel").get_by_role("article")
    expect(found).to_have_count(1)
    expect(found.locator(".found")).to_have_text("cannot be restored")
    field.fill("备份文件")
    expect(found.locator(".found")).to_have_text("备份文件")


def test_an_earlier_version_can_be_brought_back(stocked: Desk) -> None:
    stocked.press("Escape")
    stocked.type("First thoughts.")
    # What is confirmed before it was saved is one version and not two.
    stocked.wait_until_saved()
    # It lacks both terms, which is asked about once.
    stocked.press("Escape", "Control+Enter", "Control+Enter")
    stocked.at(2)
    stocked.press("Control+ArrowUp")
    stocked.at(1)
    stocked.press("Control+a")
    stocked.type("Second thoughts.")
    stocked.wait_until_saved()
    stocked.press("Alt+h")
    versions = stocked.page.get_by_role("tabpanel").get_by_role("article")
    expect(versions).to_have_count(3)
    versions.nth(1).get_by_role("button", name="Restore").click()
    expect(stocked.editor).to_contain_text("First thoughts.")
    assert stocked.written == "First thoughts."


def test_comments_are_made_dealt_with_and_counted(stocked: Desk) -> None:
    stocked.press("Alt+n")
    panel = stocked.page.get_by_role("tabpanel")
    panel.get_by_role("textbox").fill("Is this the toolbar?")
    panel.get_by_role("button", name="Post").click()
    expect(panel.get_by_role("article")).to_contain_text("Is this the toolbar?")
    expect(stocked.page.get_by_role("tab", name="Comments 1")).to_be_visible()
    panel.get_by_role("button", name="Resolve").click()
    expect(panel.get_by_role("button", name="Reopen")).to_be_visible()
    expect(stocked.page.get_by_role("tab", name="Comments", exact=True)).to_be_visible()


def test_what_the_checks_find_is_marked_and_mended_with_a_key(open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", "完成。", language_model_words=0)
    desk.type("Click  Save.")
    desk.wait_until_saved()
    desk.press("Escape")
    finding = desk.page.locator(".finding").first
    expect(finding).to_be_visible()
    expect(desk.page.locator(".cm-finding").first).to_be_attached()
    desk.press("Alt+f")
    assert desk.written == "Click Save."


def test_where_a_word_comes_from_is_told_on_hover_and_by_key(open_desk: OpenDesk) -> None:
    desk = open_desk(SOURCE)
    desk.type("The")
    desk.wait_for_ghost()
    desk.press("Alt+w")
    tip: Any = desk.page.locator(".origin-tip")
    expect(tip).to_contain_text("comes from")
    desk.press("Alt+w")
    expect(tip).to_have_count(0)
    desk.page.locator(".ghost [data-word]").first.hover()
    expect(tip).to_contain_text("comes from")


def test_the_probability_of_each_word_can_be_shown(open_desk: OpenDesk) -> None:
    desk = open_desk(SOURCE)
    desk.type("The")
    desk.wait_for_ghost()
    desk.press("Alt+p")
    expect(desk.page.locator(".ghost.confidence")).to_be_visible()
    desk.page.reload()
    expect(desk.page.locator(".ghost.confidence")).to_be_visible()
