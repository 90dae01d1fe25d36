"""Terms where one works: added from two selections, edited and deleted in the panel, by those who may."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.test_roles import _user
from browser.test_signing_in import PASSWORD, sign_in
from desks import Desk, Shot
from serving import Launch, Served
from talking import Api

SOURCE = "集中器将数据发送到服务器。"
TARGET = "The hub sends the data to the server."

SELECT = """(element, [from, to]) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let at = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (from >= at && from < at + node.length) range.setStart(node, from - at);
        if (to > at && to <= at + node.length) range.setEnd(node, to - at);
        at += node.length;
    }
    const boxes = [...range.getClientRects()].filter(box => box.width);
    const [first, last] = [boxes[0], boxes.at(-1)];
    const y = box => box.top + box.height / 2;
    return [first.left + 0.5, y(first), last.right - 0.5, y(last)];
}"""


def drag(page: Page, place: Locator, words: str) -> None:
    """Select words with the mouse."""
    text = place.text_content() or ""
    start = text.index(words)
    left, top, right, bottom = place.evaluate(SELECT, [start, start + len(words)])
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    page.mouse.up()


def concept(api: Api, termbase: int, *terms: tuple[str, str, str]) -> Any:
    body = [{"language": language, "text": text, "status": status} for language, text, status in terms]
    return api.post(f"/termbases/{termbase}/concepts", {"terms": body}, 201)


@pytest.fixture
def termbase(api: Api) -> Any:
    name = f"terms {len(api.get('/termbases'))}"
    return api.post("/termbases", {"name": name}, 201)


@pytest.fixture
def desk(page: Page, office: Served, api: Api, termbase: Any) -> Desk:
    """Open a document whose project has a termbase with two terms, out of source order."""
    concept(api, termbase["id"], ("zh", "服务器", "admitted"), ("en", "server", "preferred"))
    forbidden = ("en", "information", "forbidden")
    concept(api, termbase["id"], ("zh", "数据", "admitted"), ("en", "data", "preferred"), forbidden)
    project = api.project()
    api.patch(f"/projects/{project['id']}", {"version": 1, "termbases": [termbase["id"]]})
    segments = api.document(project["id"], SOURCE, "完成。")
    return Desk(page, office.address, project["id"], segments[0]["document"])


def test_a_term_is_added_from_what_is_selected_in_source_and_target(
    desk: Desk, api: Api, termbase: Any, shot: Shot
) -> None:
    page = desk.page
    panel = page.get_by_role("region", name="Terms in source order")
    expect(panel.locator(".term-source")).to_have_text(["数据", "服务器"])
    expect(panel.get_by_text("not “information”")).to_be_visible()
    desk.type(TARGET)
    desk.settle()
    drag(page, page.locator(".active-source"), "集中器")
    drag(page, page.locator(".cm-line"), "hub")
    desk.press("Alt+t")
    dialog = page.get_by_role("dialog", name="Add a term")
    expect(dialog.get_by_label("Source term")).to_have_value("集中器")
    expect(dialog.get_by_label("Translation", exact=True)).to_have_value("hub")
    expect(dialog.get_by_label("Source term")).to_be_focused()
    dialog.get_by_label("Translation", exact=True).fill("data concentrator")
    dialog.get_by_role("button", name="Add another translation").click()
    dialog.get_by_label("Translation", exact=True).nth(1).fill("hub")
    dialog.get_by_label("Status of hub").select_option("forbidden")
    dialog.get_by_label("Definition").fill("Collects the readings of meters.")
    shot("add-term")
    desk.press("Enter")
    expect(dialog).to_have_count(0)
    expect(desk.editor).to_be_focused()
    expect(panel.locator(".term-source")).to_have_text(["集中器", "数据", "服务器"])
    expect(desk.notes).to_have_text("Term added: 集中器 → data concentrator")
    # The checks know it at once, and what was written stays.
    issues = page.get_by_role("region", name="QA issues")
    expect(issues.get_by_text("Forbidden term: 集中器 → hub")).to_be_visible()
    assert desk.written == TARGET
    (found,) = api.get(f"/termbases/{termbase['id']}/concepts", text="集中器")
    assert [(one["text"], one["status"]) for one in found["terms"]] == [
        ("集中器", "admitted"),
        ("data concentrator", "preferred"),
        ("hub", "forbidden"),
    ]
    assert found["definition"] == "Collects the readings of meters."


def test_a_selection_in_the_source_alone_is_enough_to_begin(desk: Desk) -> None:
    page = desk.page
    drag(page, page.locator(".active-source"), "集中器")
    page.get_by_role("region", name="Terms").get_by_role("button", name="Add term").click()
    dialog = page.get_by_role("dialog", name="Add a term")
    expect(dialog.get_by_label("Source term")).to_have_value("集中器")
    expect(dialog.get_by_label("Translation", exact=True)).to_be_focused()
    expect(dialog.get_by_role("button", name="Add term", exact=True)).to_be_disabled()
    desk.press("Escape")
    expect(desk.editor).to_be_focused()


def test_a_term_is_edited_and_deleted_in_the_panel(desk: Desk, api: Api, termbase: Any) -> None:
    page = desk.page
    other = {"language": "de", "text": "Daten", "status": "preferred"}
    (found,) = api.get(f"/termbases/{termbase['id']}/concepts", text="数据")
    path = f"/concepts/{found.pop('id')}"
    api.ask("PUT", path, json={**found, "terms": [*found["terms"], other]})
    panel = page.get_by_role("region", name="Terms in source order")
    panel.get_by_role("button", name="Edit the term 数据").click()
    dialog = page.get_by_role("dialog", name="Edit term")
    expect(dialog.get_by_label("Source term")).to_have_value("数据")
    targets = dialog.get_by_label("Translation", exact=True)
    expect(targets).to_have_count(2)
    targets.nth(0).fill("readings")
    # A line without a text is no term.
    targets.nth(1).fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("button", name="readings")).to_be_visible()
    expect(panel.get_by_text("not “information”")).to_have_count(0)
    (now,) = api.get(f"/termbases/{termbase['id']}/concepts", text="数据")
    assert [one["text"] for one in now["terms"]] == ["数据", "readings", "Daten"]

    panel.get_by_role("button", name="Edit the term 数据").click()
    dialog.get_by_role("button", name="Delete term").click()
    expect(dialog.get_by_role("status")).to_have_text("Delete it with all its translations?")
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(panel.locator(".term-source")).to_have_text(["服务器"])
    expect(desk.editor).to_be_focused()
    assert api.get(f"/termbases/{termbase['id']}/concepts", text="数据") == []


def test_terms_are_added_in_chinese(
    desk: Desk, browser: Browser, axe: str, console_errors: list[str]
) -> None:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.on("pageerror", lambda error: console_errors.append(str(error)))
    address = desk.page.url
    desk.page.close()
    page.goto(address)
    page.get_by_role("button", name="跳过").click()
    panel = page.get_by_role("region", name="术语 按原文顺序")
    expect(panel.get_by_text("不用“information”")).to_be_visible()
    drag(page, page.locator(".active-source"), "集中器")
    page.keyboard.press("Alt+t")
    dialog = page.get_by_role("dialog", name="添加术语")
    expect(dialog.get_by_label("原文术语")).to_have_value("集中器")
    page.evaluate(axe)
    found = page.evaluate("() => axe.run(document.querySelector('dialog'))")
    assert [one["id"] for one in found["violations"]] == []
    page.keyboard.type("concentrator")
    page.keyboard.press("Enter")
    expect(panel.locator(".term-source")).to_have_text(["集中器", "数据", "服务器"])
    context.close()


@pytest.fixture
def team(launch: Launch, tiny_folder: Path, tmp_path: Path) -> Iterator[Api]:
    """Yield a script of the administrator of a team; `pat` translates in projects, and reads elsewhere."""
    folder = tmp_path / "team"
    for login, role in (("ann", "admin"), ("pat", "reader")):
        _user(folder, "add", login, "--role", role, "--password-stdin", answer=PASSWORD)
    secret = _user(folder, "token", "ann", "test", "--scope", "write").split()[-1]
    served = launch("--model", str(tiny_folder), "--accounts", "true", folder=folder)
    with Api(served.address, headers={"Authorization": f"Bearer {secret}"}) as api:
        yield api


def test_who_may_only_read_a_termbase_gets_no_button(page: Page, team: Api) -> None:
    termbase = team.post("/termbases", {"name": "house terms"}, 201)["id"]
    concept(team, termbase, ("zh", "数据", "admitted"), ("en", "data", "preferred"))
    project = team.project()["id"]
    team.patch(f"/projects/{project}", {"version": 1, "termbases": [termbase]})
    team.ask("PUT", f"/projects/{project}/people", json={"login": "pat", "role": "translator"})
    (segment,) = team.document(project, SOURCE)
    page.goto(f"{team.address}/projects/{project}/documents/{segment['document']}")
    sign_in(page, "pat")
    panel = page.get_by_role("region", name="Terms in source order")
    expect(panel.get_by_role("button", name="data", exact=True)).to_be_enabled()
    page.keyboard.press("Alt+t")
    expect(page.get_by_role("status", name="Notes")).to_contain_text(
        "There is no termbase here that you may change."
    )
    expect(page.get_by_role("dialog", name="Add a term")).to_have_count(0)
    expect(panel.get_by_role("button", name="Add term")).to_have_count(0)
    expect(panel.get_by_role("button", name="Edit the term")).to_have_count(0)
