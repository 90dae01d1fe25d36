"""The line between page and server: slow, broken, shared. Nothing is lost, nothing late is shown."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from desks import Desk, OpenDesk, document_of, until
from serving import Served, start
from talking import Api

SAVE = "请在保存文件之前检查设置。"
RETRY = "如果连接中断，程序会自动重试三次。"


def answers(held: list[Any], typed: str) -> bool:
    """Whether the newest message that was held back answers what is typed."""
    return bool(held) and json.loads(held[-1][1]).get("prefix") == typed


def test_on_a_slow_line_late_answers_are_dropped(page: Page, open_desk: OpenDesk) -> None:
    late: list[Any] = []
    holding = []

    def slow(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str) -> None:
            kind = json.loads(text)["type"]
            if holding and kind in ("completion", "language_model", "matches"):
                late.append((socket, text))
            else:
                socket.send(text)

        server.on_message(pass_on)

    page.route_web_socket("**/live", slow)
    desk = open_desk(SAVE, RETRY)
    desk.wait_for_ghost()
    holding.append(True)
    for typed in ("Z", "Zy", "Zyx"):
        desk.type(typed[-1])
        until(page, partial(answers, late, typed))
    desk.press("Control+ArrowDown")
    desk.at(2)
    holding.clear()
    first = [text for _, text in late if json.loads(text)["segment"] == json.loads(late[0][1])["segment"]]
    assert len(first) >= 3
    # Everything that was held back about segment 1 arrives while segment 2 is open, the oldest last.
    for socket, text in reversed(late):
        if text in first:
            socket.send(text)
    desk.type("If")
    ghost = desk.wait_for_ghost()
    late_answers = [json.loads(text) for text in first]
    assert "Zyx" not in desk.shown
    assert all(("If" + ghost) != answer.get("text") for answer in late_answers)


def test_of_two_answers_the_newer_one_stays(page: Page, open_desk: OpenDesk) -> None:
    held: list[Any] = []
    holding = []

    def swapped(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str) -> None:
            if holding and json.loads(text)["type"] == "completion":
                held.append((socket, text))
            else:
                socket.send(text)

        server.on_message(pass_on)

    page.route_web_socket("**/live", swapped)
    desk = open_desk(SAVE)
    desk.wait_for_ghost()
    holding.append(True)
    for typed in ("T", "Th"):
        desk.type(typed[-1])
        until(page, partial(answers, held, typed))
    newest = json.loads(held[-1][1])
    for socket, text in reversed(held):
        socket.send(text)
    expect(desk.ghost).to_have_text(newest["text"][len("Th") :])


class Restartable:
    """A server that can be killed and started again with the same data."""

    def __init__(self, folder: Path, model: Path) -> None:
        self.folder, self.model, self.port = folder, model, 0
        self.start()

    def start(self) -> None:
        self.process = start(self.folder, "--model", str(self.model), port=self.port)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[3]
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def restartable(tmp_path: Path, tiny_folder: Path) -> Iterator[Restartable]:
    server = Restartable(tmp_path / "data", tiny_folder)
    yield server
    server.kill()


def test_nothing_is_lost_when_the_server_dies_and_comes_back(
    page: Page, restartable: Restartable, console_errors: list[str]
) -> None:
    with Api(restartable.address) as api:
        project = api.project()
        segments = api.document(project["id"], SAVE, RETRY, "点击保存。")
    desk = Desk(page, restartable.address, project["id"], segments[0]["document"])
    desk.type("Please check")
    desk.wait_until_saved()

    restartable.kill()
    desk.type(" the settings.")
    expect(page.locator(".saving")).to_have_text("saved on this device")
    desk.press("Escape", "Control+Enter")
    desk.at(2)
    desk.type("If the line breaks")
    expect(page.get_by_role("contentinfo")).to_contain_text("Offline, 2 changes not synced")

    restartable.start()
    expect(page.get_by_role("contentinfo")).to_contain_text("All saved")
    with Api(restartable.address) as api:
        first, second, third = (api.get(f"/segments/{one['id']}") for one in segments)
    assert (first["target"], first["status"]) == ("Please check the settings.", "confirmed")
    assert second["target"] == "If the line breaks"
    assert third["target"] == ""
    assert desk.written == "If the line breaks"
    _only_the_broken_line(console_errors)


def test_a_page_that_is_closed_while_offline_leaves_its_edits_to_the_next_one(
    page: Page, restartable: Restartable, console_errors: list[str]
) -> None:
    with Api(restartable.address) as api:
        project = api.project()
        (segment,) = api.document(project["id"], SAVE)
    desk = Desk(page, restartable.address, project["id"], segment["document"])
    desk.type("Please")
    desk.wait_until_saved()
    restartable.kill()
    desk.type(" look")
    expect(page.locator(".saving")).to_have_text("saved on this device")
    page.goto("about:blank")
    restartable.start()
    again = Desk(page, restartable.address, project["id"], segment["document"])
    again.wait_until_saved()
    assert again.written == "Please look"
    with Api(restartable.address) as api:
        assert api.get(f"/segments/{segment['id']}")["target"] == "Please look"
    _only_the_broken_line(console_errors)


def _only_the_broken_line(errors: list[str]) -> None:
    """Chromium reports each attempt that found no server; nothing else may have gone wrong."""
    errors[:] = [text for text in errors if "net::ERR_" not in text]


def test_two_people_in_one_document(
    page: Page, browser: Browser, open_desk: OpenDesk, office: Served
) -> None:
    first = open_desk(SAVE, RETRY)
    first.type("Please")
    first.wait_until_saved()
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    # The other one finds the segment taken, sees what is being written in it, and works on the next.
    expect(other.get_by_text("Open in another window")).to_be_visible()
    expect(other.get_by_text("Please").first).to_be_visible()
    other.keyboard.press("Control+ArrowDown")
    second = other.get_by_role("textbox", name="Translation of segment 2")
    expect(second).to_be_focused()
    other.keyboard.type("If it")
    expect(other.locator(".saving")).to_have_text("saved")
    expect(page.get_by_role("list", name="Also here")).to_be_visible()
    other.keyboard.press("Control+ArrowUp")
    expect(page.get_by_role("list", name="Segments")).to_contain_text("If it")
    context.close()


def change_elsewhere(api: Api, page: Page, target: str) -> int:
    """Have a script change the first segment of the open document; give its id."""
    document = document_of(page)
    segment = api.get(f"/documents/{document}/segments")["segments"][0]
    body = {"version": segment["version"], "target": target, "status": "edited"}
    api.patch(f"/segments/{segment['id']}", body)
    return int(segment["id"])


def test_a_change_from_elsewhere_is_followed_and_undo_leads_back(
    page: Page, open_desk: OpenDesk, api: Api
) -> None:
    desk = open_desk(SAVE, RETRY)
    desk.type("Mine")
    desk.wait_until_saved()
    segment = change_elsewhere(api, page, "Theirs")
    expect(desk.editor).to_contain_text("Theirs")
    desk.press("Control+z")
    assert desk.written == "Mine"
    desk.wait_until_saved()
    assert api.get(f"/segments/{segment}")["target"] == "Mine"


@pytest.mark.parametrize(("button", "text"), [("Keep mine", "Mine too"), ("Take theirs", "Theirs")])
def test_two_changes_that_meet_are_both_shown_and_one_is_chosen(
    page: Page, open_desk: OpenDesk, api: Api, button: str, text: str
) -> None:
    def deaf(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: None if '"type":"segments"' in text else socket.send(text))

    page.route_web_socket("**/live", deaf)
    desk = open_desk(SAVE, RETRY)
    desk.type("Mine")
    desk.wait_until_saved()
    segment = change_elsewhere(api, page, "Theirs")
    desk.type(" too")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Theirs")
    expect(notice).to_contain_text("Mine too")
    assert api.get(f"/segments/{segment}")["target"] == "Theirs"
    notice.get_by_role("button", name=button).click()
    expect(notice).to_have_count(0)
    desk.wait_until_saved()
    assert desk.written == text
    assert api.get(f"/segments/{segment}")["target"] == text
