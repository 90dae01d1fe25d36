"""The page in English and in Chinese: which one it starts in, and how it is changed."""

import getpass
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from serving import Served
from talking import Api


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


def test_the_whole_project_page_is_chinese(browser: Browser, office: Served, api: Api, axe: str) -> None:
    project = api.project(effort_log=True)
    (segment, *_) = api.document(project["id"], "点击保存30次。", "完成。", name="信.txt")
    api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "Click.", "status": "confirmed"})
    api.wait(api.post(f"/projects/{project['id']}/analysis", {}, 202)["id"])
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    named = [one["name"] for kind in ("memories", "termbases") for one in api.get(f"/{kind}")]
    named += [one["name"] for one in api.get("/about")["models"]]
    names = [*sorted(named, key=len, reverse=True), "信.txt", "Markdown", "(zh)", "(en)", getpass.getuser()]
    for path in ("", "/analysis", "/resources", "/statistics", "/settings"):
        page.goto(f"{office.address}/projects/{project['id']}{path}")
        expect(page.get_by_role("navigation", name="项目的各部分")).to_be_visible()
        page.wait_for_load_state("networkidle")
        said = page.get_by_role("main").inner_text()
        for name in names:
            said = said.replace(name, "")
        assert " ".join(re.findall("[A-Za-z]*[a-z]{2,}", said)) == "", path
        page.evaluate(axe)
        violations = page.evaluate("axe.run().then(result => result.violations)")
        assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in violations] == []
    context.close()


def test_counts_and_dates_follow_the_language(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    segments = api.document(project["id"], "第一行。", "第二行。")
    api.patch(f"/documents/{segments[0]['document']}", {"due": "2031-03-14"})
    page.goto(f"{office.address}/projects/{project['id']}")
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text("2 segments")
    expect(row).to_contain_text("14 Mar 2031")
    page.get_by_role("button", name="中文").click()
    expect(row).to_contain_text("2 个句段")
    expect(row).to_contain_text("2031年3月14日")
