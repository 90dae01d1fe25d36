"""The page's shell in a real browser: it loads, follows the theme, notices a lost server, is accessible."""

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from serving import Launch, Served
from synslator.server.page import PAGE

VIEWS = {
    "/": "Projects",
    "/projects/none": "No such project",
    "/projects/none/documents/none": "No such document",
    "/nothing": "Nothing here",
}
LIGHT, DARK = "rgb(245, 247, 248)", "rgb(20, 23, 26)"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("path", VIEWS)
def test_every_address_has_a_view(page: Page, served: Served, path: str) -> None:
    page.goto(served.address + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(VIEWS[path])
    expect(page).to_have_title(f"{VIEWS[path]} · Synslator")


def test_the_start_page_tells_the_truth_about_this_installation(page: Page, launch: Launch) -> None:
    served = launch("--model", "/nowhere/zh-en")
    page.goto(served.address)
    page.get_by_text("System status").click()
    installation = page.get_by_role("region", name="System status")
    expect(installation).to_contain_text("there is no model folder zh-en")
    expect(installation).to_contain_text("sqlite")
    served.stop()


def test_going_back_to_the_projects_by_keyboard_moves_the_focus(page: Page, served: Served) -> None:
    page.goto(served.address + "/nothing")
    page.get_by_role("link", name="All projects", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_focus_is_visible(page: Page, served: Served) -> None:
    page.goto(served.address)
    page.get_by_role("main").wait_for()
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    expect(skip).to_have_css("outline-style", "solid")
    expect(skip).to_have_css("outline-width", "2px")


@pytest.mark.parametrize(("scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_the_theme_follows_the_system(page: Page, served: Served, scheme: str, colour: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(served.address)
    assert page.evaluate(BACKGROUND) == colour


def test_a_chosen_theme_stays(page: Page, served: Served) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(served.address)
    button = page.get_by_role("button", name=re.compile("Theme"))
    button.click()
    button.click()
    expect(button).to_have_text("Theme: dark")
    assert page.evaluate(BACKGROUND) == DARK
    page.reload()
    expect(button).to_have_text("Theme: dark")
    assert page.evaluate(BACKGROUND) == DARK


def test_a_lost_connection_is_shown_until_it_is_back(
    page: Page, launch: Launch, console_errors: list[str]
) -> None:
    served = launch()
    page.goto(served.address)
    banner = page.get_by_text("The connection to Synslator is lost")
    expect(page.get_by_role("contentinfo")).to_contain_text("Synslator")
    expect(banner).to_have_count(0)

    served.stop()
    page.evaluate("window.dispatchEvent(new Event('online'))")  # ask now, not at the next turn
    expect(banner).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_have_text("Not connected")

    page.get_by_role("button", name="Try now").click()  # nobody answers yet
    expect(banner).to_be_visible()
    again = launch(port=served.port)
    expect(banner).to_have_count(0)  # the page finds its server again by itself
    again.stop()
    # Chromium itself reports each request that found no server; nothing else may have gone wrong.
    expected = [text for text in console_errors if "net::ERR_CONNECTION_REFUSED" in text]
    assert expected
    for text in expected:
        console_errors.remove(text)


def test_the_page_is_small_enough_to_be_there_at_once() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    needed = [PAGE / path for path in re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', html)]
    assert needed
    size = sum(len(gzip.compress(path.read_bytes())) for path in needed)
    assert size <= 400_000, f"{size:,} bytes"


def test_the_api_documentation_works_without_the_internet(page: Page, served: Served) -> None:
    page.goto(served.address + "/api/docs")
    expect(page.get_by_text("/api/health").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", VIEWS)
def test_axe_finds_no_violation(page: Page, served: Served, axe: str, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(served.address + path)
    expect(page.get_by_role("contentinfo")).to_contain_text("Synslator ")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(axe)
    violations = page.evaluate("axe.run().then(result => result.violations)")
    found = [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in violations]
    assert found == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (720, 450)], ids=["1280x720", "200 % zoom"])
def test_nothing_scrolls_sideways(page: Page, served: Served, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(served.address)
    expect(page.get_by_role("heading", name="Projects")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
