"""Nothing moves under the hands (docs/editor.md): what is seen stays where it is while one works."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from desks import Desk, OpenDesk, row_target, until
from serving import Served
from talking import Api

DONE = "完成。"


def height(desk: Desk) -> float:
    box = desk.page.get_by_role("region", name=f"Segment {desk.number()}", exact=True).bounding_box()
    assert box
    return box["height"]


def test_the_card_keeps_its_height_while_a_segment_is_typed(open_desk: OpenDesk, wordy: str) -> None:
    desk = open_desk(wordy, DONE)
    desk.wait_for_ghost()
    desk.type("T")
    desk.wait_for_ghost()
    before = height(desk)
    for character in "he file  is not 3 ":
        desk.type(character)
        assert height(desk) == before
    desk.settle()
    assert height(desk) == before


def test_an_opened_target_has_a_line_to_spare(open_desk: OpenDesk) -> None:
    def lines() -> float:
        box = desk.editor.bounding_box()
        assert box
        return float(box["height"])

    desk = open_desk(DONE)
    desk.settle()
    one, before = lines(), height(desk)
    words = 0
    while lines() == one:
        words += 1
        assert words < 40, "the text takes no second line"
        desk.type("word ")
        desk.settle()
    assert height(desk) == before


SHIFTS = """() => {
    window.shifts = [];
    const note = entries => {
        for (const { node, previousRect, currentRect } of entries.flatMap(entry => entry.sources)) {
            const element = node?.nodeType === 1 ? node : node?.parentElement;
            if (element?.closest('.cm-content')) continue;
            window.shifts.push([element?.className, previousRect.toJSON(), currentRect.toJSON()]);
        }
    };
    const observer = new PerformanceObserver(list => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    // Two frames, so that what was painted last has been counted.
    window.shifted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
        note(observer.takeRecords());
        done(window.shifts);
    })));
}"""


@pytest.mark.parametrize("layout", ["beside", "above"])
def test_nothing_on_the_page_moves_while_one_types(
    page: Page, open_desk: OpenDesk, wordy: str, layout: str
) -> None:
    """Suggestions, issues, the badge of the draft, what is saved and the preview come and go meanwhile."""
    desk = open_desk(wordy, "重启设备需要 35 分钟。", DONE)
    desk.press("Control+ArrowDown")
    desk.at(2)
    desk.settle()
    if layout == "above":
        desk.press("Control+b")
    issues = page.get_by_role("region", name="QA issues")
    expect(issues.locator(".finding")).to_have_count(0)
    before = height(desk)
    page.evaluate(SHIFTS)
    for typed in ("R", "e", "start  it", " for", " 3", "5", " minutes", ".."):
        desk.type(typed)
        desk.settle()
        desk.wait_until_saved()
    desk.press(*["ArrowLeft"] * 12)
    desk.type("  4 ")
    desk.settle()
    desk.wait_until_saved()
    expect(issues.locator(".finding")).not_to_have_count(0)
    assert page.evaluate("window.shifted()") == []
    assert height(desk) == before


WATCH = """() => {
    window.bare = 0;
    const look = () => {
        if (!document.querySelector('.ghost')) window.bare += 1;
        window.looking = requestAnimationFrame(look);
    };
    look();
}"""


def test_a_key_that_departs_from_the_suggestion_leaves_no_frame_without_one(
    page: Page, open_desk: OpenDesk, wordy: str
) -> None:
    held: list[Callable[[], None]] = []
    answers: list[int] = []
    holding: list[bool] = []

    def hold(socket: Any) -> None:
        def pass_on(text: str) -> None:
            if holding and '"completion"' in text:
                held.append(lambda: socket.send(text))
                answers.append(json.loads(text)["seq"])
            else:
                socket.send(text)

        socket.connect_to_server().on_message(pass_on)

    page.route_web_socket("**/live", hold)
    desk = open_desk(wordy)
    desk.type("The")
    ghost = desk.wait_for_ghost()
    page.evaluate(WATCH)
    holding.append(True)
    other = "q" if ghost.startswith("s") else "s"
    desk.type(other)
    until(page, lambda: desk.messages("edit")[-1]["text"] == "The" + other)
    until(page, lambda: desk.messages("edit")[-1]["seq"] in answers)
    expect(desk.ghost).to_be_visible()
    # Nobody has seen what the machine will say; no key accepts what is only left over.
    desk.press("Control+ArrowRight", "End", "Tab")
    assert len(desk.written) == len("The") + 1
    desk.press("Backspace")
    expect(desk.ghost).to_have_text(ghost)
    desk.type("s")
    until(page, lambda: desk.messages("edit")[-1]["text"] == "Thes")
    until(page, lambda: desk.messages("edit")[-1]["seq"] in answers)
    holding.clear()
    for send in held:
        send()
    desk.wait_for_ghost()
    assert page.evaluate("window.bare") == 0


def test_a_click_on_a_row_puts_the_caret_where_one_clicked(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    document = api.upload(
        f"/projects/{project['id']}/documents", "one.md", "点击**保存**按钮。\n\n完成。\n".encode(), 201
    )["document"]
    (first, _) = api.get(f"/documents/{document['id']}/segments")["segments"]
    body = {"version": first["version"], "target": "Click ⟦1⟧Save⟦/1⟧ now.", "status": "edited"}
    api.patch(f"/segments/{first['id']}", body)
    desk = Desk(page, office.address, project["id"], document["id"])
    desk.press("Control+ArrowDown")
    desk.at(2)
    place = row_target(page, 1).evaluate(
        """element => {
            const range = document.createRange();
            range.setStart(element.lastChild, 3);
            range.setEnd(element.lastChild, 4);
            const { left, top, height } = range.getBoundingClientRect();
            return [left + 1, top + height / 2];
        }"""
    )
    page.mouse.click(*place)
    desk.at(1)
    desk.type("k")
    assert desk.written == "Click 1Save/1 nokw."


def test_another_layout_leaves_no_row_over_another(page: Page, open_desk: OpenDesk) -> None:
    desk = open_desk(*("如果备份文件丢失，数据将无法恢复，请检查设置。" * 3 for _ in range(12)))
    for _ in range(2):
        desk.press("Control+b")
        rows = page.get_by_role("list", name="Segments").get_by_role("listitem").all()
        boxes = sorted((box["y"], box["height"]) for box in (row.bounding_box() for row in rows) if box)
        assert len(boxes) > 5
        for (top, height), (below, _) in pairwise(boxes):
            assert top + height <= below + 1
