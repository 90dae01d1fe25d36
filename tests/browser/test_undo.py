"""One undo for the whole document, in a real browser: what was done last is undone, wherever it was done."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from desks import Desk, OpenDesk, document_of, row_target
from serving import Served
from talking import Api

SAVE = "请保存文件。"
OPEN = "请打开文件，然后等待。"
DONE = "完成。"


def segments(api: Api, page: Page) -> list[dict[str, Any]]:
    document = document_of(page)
    return list(api.get(f"/documents/{document}/segments")["segments"])


def confirm(desk: Desk, text: str) -> None:
    """Confirm a text in the open segment, exactly as it is typed."""
    number = desk.number()
    desk.type(text)
    desk.press("Escape", "Control+Enter")
    expect(desk.notes).to_contain_text(f"segment {number}")


def test_undo_takes_a_confirmation_back_and_then_what_was_typed(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(SAVE, DONE)
    confirm(desk, "Save the file.")
    desk.at(2)
    desk.press("Control+z")
    desk.at(1)
    expect(desk.notes).to_contain_text("Undone in segment 1.")
    assert desk.written == "Save the file."
    first = segments(api, page)[0]
    assert (first["target"], first["status"]) == ("Save the file.", "edited")
    while desk.written:
        desk.press("Control+z")
    desk.wait_until_saved()
    assert segments(api, page)[0]["status"] == "untranslated"
    desk.press("Control+z")
    expect(desk.notes).to_contain_text("nothing to undo")


def test_what_was_typed_in_a_segment_that_was_left_is_undone_there(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(SAVE, DONE)
    desk.type("Save")
    desk.wait_until_saved()
    desk.press("Control+ArrowDown")
    desk.at(2)
    desk.press("Control+z")
    desk.at(1)
    assert desk.written == ""


def test_a_stray_key_and_undo_leave_a_confirmed_segment_confirmed(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(SAVE, DONE)
    confirm(desk, "Save the file.")
    before = segments(api, page)[0]
    row_target(page, 1).click()
    desk.at(1)
    desk.type("x")
    desk.wait_until_saved()
    desk.press("Control+z")
    desk.wait_until_saved()
    after = segments(api, page)[0]
    assert (after["target"], after["status"]) == (before["target"], "confirmed")


def test_a_split_shows_both_halves_and_one_undo_takes_it_back(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(OPEN, DONE)
    desk.type("Open the file, then wait.")
    desk.press("Escape")
    desk.wait_until_saved()
    desk.press("Alt+x")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".half-target")).to_have_text(["Open the file,", "then wait."])
    desk.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Open segment 3,"))).to_be_visible()
    halves = [one["target"] for one in segments(api, page)]
    assert halves == ["Open the file,", "then wait.", ""]
    expect(desk.editor).to_have_text(re.compile("^Open the file,"))
    desk.press("Control+z")
    expect(page.get_by_role("button", name=re.compile("^Open segment 3,"))).to_have_count(0)
    whole, _ = segments(api, page)
    assert (whole["source"], whole["target"], whole["status"]) == (
        OPEN,
        "Open the file, then wait.",
        "edited",
    )
    expect(desk.editor).to_have_text(re.compile("^Open the file, then wait."))


def test_one_undo_takes_a_replacement_back_in_all_segments(page: Page, office: Served, api: Api) -> None:
    project = api.project(propagation="off")
    first, second, _ = api.document(project["id"], SAVE, OPEN, DONE)
    for one, status in ((first, "confirmed"), (second, "edited")):
        body = {"version": 1, "target": f"Press {one['number']}.", "status": status}
        api.patch(f"/segments/{one['id']}", body)
    desk = Desk(page, office.address, project["id"], first["document"])
    before = [(one["target"], one["status"]) for one in segments(api, page)]
    desk.at(2)
    desk.press("Control+k")
    page.get_by_role("searchbox", name="Text, or the number").fill("Press")
    page.get_by_label("Replace", exact=True).check()
    page.get_by_role("textbox", name="Replacement").fill("Click")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Replace in segment 1")).to_be_disabled()
    dialog.get_by_label(re.compile("Also change 1 confirmed segment")).check()
    dialog.get_by_role("button", name="Replace in 2 segments").click()
    expect(dialog).to_contain_text("2 segments changed")
    desk.press("Escape")
    expect(dialog).to_have_count(0)
    desk.at(2)
    expect(desk.editor).to_have_text(re.compile("^Click 2."))
    assert [one["target"] for one in segments(api, page)][:2] == ["Click 1.", "Click 2."]
    desk.press("Control+z")
    expect(desk.notes).to_contain_text("Undone in 2 segments.")
    assert [(one["target"], one["status"]) for one in segments(api, page)] == before
    expect(desk.editor).to_have_text(re.compile("^Press 2."))
