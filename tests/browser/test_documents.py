"""A whole document in a real browser: long lists, filters, search and replace, keys, export."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from desks import Desk, OpenDesk, document_of
from serving import Launch, Served
from talking import Api, greeted

LINES = ["点击保存。", "点击打开。", "请检查设置。", "点击保存。", "完成。"]


def test_ten_thousand_segments_stay_smooth(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    segments = api.document(project["id"], *(f"第{n}行。" for n in range(10_000)))
    desk = Desk(page, office.address, project["id"], segments[0]["document"])
    expect(page.get_by_role("button", name="All 10000")).to_be_visible()
    assert page.get_by_role("listitem").count() < 60
    desk.press("Control+k")
    page.get_by_role("searchbox", name="Text, or the number of a segment").fill("9000")
    page.get_by_role("button", name="Go to segment 9000").click()
    desk.at(9000)
    expect(desk.editor).to_be_in_viewport()
    assert page.get_by_role("listitem").count() < 60
    desk.type("Line 9000")
    desk.wait_until_saved()


def test_the_editor_survives_scrolling_away(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*(f"第{n}行。" for n in range(300)))
    desk.type("Still here")
    page.locator(".segments").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(page.get_by_role("button", name=re.compile("Open segment 300"))).to_be_visible()
    desk.type(" as ever")
    assert desk.written == "Still here as ever"


def test_confirming_goes_through_the_document(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", "完成。")
    for number, text in ((1, "Click Save."), (2, "Done.")):
        desk.at(number)
        desk.type(text)
        desk.press("Escape", "Control+Enter")
    expect(desk.notes).to_contain_text("Learned from segment 2")
    progress = page.get_by_role("progressbar", name="Confirmed")
    expect(progress).to_have_attribute("aria-valuenow", "100")
    with page.expect_download() as download:
        desk.press("Control+s")
    assert Path(download.value.path()).read_text("utf-8") == "Click Save.\nDone."


@pytest.mark.parametrize(("choice", "text"), [(None, ""), ("write its source text", "完成。")])
def test_a_download_says_what_is_not_finished_and_writes_no_source_unasked(
    page: Page, open_desk: OpenDesk, choice: str | None, text: str
) -> None:
    desk = open_desk("点击保存30次。", "完成。")
    desk.type("Click Save.")
    desk.wait_until_saved()
    desk.press("Control+s")
    dialog = page.get_by_role("dialog", name="Download the translated document")
    expect(dialog.get_by_role("listitem")).to_have_text(["1 not confirmed", "1 empty", "1 with QA issues"])
    if choice:
        dialog.get_by_role("radio", name=choice).check()
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download").click()
    assert Path(download.value.path()).read_text("utf-8") == f"Click Save.\n{text}"
    expect(dialog).to_have_count(0)
    expect(desk.editor).to_be_focused()


def test_what_is_confirmed_is_what_is_typed_and_not_what_is_suggested_behind_it(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk("点击保存。", "完成。")
    desk.type("Click")
    assert desk.wait_for_ghost()
    desk.press("Control+Enter")
    desk.at(2)
    expect(desk.notes).to_contain_text("Learned from segment 1")
    document = document_of(page)
    first = api.get(f"/documents/{document}/segments")["segments"][0]
    assert first["target"] == "Click"
    assert first["status"] == "confirmed"


def test_a_repetition_takes_the_translation_over(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    desk.type("Click Save.")
    desk.press("Escape", "Control+Enter")
    expect(desk.notes).to_have_text("Learned from segment 1: 1 memory entry; 1 repetition drafted.")
    page.get_by_role("button", name=re.compile("Open segment 4")).click()
    desk.at(4)
    expect(desk.ghost).to_have_text("Click Save.")
    desk.press("Tab")
    assert desk.written == "Click Save."


def test_filters_show_what_they_say_and_a_segment_does_not_vanish_under_the_hands(
    page: Page, open_desk: OpenDesk
) -> None:
    desk = open_desk(*LINES)
    rows = page.get_by_role("list", name="Segments").get_by_role("listitem")
    expect(rows).to_have_count(5)
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("searchbox", name="Segments with this text").fill("点击")
    expect(rows).to_have_count(3)
    page.get_by_role("searchbox", name="Segments with this text").fill("")
    page.get_by_role("button", name="Unconfirmed 5").click()
    page.get_by_role("button", name=re.compile("Open segment 2")).click()
    desk.at(2)
    desk.type("Click Open.")
    desk.press("Escape", "Control+Enter")
    desk.at(3)
    expect(page.get_by_role("button", name="Unconfirmed 4")).to_be_visible()
    expect(rows).to_have_count(5)


def test_search_and_replace_shows_what_it_would_do_first(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    for number, text in ((1, "Press Save."), (2, "Press Open.")):
        desk.at(number)
        desk.type(text)
        desk.press("Escape", "Control+Enter")
    desk.at(3)
    expect(desk.notes).to_contain_text("Learned from segment 2")
    desk.press("Control+k")
    page.get_by_role("searchbox", name="Text, or the number").fill("Press")
    page.get_by_label("Replace", exact=True).check()
    page.get_by_role("textbox", name="Replacement").fill("Click")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("ins").first).to_have_text("Click Save.")
    # Confirmed segments are left alone unless one says so.
    dialog.get_by_label(re.compile("Also change")).check()
    dialog.get_by_role("button", name=re.compile(r"^Replace in \d+ segments?$")).click()
    expect(dialog).to_contain_text(" changed.")
    desk.press("Escape")
    expect(page.get_by_role("list", name="Segments")).to_contain_text("Click Open.")


def test_the_source_stands_beside_or_above_with_one_key(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    expect(page.locator(".segments.beside")).to_be_visible()
    desk.press("Control+b")
    expect(page.locator(".segments.above")).to_be_visible()
    page.reload()
    expect(page.locator(".segments.above")).to_be_visible()


def test_the_sheet_lists_the_keys_and_gives_an_action_another_one(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    desk.press("F1")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    sheet.get_by_role("button", name="Accept all: End. Change the shortcut").click()
    desk.press("F8")
    expect(sheet.get_by_role("button", name="Accept all: F8. Change the shortcut")).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(desk.editor).to_be_focused()
    desk.type("Cl")
    desk.wait_for_ghost()
    shown = desk.shown
    desk.press("F8")
    assert desk.written == shown


def test_a_question_mark_shows_the_keys_outside_a_text_only(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*LINES)
    desk.type("?")
    assert desk.written == "?"
    page.get_by_role("tab", name="Concordance").focus()
    desk.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1440, 900), (1280, 720), (1152, 720), (960, 600), (720, 450)]
)
def test_the_workbench_fits(page: Page, office: Served, api: Api, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    project = api.project()
    name = "operating instructions of the data concentrator, second edition.txt"
    segments = api.document(project["id"], *LINES, name=name)
    desk = Desk(page, office.address, project["id"], segments[0]["document"])
    desk.type("Click")
    desk.settle()
    with greeted(office.address, segments[0]["document"]):
        expect(page.get_by_role("list", name="Also here")).to_be_visible()
        if width >= 900:
            assert page.evaluate(OUTSIDE) == []
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


OUTSIDE = """() => [...document.querySelectorAll('header *, footer *, .toolbar *, .tabs *, .card-line *')]
    .filter(one => !one.closest('.hidden-text') && !one.closest('details:not([open]) .menu-list'))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
    .map(([, one]) => one.outerHTML)"""


def test_without_a_model_the_page_opens_saves_and_confirms(page: Page, launch: Launch) -> None:
    served = launch("--model", "/nowhere/zh-en")
    with Api(served.address) as api:
        project = api.project()
        segments = api.document(project["id"], *LINES)
    desk = Desk(page, served.address, project["id"], segments[0]["document"])
    expect(page.get_by_role("contentinfo")).to_contain_text("No MT model")
    desk.type("Click Save.")
    desk.wait_until_saved()
    desk.press("Control+Enter")
    desk.at(2)
    expect(desk.notes).to_contain_text("Learned from segment 1")
    page.goto("about:blank")
    served.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_workbench(
    page: Page, open_desk: OpenDesk, axe: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    desk = open_desk(*LINES, language_model_after=0)
    desk.type("Click")
    desk.wait_for_ghost()
    for opening, closing in (
        ([], []),
        (["Alt+c"], []),
        (["Control+ArrowDown", "Alt+h"], []),
        (["Alt+n"], []),
        (["F1"], ["Escape"]),
        (["Control+k"], ["Escape"]),
    ):
        desk.press(*opening)
        page.evaluate(axe)
        violations = page.evaluate("axe.run().then(result => result.violations)")
        found = [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in violations]
        assert found == [], opening
        desk.press(*closing)


def test_the_reading_view_is_one_key_away_and_can_be_written_in(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk("点击保存。", "完成。")
    desk.type("Click Save.")
    desk.press("Escape", "Control+Enter")
    desk.at(2)
    desk.press("Alt+v")
    text = page.get_by_role("article", name="The whole text")
    expect(text).to_contain_text("Click Save.")
    text.get_by_role("button", name="Click Save.").click()
    desk.at(1)
    desk.press("End")
    desk.type(" Now.")
    desk.wait_until_saved()
    desk.press("Alt+v")
    expect(page.get_by_role("list", name="Segments")).to_be_visible()
    assert desk.written == "Click Save. Now."


def test_a_segment_is_split_and_merged_again(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    content = "点击保存，然后关闭窗口。\n".encode()
    path = f"/projects/{project['id']}/documents"
    document = api.upload(path, "one.txt", content, 201)["document"]
    desk = Desk(page, office.address, project["id"], document["id"])
    rows = page.get_by_role("list", name="Segments").get_by_role("listitem")
    expect(rows).to_have_count(1)
    desk.press("Alt+x")
    dialog = page.get_by_role("dialog", name="Split segment 1")
    expect(dialog.get_by_role("listitem").first).to_have_text("点击保存，")
    desk.press("Enter")
    expect(rows).to_have_count(2)
    desk.at(1)
    desk.press("Alt+j")
    expect(rows).to_have_count(1)
    expect(page.locator(".active-source")).to_have_text("点击保存，然后关闭窗口。")


def test_the_first_visit_begins_with_a_tour(page: Page, office: Served, api: Api, browser: Browser) -> None:
    project = api.project()
    segments = api.document(project["id"], *LINES)
    newcomer = browser.new_context()
    visit = newcomer.new_page()
    visit.goto(f"{office.address}/projects/{project['id']}/documents/{segments[0]['document']}")
    tour = visit.get_by_role("region", name="A short tour")
    for step in range(1, 7):
        expect(tour).to_contain_text(f"{step} of 6")
        tour.get_by_role("button", name="Done" if step == 6 else "Next").click()
    expect(tour).to_have_count(0)
    expect(visit.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    visit.reload()
    expect(visit.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    expect(tour).to_have_count(0)
    newcomer.close()
