"""The workbench as a translator sees it: one grid, a line below the target, a toolbar, a side panel."""

import io
import re
from itertools import combinations
from typing import Any

import pytest
from openpyxl import Workbook
from playwright.sync_api import Browser, Locator, Page, expect

from desks import Desk, OpenDesk, document_of
from serving import Served
from talking import Api

LINES = ("点击保存。", "点击打开。", "请检查设置。", "完成。")
MARKED = "点击**保存**按钮。然后关闭窗口。\n\n完成。\n".encode()


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


def uploaded(page: Page, office: Served, api: Api, name: str, content: bytes) -> tuple[Desk, list[Any]]:
    """Open a document of a file; return it with its segments."""
    project = api.project()
    document = api.upload(f"/projects/{project['id']}/documents", name, content, 201)["document"]
    segments = api.get(f"/documents/{document['id']}/segments")["segments"]
    return Desk(page, office.address, project["id"], document["id"]), segments


def change(api: Api, segment: Any, **values: Any) -> Any:
    now = api.get(f"/segments/{segment['id']}")
    return api.patch(f"/segments/{segment['id']}", {"version": now["version"], **values})


def test_the_open_segment_stands_in_the_columns_of_the_others_until_it_is_stacked(
    page: Page, open_desk: OpenDesk
) -> None:
    desk = open_desk(*LINES)
    source, target = page.locator(".active-source"), page.locator(".target-editor")
    assert left(source) == left(page.locator(".row-source").first)
    assert left(target) == left(page.locator(".row-target").first)
    assert left(source) < left(target)
    desk.press("Control+b")
    assert left(source) == left(target) == left(page.locator(".row-target").first)


def test_a_row_says_its_state_in_a_colour_and_in_words(page: Page, open_desk: OpenDesk, api: Api) -> None:
    desk = open_desk(*LINES, "点击保存。")
    document = document_of(page)
    segments = api.get(f"/documents/{document}/segments")["segments"]
    change(api, segments[1], target="Click  Open.", status="edited")
    change(api, segments[2], target="Check the settings.", status="confirmed")
    change(api, segments[3], target="Done.", status="confirmed")
    change(api, segments[3], status="approved")
    desk.type("Click Save.")
    desk.press("Escape", "Control+Enter")
    looks = {2: "issue", 3: "confirmed", 4: "approved", 5: "draft"}
    names = {
        2: "edited, QA issues: spaces",
        3: "confirmed",
        4: "approved",
        5: "draft",
    }
    desk.press("Control+ArrowUp")
    desk.at(1)
    for number, look in looks.items():
        row = page.get_by_role("listitem").nth(number - 1)
        expect(row.get_by_role("button").first).to_have_accessible_name(
            f"Open segment {number}, {names[number]}"
        )
        expect(row.locator(".edge")).to_have_class(f"edge {look}")
        expect(row.locator(".edge")).to_have_attribute("title", names[number])
    colours = {one.evaluate("one => getComputedStyle(one).backgroundColor") for one in edges(page)}
    assert len(colours) == len(looks) + 1
    badge = page.get_by_role("listitem").nth(4).locator(".rate")
    expect(badge).to_have_text("100%")
    expect(badge).to_have_attribute("title", "Exact match")


def edges(page: Page) -> list[Locator]:
    return page.get_by_role("listitem").locator(".edge").all()


def test_a_cell_of_a_table_is_named_beside_its_number(page: Page, office: Served, api: Api) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet["A1"], sheet["B3"] = "点击保存。", "完成。"
    content = io.BytesIO()
    book.save(content)
    uploaded(page, office, api, "book.xlsx", content.getvalue())
    cells = page.get_by_role("list", name="Segments").locator(".cell")
    expect(cells).to_have_text(["A1", "B3"])
    expect(cells.last).to_have_attribute("title", "Sheet!B3")


