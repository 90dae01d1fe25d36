"""Letters typed at once after a dialog, a click or a confirmation all arrive, also at the server.

The page's timers run late here, as on a busy machine: what needs a timer to work would lose the letters.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from desks import Desk, OpenDesk, document_of
from talking import Api

LINES = ("点击保存。", "点击打开。", "请检查设置。", "完成。")
SHEET, SEARCH, SPLIT = (
    ("F1", "Keyboard shortcuts"),
    ("Control+k", "Find & replace"),
    ("Alt+x", "Split segment 1"),
)
LATE_TIMERS = """{
    const soon = window.setTimeout;
    window.setTimeout = (action, delay, ...values) => soon(action, Math.max(delay ?? 0, 400), ...values);
}"""


@pytest.fixture
def desk(page: Page, open_desk: OpenDesk) -> Desk:
    """Open a document in a page whose timers run late."""
    page.add_init_script(LATE_TIMERS)
    desk = open_desk(*LINES)
    desk.settle()
    return desk


def arrives(desk: Desk, api: Api, text: str) -> None:
    """Assert that a text is written in the open segment, and that the server has it."""
    expect(desk.editor).to_be_focused()
    assert desk.written == text
    desk.wait_until_saved()
    document = document_of(desk.page)
    segments = api.get(f"/documents/{document}/segments")["segments"]
    assert segments[desk.number() - 1]["target"] == text


def by_escape(page: Page) -> None:
    page.keyboard.press("Escape")


def by_button(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def by_click_outside(page: Page) -> None:
    page.mouse.click(5, 5)


@pytest.mark.parametrize("close", [by_escape, by_button, by_click_outside])
@pytest.mark.parametrize(("key", "title"), [SHEET, SEARCH, SPLIT])
def test_after_a_dialog_every_letter_arrives(
    desk: Desk, api: Api, key: str, title: str, close: Callable[[Page], None]
) -> None:
    desk.type("Click")
    desk.press(key)
    expect(desk.page.get_by_role("dialog", name=title)).to_be_visible()
    close(desk.page)
    desk.type(" Save.")
    arrives(desk, api, "Click Save.")


@pytest.mark.parametrize("name", ["? shortcuts", "Find & replace"])
def test_after_a_dialog_that_a_button_opened_every_letter_arrives(desk: Desk, api: Api, name: str) -> None:
    desk.page.get_by_role("button", name=name).click()
    expect(desk.page.get_by_role("dialog")).to_be_visible()
    desk.press("Escape")
    desk.type("Save")
    arrives(desk, api, "Save")


def test_the_caret_is_where_it_was_before_the_dialog(desk: Desk, api: Api) -> None:
    desk.type("Cck")
    desk.press("ArrowLeft", "ArrowLeft", "F1")
    by_button(desk.page)
    desk.type("li")
    arrives(desk, api, "Click")


def test_after_going_to_a_segment_every_letter_arrives_there(desk: Desk, api: Api) -> None:
    desk.press("Control+k")
    desk.type("3")  # the field of the dialog must have the focus by now
    expect(desk.page.get_by_role("button", name="Go to segment 3")).to_be_visible()
    desk.press("Enter")
    desk.type("Check")
    desk.at(3)
    arrives(desk, api, "Check")


def test_after_confirming_or_opening_a_segment_every_letter_arrives(desk: Desk, api: Api) -> None:
    desk.type("Save")
    desk.press("Control+Enter")
    desk.type("Open")
    desk.at(2)
    arrives(desk, api, "Open")
    desk.page.get_by_role("button", name="Open segment 3").click()
    desk.type("Check")
    desk.at(3)
    arrives(desk, api, "Check")
    desk.press("Control+ArrowDown")
    desk.type("Done")
    desk.at(4)
    arrives(desk, api, "Done")


def test_after_another_layout_or_the_reading_view_every_letter_arrives(desk: Desk, api: Api) -> None:
    desk.press("Control+b")
    desk.type("Cl")
    desk.press("Alt+v")
    desk.type("ic")
    desk.press("Alt+v")
    desk.type("k")
    arrives(desk, api, "Click")
