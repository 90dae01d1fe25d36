"""Writing a translation in a real browser: completion, what each key takes, what no key can change."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from desks import OpenDesk, until

ALL_SURE = {"highlight_threshold": 0.0}
NONE_SURE = {"highlight_threshold": 1.0}
LINE_AT_ONCE = {"language_model_after": 0}


def test_a_half_word_and_the_rest_of_the_sentence_are_completed(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("Plea")
    assert desk.wait_for_ghost()
    assert desk.written == "Plea"
    desk.wait_until_saved()


def test_a_character_that_agrees_with_the_ghost_text_is_answered_in_the_page(
    page: Page, open_desk: OpenDesk, wordy: str
) -> None:
    # From here on the server's completions are held back, so only the page itself can answer.
    silent = []

    def hold(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: None if silent and '"completion"' in text else socket.send(text))

    page.route_web_socket("**/live", hold)
    desk = open_desk(wordy)
    ghost = desk.wait_for_ghost()
    silent.append(True)
    desk.type(ghost[0])
    expect(desk.ghost).to_have_text(ghost[1:])
    assert desk.written == ghost[0]


def test_tab_takes_the_sure_run(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy, **ALL_SURE)
    desk.type("The")
    ghost = desk.wait_for_ghost()
    sure = desk.page.locator(".ghost .sure")
    expect(sure.first).to_be_visible()
    desk.press("Tab")
    assert desk.written == "The" + ghost
    expect(desk.editor).to_be_focused()


def test_where_nothing_is_sure_tab_takes_nothing_and_says_so(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy, **NONE_SURE)
    desk.type("The")
    desk.wait_for_ghost()
    desk.press("Tab")
    assert desk.written == "The"
    expect(desk.notes).to_contain_text("No confident suggestion")
    expect(desk.editor).to_be_focused()


def test_a_word_and_all_the_rest_can_be_taken(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("The")
    ghost = desk.wait_for_ghost()
    desk.press("Control+ArrowRight")
    first = desk.written
    assert first.startswith("The")
    assert len(first) > 3
    assert ("The" + ghost).startswith(first)
    whole = "The" + ghost
    desk.press("Control+z")
    assert desk.written == "The"
    desk.wait_for_ghost()
    desk.press("End")
    assert desk.written == whole


def test_escape_hides_what_the_machine_offers_until_the_next_key(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("The")
    ghost = desk.wait_for_ghost()
    desk.press("Escape")
    expect(desk.ghost).to_have_count(0)
    expect(desk.offers).to_have_count(0)
    desk.type(ghost[0])
    assert desk.wait_for_ghost()


def test_suggestions_are_chosen_by_number_by_arrow_and_by_click(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy, **LINE_AT_ONCE)

    def offered(index: int) -> str:
        desk.settle()
        expect(desk.offers.nth(index)).to_be_visible()
        return desk.offers.nth(index).locator(".words").inner_text()

    desk.type("The ")
    second = offered(1)
    desk.press("Alt+2")
    assert desk.written == "The " + second
    desk.press("Control+z")
    assert desk.written == "The "
    first = offered(0)
    desk.press("Alt+ArrowDown", "Enter")
    assert desk.written == "The " + first
    desk.press("Control+z")
    third = offered(2)
    desk.offers.nth(2).click()
    assert desk.written == "The " + third
    expect(desk.editor).to_be_focused()


def test_the_language_model_has_a_line_of_its_own(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy, **LINE_AT_ONCE)
    desk.type("The ")
    desk.settle()
    line = desk.page.locator(".offer.free")
    expect(line).to_be_visible()
    expect(line.locator("kbd")).to_have_text("Alt 4")
    words = line.locator(".words").inner_text()
    desk.press("Alt+4")
    assert desk.written.startswith("The ")
    assert desk.written.endswith(words)


def test_a_click_into_the_ghost_text_locks_what_precedes(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("The")
    ghost = desk.wait_for_ghost()
    word = desk.page.locator(".ghost [data-word]").nth(1)
    box = word.bounding_box()
    assert box
    word.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    locked = desk.written
    assert locked.startswith("The")
    assert ("The" + ghost).startswith(locked)
    assert len(locked) > 3
    assert desk.page.locator(".cm-locked").first.inner_text()
    expect(desk.editor).to_be_focused()


def test_no_key_can_change_a_locked_prefix(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("The file")
    desk.wait_for_ghost()
    desk.press("Control+l")
    for keys in (
        ["Backspace"],
        ["Control+Backspace"],
        ["Home", "x"],
        ["Home", "Delete"],
        ["Control+a", "Delete"],
        ["Control+a", "x"],
        ["Control+a", "Control+x"],
        ["Control+a", "Control+v"],
        ["Home", "Control+1"],
        ["Control+d"],
        ["Control+Shift+k"],
        ["Control+a", "Alt+s"],
        ["Home", "Shift+Enter"],
        ["ArrowLeft", "ArrowLeft", "Alt+1"],
    ):
        desk.press("Home", *keys)
        assert desk.written == "The file", keys
    expect(desk.notes).to_contain_text("This text is kept")
    desk.press("Escape", "Control+End")
    desk.type(" is")
    assert desk.written == "The file is"
    desk.press("Control+l", "Backspace")
    assert desk.written == "The file is"
    desk.press("Control+l", "Backspace")
    assert desk.written == "The file i"


def test_what_is_written_behind_the_caret_stays_and_a_rewrite_is_shown_first(
    open_desk: OpenDesk, wordy: str
) -> None:
    desk = open_desk(wordy)
    desk.type("The file is open")
    desk.wait_until_saved()
    desk.press("Escape", "Home", "Control+ArrowRight")
    desk.type("n")
    desk.wait_until_saved()
    assert desk.written == "Then file is open"
    proposal = desk.page.locator(".proposal")
    expect(proposal).to_be_visible()
    old, fresh = proposal.locator("del").inner_text(), proposal.locator("ins").inner_text()
    assert old in "Then file is open"
    assert desk.written == "Then file is open"
    desk.press("Alt+r")
    assert desk.written.startswith("Then")
    assert fresh in desk.written
    desk.press("Control+z")
    assert desk.written == "Then file is open"


def test_undo_and_redo_cross_what_was_taken_in_whole_steps(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("The")
    desk.wait_for_ghost()
    desk.press("Control+ArrowRight")
    one = desk.written
    desk.wait_for_ghost()
    desk.press("Control+ArrowRight")
    two = desk.written
    desk.press("Control+z")
    assert desk.written == one
    desk.press("Control+z")
    assert desk.written == "The"
    desk.press("Control+y", "Control+y")
    assert desk.written == two


def test_an_input_method_composes_in_peace(
    page: Page, context: BrowserContext, open_desk: OpenDesk, wordy: str
) -> None:
    desk = open_desk(wordy)
    desk.type("The ")
    desk.wait_for_ghost()
    desk.wait_until_saved()
    keyboard = context.new_cdp_session(page)
    for half in ("n", "ni", "nih", "nihao"):
        composing = {"text": half, "selectionStart": len(half), "selectionEnd": len(half)}
        keyboard.send("Input.imeSetComposition", composing)
    # Keys that would take something or confirm mean nothing to the page now.
    for key in ("Tab", "Enter"):
        page.evaluate(
            """key => document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {key, isComposing: true, bubbles: true, cancelable: true}))""",
            key,
        )
    keyboard.send("Input.insertText", {"text": "你好"})
    expect(desk.editor).to_contain_text("The 你好")
    desk.wait_until_saved()
    assert desk.written == "The 你好"
    until(page, lambda: desk.messages("edit")[-1]["text"] == "The 你好")
    sent = {message["text"] for message in desk.messages("edit")}
    assert sent == {"T", "Th", "The", "The ", "The 你好"}
    assert desk.number() == 1


def test_tags_are_walked_over_and_deleted_whole(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.press("Escape")
    desk.type("a⟦1⟧b")
    expect(desk.page.locator(".cm-line .tag").first).to_have_text("1")
    desk.press("ArrowLeft", "Backspace")
    assert desk.written == "ab"


def test_selected_words_are_said_in_other_words_and_both_sides_stay(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy)
    desk.type("Please check the settings before")
    desk.settle()
    desk.press(*["ArrowLeft"] * len(" before"), "Control+Shift+ArrowLeft")
    desk.settle()
    desk.press("Alt+ArrowDown")
    expect(desk.offers.first).to_have_attribute("title", re.compile("%"))
    words = desk.offers.first.locator(".words").inner_text()
    desk.press("Alt+1")
    assert desk.written == f"Please check the {words} before"
    assert words != "settings"
    desk.press("Control+z")
    assert desk.written == "Please check the settings before"
    desk.wait_until_saved()
