"""The page in English and in Chinese: which one it starts in, and how it is changed."""

import pytest
from playwright.sync_api import Browser, Page, expect

from serving import Served


@pytest.mark.parametrize(
    ("asked", "tag", "heading"),
    [("zh-CN", "zh-Hans", "此处没有内容"), ("en-GB", "en", "Nothing here"), ("de-DE", "en", "Nothing here")],
)
def test_the_page_starts_in_the_browsers_language(
    browser: Browser, served: Served, asked: str, tag: str, heading: str
) -> None:
    context = browser.new_context(locale=asked)
    page = context.new_page()
    page.goto(served.address + "/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    context.close()


def test_one_click_changes_the_language_and_it_stays(page: Page, served: Served) -> None:
    page.goto(served.address + "/nothing")
    page.get_by_role("button", name="中文").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("此处没有内容")
    expect(page).to_have_title("此处没有内容 · Synslator")
    expect(page.get_by_role("button", name="中文")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(heading).to_have_text("此处没有内容")
    page.get_by_role("button", name="EN").click()
    expect(heading).to_have_text("Nothing here")