def test_buttons_know_whether_they_apply(page: Page, office: Served, api: Api) -> None:
    desk, _ = uploaded(page, office, api, "one.md", MARKED)
    tools = page.get_by_role("toolbar", name="Segment")
    merge, tag = (tools.get_by_role("button", name=name) for name in ("Merge", "Insert tag"))
    expect(merge).to_be_enabled()
    expect(tag).to_be_enabled()
    tag.click()
    expect(tag).to_be_enabled()
    tag.click()
    assert desk.written == "1/1"
    expect(tag).to_be_disabled()
    expect(tag).to_have_attribute("title", re.compile(r"Alt G\): No tag is missing"))
    undo, redo = (tools.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(redo).to_be_disabled()
    undo.click()
    assert desk.written == "1"
    redo.click()
    assert desk.written == "1/1"
    expect(redo).to_be_disabled()
    desk.press("Control+ArrowDown")
    desk.at(2)
    # The last sentence of its paragraph.
    expect(merge).to_be_disabled()
    expect(tag).to_be_disabled()
    tools.get_by_role("button", name="Comment").click()
    expect(page.get_by_role("textbox", name="Comment on segment 2")).to_be_focused()


@pytest.mark.parametrize("width", [1440, 1024])
def test_issues_are_counted_below_the_target_and_listed_in_the_panel(
    page: Page, open_desk: OpenDesk, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    desk = open_desk(*LINES, language_model_words=0)
    panel = page.get_by_role("complementary", name="Help for this segment")
    expect(panel).to_be_visible(visible=width > 1200)
    desk.type("Click  Save.")
    desk.press("Escape")
    counter = page.get_by_role("status", name="QA issues").get_by_role("button")
    expect(counter).to_have_text("1 QA issue")
    counter.click()
    expect(panel).to_be_visible()
    expect(desk.editor).to_be_focused()
    issue = panel.get_by_role("region", name="QA issues")
    issue.get_by_role("button", name="Fix").click()
    assert desk.written == "Click Save."
    expect(counter).to_have_count(0)
    expect(issue).to_contain_text("No QA issues in this segment.")
    desk.press("Escape")
    expect(panel).to_be_visible(visible=width > 1200)


def test_the_preview_has_the_real_formatting_and_marks_the_open_segment(
    page: Page, office: Served, api: Api
) -> None:
    desk, segments = uploaded(page, office, api, "one.md", MARKED)
    change(api, segments[1], target="Then close the window.", status="confirmed")
    desk.press("Escape")
    desk.type("Click ⟦1⟧Save⟦/1⟧.")
    preview = page.locator(".preview")
    expect(preview.get_by_role("paragraph").first).to_have_text("Click Save. Then close the window.")
    expect(preview.locator("b")).to_have_text("Save")
    expect(preview.locator(".here")).to_have_text("Click Save.")
    desk.press("Control+ArrowDown")
    desk.at(2)
    expect(preview.locator(".here")).to_have_text("Then close the window.")


def test_terms_stand_in_source_order_and_say_what_not_to_write(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    termbase = api.post("/termbases", {"name": f"terms of {project['name']}"}, 201)
    for chinese, english, forbidden in (("设置", "settings", "setup"), ("检查", "check", "")):
        terms = [
            {"language": "zh", "text": chinese},
            {"language": "en", "text": english, "status": "preferred"},
        ]
        if forbidden:
            terms.append({"language": "en", "text": forbidden, "status": "forbidden"})
        api.post(f"/termbases/{termbase['id']}/concepts", {"terms": terms}, 201)
    now = api.get(f"/projects/{project['id']}")
    api.patch(f"/projects/{project['id']}", {"version": now["version"], "termbases": [termbase["id"]]})
    segments = api.document(project["id"], "请检查设置。")
    desk = Desk(page, office.address, project["id"], segments[0]["document"])
    lines = page.get_by_role("region", name="Terms").locator(".term-line")
    expect(lines).to_have_text([re.compile("检查.*check"), re.compile("设置.*settings.*not “setup”")])
    desk.press("Control+2")
    assert desk.written == "settings"


def test_the_machines_draft_is_a_match_among_others(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    document = api.document(project["id"], *LINES)[0]["document"]
    api.wait(api.post(f"/documents/{document}/draft", status=202)["id"])
    draft = api.get(f"/documents/{document}/segments")["segments"][0]["target"]
    desk = Desk(page, office.address, project["id"], document)
    card = page.get_by_role("article", name="Machine translation")
    expect(card.locator(".rate")).to_have_text("MT")
    desk.type("x")
    desk.press("Control+1")
    assert desk.written == draft


def test_the_history_shows_what_changed_between_versions(open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    desk.type("Click Save now.")
    desk.wait_until_saved()
    desk.press("Escape", "Control+Enter")
    desk.at(2)
    desk.press("Control+ArrowUp")
    desk.at(1)
    for _ in " now.":
        desk.press("Backspace")
    desk.type(".")
    desk.wait_until_saved()
    desk.press("Alt+h")
    newest = desk.page.get_by_role("tabpanel").get_by_role("article").first
    expect(newest.locator("del")).to_have_text("now")
    expect(newest.locator("ins")).to_have_count(0)


def test_a_part_that_is_folded_up_stays_so(page: Page, open_desk: OpenDesk) -> None:
    open_desk(*LINES)
    preview = page.get_by_role("button", name="Preview", expanded=True)
    preview.click()
    expect(page.locator(".preview")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Preview", expanded=False)).to_be_visible()
    expect(page.locator(".preview")).to_have_count(0)


def test_a_filter_is_chosen_from_the_toolbar_and_cleared(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    rows = page.get_by_role("list", name="Segments").get_by_role("listitem")
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("searchbox", name="Segments with this text").fill("点击")
    expect(rows).to_have_count(2)
    desk.press("Escape")
    expect(page.get_by_role("searchbox", name="Segments with this text")).to_have_count(0)
    expect(page.get_by_role("button", name="Filter")).to_be_focused()
    page.get_by_role("button", name="All 4").click()
    expect(rows).to_have_count(4)


ENGLISH = """() => [...document.querySelectorAll('.workbench *, [role=dialog] *')]
    .filter(one => !one.closest('h1, kbd, .cm-editor, .offer, .row-target, .match-target, .preview'))
    .flatMap(one => [
        one.title,
        one.ariaLabel,
        one.placeholder,
        ...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
    ])
    .filter(text => text && /[a-z]{3}/.test(text.replace(/Ctrl|Alt|Shift/g, '')))"""
"""Texts of the page's own with an English word in them."""


def test_the_workbench_speaks_chinese(browser: Browser, office: Served, api: Api) -> None:
    project = api.project(language_model_words=0)
    segments = api.document(project["id"], *LINES)
    change(api, segments[1], target="Click Open.", status="confirmed")
    context = browser.new_context(locale="zh-CN", viewport={"width": 1440, "height": 900})
    context.add_init_script("localStorage.setItem('synslator.view', '{\"tourSeen\": true}')")
    page = context.new_page()
    page.goto(f"{office.address}/projects/{project['id']}/documents/{segments[0]['document']}")
    expect(page.get_by_role("textbox", name="句段 1 的译文")).to_be_focused()
    expect(page.get_by_role("button", name="打开句段 2，已确认")).to_be_visible()
    tools = page.get_by_role("toolbar", name="句段")
    expect(tools.get_by_role("button", name="确认")).to_have_attribute(
        "title", "确认并转到下一个句段（快捷键 Ctrl ↵）：还没有可确认的内容。"
    )
    assert page.evaluate(ENGLISH) == []
    for key in ("Alt+c", "Alt+h", "Alt+n", "F1"):
        page.keyboard.press(key)
        assert page.evaluate(ENGLISH) == [], key
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="查找和替换")).to_be_visible()
    assert page.evaluate(ENGLISH) == []
    page.keyboard.press("Escape")
    page.keyboard.type("Click")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    note = page.get_by_role("status", name="提示")
    expect(note).to_have_text("已从句段 1 学习：1 条记忆。")
    context.close()


def test_the_view_menu_enlarges_the_text_and_marks_spaces_and_both_stay(
    page: Page, open_desk: OpenDesk
) -> None:
    desk = open_desk(*LINES)
    desk.type("Click  Save.")
    row, source = page.locator(".row-source").first, page.locator(".active-source")
    before = [place.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") for place in (row, source)]
    expect(page.locator(".cm-highlightSpace")).to_have_count(0)
    page.get_by_text("View", exact=True).click()
    page.get_by_role("button", name="Text size").click()
    expect(desk.editor).to_be_focused()
    desk.press("Alt+o")
    expect(page.locator(".cm-highlightSpace")).to_have_count(2)
    page.reload()
    expect(page.locator(".cm-highlightSpace")).to_have_count(2)
    after = [place.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") for place in (row, source)]
    assert all(large > normal for large, normal in zip(after, before, strict=True))
    desk.press("Alt+z", "Alt+z", "Alt+o")
    expect(page.locator(".cm-highlightSpace")).to_have_count(0)
    expect(row).to_have_css("font-size", f"{before[0]:g}px")


def test_the_address_names_the_segment_and_a_reload_returns_to_it(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    expect(page).to_have_url(re.compile(r"#segment-\d+$"))
    desk.press("Control+ArrowDown", "Control+ArrowDown")
    desk.at(3)
    page.reload()
    desk.at(3)


@pytest.mark.parametrize("width", [1024, 1280, 1366, 1440, 1472, 1600, 1920])
def test_the_parts_of_the_toolbar_stand_beside_each_other(
    page: Page, open_desk: OpenDesk, width: int
) -> None:
    open_desk(*LINES)
    page.set_viewport_size({"width": width, "height": 720})
    parts = page.locator(".toolbar > *").all()
    boxes = [box for box in (part.bounding_box() for part in parts) if box]
    assert len(boxes) == 3
    for one, other in combinations(boxes, 2):
        beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert beside or below
    assert max(box["x"] + box["width"] for box in boxes) <= width
