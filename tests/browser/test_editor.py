"""The editor's promises (docs/editor.md) in a real browser: what is seen is what is delivered."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from desks import Desk, OpenDesk, document_of, row_target
from serving import Served
from talking import Api

NUMBER = "天线与金属物体的距离至少30厘米。"
NUMBERED = "Keep the antenna at least 30 cm away from metal objects."
DONE = "完成。"

OpenDraft = Callable[[str, str], Desk]


@pytest.fixture
def open_draft(page: Page, office: Served, api: Api) -> OpenDraft:
    """Return a function that opens a segment with a draft: it is a repetition of one that was confirmed."""

    def open_draft(source: str, target: str) -> Desk:
        project = api.project(language_model_words=0)
        first, _, _ = segments = api.document(project["id"], source, source, DONE)
        body = {"version": first["version"], "target": target, "status": "confirmed"}
        api.patch(f"/segments/{first['id']}", body)
        desk = Desk(page, office.address, project["id"], segments[0]["document"])
        desk.at(2)
        return desk

    return open_draft


def segment(api: Api, page: Page, number: int) -> dict[str, Any]:
    """Return a segment of the open document as the server has it."""
    document = document_of(page)
    return dict(api.get(f"/documents/{document}/segments")["segments"][number - 1])


def test_the_drafts_in_the_list_are_the_first_suggestions_and_opening_changes_none(
    page: Page, office: Served, api: Api
) -> None:
    lines = ("点击保存。", "如果连接中断，程序会自动重试三次。", "请检查设置。")
    project = api.project()
    document = api.document(project["id"], *lines)[0]["document"]
    api.wait(api.post(f"/documents/{document}/draft", status=202)["id"])
    drafts = [one["target"] for one in api.get(f"/documents/{document}/segments")["segments"]]
    desk = Desk(page, office.address, project["id"], document)
    for number, draft in enumerate(drafts, 1):
        desk.at(number)
        desk.settle()
        expect(desk.ghost).to_have_text(re.sub(r"⟦/?(\d+)/?⟧", r"\1", draft))
        assert desk.written == ""
        desk.press("Control+ArrowDown")
    after = api.get(f"/documents/{document}/segments")["segments"]
    assert [one["target"] for one in after] == drafts
    assert {one["status"] for one in after} == {"draft"}


def test_with_nothing_typed_the_draft_is_confirmed(page: Page, open_draft: OpenDraft, api: Api) -> None:
    desk = open_draft(NUMBER, NUMBERED)
    expect(desk.ghost).to_have_text(NUMBERED)
    desk.press("Control+Enter")
    desk.at(3)
    expect(desk.notes).to_contain_text("segment 2")
    confirmed = segment(api, page, 2)
    assert (confirmed["target"], confirmed["status"]) == (NUMBERED, "confirmed")


def test_what_is_missing_is_asked_about_once_before_it_is_confirmed(
    page: Page, open_draft: OpenDraft, api: Api
) -> None:
    desk = open_draft(NUMBER, NUMBERED)
    desk.type("Keep the antenna away.")
    desk.wait_until_saved()
    desk.press("Control+Enter")
    issues = page.get_by_role("status", name="QA issues")
    expect(issues).to_contain_text("Confirm anyway?")
    expect(issues).to_contain_text("30")
    desk.at(2)
    assert segment(api, page, 2)["status"] == "edited"
    desk.press("Control+Enter")
    desk.at(3)
    expect(desk.notes).to_contain_text("segment 2")
    assert segment(api, page, 2)["target"] == "Keep the antenna away."


def test_what_is_confirmed_before_the_checks_have_answered_is_checked_all_the_same(
    page: Page, open_draft: OpenDraft, api: Api
) -> None:
    def deaf(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: None if '"type":"checks"' in text else socket.send(text))

    page.route_web_socket("**/live", deaf)
    desk = open_draft(NUMBER, NUMBERED)
    desk.type("Keep the antenna away.")
    desk.press("Control+Enter")
    desk.at(3)
    expect(desk.notes).to_contain_text("Segment 2 is not confirmed yet")
    expect(page.get_by_role("contentinfo")).to_contain_text("All saved")
    left = segment(api, page, 2)
    assert (left["target"], left["status"]) == ("Keep the antenna away.", "edited")
    expect(page.get_by_role("button", name="Open segment 2, edited")).to_be_visible()


def test_deleting_everything_brings_the_draft_back_here_in_the_list_and_at_the_server(
    page: Page, open_draft: OpenDraft, api: Api
) -> None:
    desk = open_draft(NUMBER, NUMBERED)
    desk.type("No")
    desk.wait_until_saved()
    desk.press("Backspace", "Backspace")
    expect(desk.ghost).to_have_text(NUMBERED)
    desk.press("Control+ArrowDown")
    desk.at(3)
    expect(row_target(page, 2)).to_have_text(NUMBERED)
    expect(page.get_by_role("contentinfo")).to_contain_text("All saved")
    left = segment(api, page, 2)
    assert (left["target"], left["status"]) == (NUMBERED, "draft")


def test_a_match_replaces_what_is_written_and_can_be_inserted_at_the_caret_instead(
    open_draft: OpenDraft,
) -> None:
    desk = open_draft(NUMBER, NUMBERED)
    expect(desk.page.get_by_role("article").first).to_contain_text(NUMBERED)
    desk.type("Keep the")
    desk.press("Control+1")
    assert desk.written == NUMBERED
    desk.press("Control+z")
    assert desk.written == "Keep the"
    desk.press("Alt+s")
    assert desk.written == NUMBER
    desk.press("Control+z")
    desk.type(": ")
    desk.press("Alt+i")
    assert desk.written == f"Keep the: {NUMBERED}"


def test_a_tag_pair_goes_around_the_selection(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    document = api.upload(
        f"/projects/{project['id']}/documents", "one.md", "点击**保存**按钮。\n".encode(), 201
    )["document"]
    desk = Desk(page, office.address, project["id"], document["id"])
    desk.press("Escape")
    desk.type("Click Save")
    for _ in "Save":
        desk.press("Shift+ArrowLeft")
    desk.press("Alt+g")
    assert desk.written == "Click 1Save/1"
    desk.wait_until_saved()
    assert segment(api, page, 1)["target"] == "Click ⟦1⟧Save⟦/1⟧"


def test_a_tag_says_what_it_is_and_goes_in_by_its_number_or_a_click(
    page: Page, office: Served, api: Api
) -> None:
    project = api.project()
    document = api.upload(
        f"/projects/{project['id']}/documents", "one.md", "点击**保存**和*打开*按钮。\n".encode(), 201
    )["document"]
    desk = Desk(page, office.address, project["id"], document["id"])
    bold, italic = (desk.page.locator(".active-source .tag.open").nth(n) for n in (0, 1))
    expect(bold).to_have_text("1 bold")
    expect(italic).to_have_text("2 italic")
    desk.press("Escape")
    desk.type("Click Open")
    desk.press("Control+Shift+ArrowLeft", "Alt+Shift+2")
    assert desk.written == "Click 2Open/2"
    expect(desk.page.locator(".cm-line .tag").first).to_have_attribute("title", "Tag 2: italic")
    desk.press("Home")
    bold.click()
    expect(desk.editor).to_be_focused()
    desk.type("x")
    assert desk.written == "1xClick 2Open/2"


@pytest.mark.parametrize("typed", ["", "The file is open"])
def test_tab_with_nothing_to_accept_stays_in_the_editor(open_desk: OpenDesk, typed: str) -> None:
    desk = open_desk("点击保存。", DONE, highlight_threshold=1.0)
    desk.type(typed)
    for _ in range(3):
        desk.press("Tab")
    expect(desk.editor).to_be_focused()
    desk.type("!")
    assert desk.written == typed + "!"


@pytest.mark.parametrize(("key", "role"), [("Alt+c", "searchbox"), ("Alt+n", "textbox")])
def test_a_panel_begins_in_its_field_and_escape_leads_back(open_desk: OpenDesk, key: str, role: Any) -> None:
    desk = open_desk("点击保存。", DONE)
    field = desk.page.get_by_role("tabpanel").get_by_role(role)
    for _ in range(2):
        desk.press(key)
        desk.type("the")
        expect(field).to_be_focused()
        desk.press("Escape")
        desk.type("x")
        expect(desk.editor).to_be_focused()
    assert desk.written == "xx"
    desk.press(key, "Alt+m")
    desk.type("y")
    assert desk.written == "xxy"


def test_a_filter_leaves_the_open_segment_in_the_list(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", DONE)
    desk.type("Click")
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("searchbox", name="Segments with this text").fill("完成")
    expect(page.get_by_role("list", name="Segments").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("region", name="Segment 1", exact=True)).to_be_visible()


def test_a_segment_can_be_translated_with_the_mouse_alone(page: Page, open_desk: OpenDesk, api: Api) -> None:
    desk = open_desk("点击保存。", DONE)
    tools = page.get_by_role("toolbar", name="Segment")
    expect(tools.get_by_role("button", name="Confirm")).to_be_disabled()
    tools.get_by_role("button", name="Copy source").click()
    desk.wait_until_saved()
    tools.get_by_role("button", name="Confirm").click()
    # The source was left as the translation, which is asked about.
    tools.get_by_role("button", name="Confirm").click()
    desk.at(2)
    expect(desk.notes).to_contain_text("segment 1")
    assert segment(api, page, 1)["status"] == "confirmed"


def test_an_action_is_run_by_its_name(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", DONE)
    desk.press("Control+k")
    desk.type("> copy source")
    expect(page.get_by_role("list", name="Actions").get_by_role("button")).to_have_count(1)
    desk.press("Enter")
    expect(desk.editor).to_be_focused()
    assert desk.written == "点击保存。"


def test_a_key_that_types_is_refused_and_escape_cancels(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", DONE)
    desk.press("F1")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    change = sheet.get_by_role("button", name="Split segment: Alt X. Change the shortcut")
    change.click()
    desk.press("a")
    expect(sheet.get_by_role("status")).to_contain_text("A types a character")
    change.click()
    desk.press("Escape")
    expect(sheet).to_be_visible()
    change.click()
    desk.press("Alt+j")
    expect(sheet.get_by_role("status")).to_contain_text("“Merge with the next segment” now has Alt X")


def test_the_window_that_lost_a_segment_is_read_only_until_the_other_leaves_it(
    page: Page, open_desk: OpenDesk
) -> None:
    desk = open_desk("点击保存。", DONE)
    desk.type("Click")
    desk.wait_until_saved()
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("Open in another window")).to_be_visible()
    second.get_by_role("button", name="Edit here").click()
    editor = second.get_by_role("textbox", name="Translation of segment 1")
    expect(editor).to_be_focused()
    second.keyboard.type(" Save")
    expect(second.locator(".saving")).to_have_text("saved")

    expect(page.get_by_text("Open in another window")).to_be_visible()
    expect(desk.editor).to_have_attribute("contenteditable", "false")
    expect(desk.ghost).to_have_count(0)
    second.close()
    expect(page.get_by_text("Open in another window")).to_have_count(0)
    expect(desk.editor).to_be_focused()
    desk.type(".")
    assert desk.written == "Click Save."


def test_an_ignored_issue_is_not_asked_about_and_stays_ignored(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(NUMBER, DONE)
    desk.type("Keep the antenna away from metal objects.")
    desk.press("Escape")
    issue = page.locator(".finding").filter(has_text="30")
    issue.get_by_role("button", name="Ignore").click()
    expect(issue.get_by_role("button", name="Report again")).to_be_visible()
    desk.wait_until_saved()
    desk.press("Control+Enter")
    desk.at(2)
    expect(desk.notes).to_contain_text("segment 1")
    confirmed = segment(api, page, 1)
    assert (confirmed["status"], "numbers" in confirmed["problems"]) == ("confirmed", False)
    row_target(page, 1).click()
    desk.at(1)
    expect(issue.get_by_role("button", name="Report again")).to_be_visible()
