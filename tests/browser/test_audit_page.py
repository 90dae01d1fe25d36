"""The audit trail in the page: administrators see who did what, others are told that they may not."""

from pathlib import Path

from playwright.sync_api import Page, expect

from browser.test_signing_in import PASSWORD, team
from serving import Served

__all__ = ["team"]


def enter(page: Page, team: Served, login: str, password: str = PASSWORD) -> None:
    page.goto(f"{team.address}/audit")
    page.locator("input[autocomplete=username]").fill(login)
    page.locator("input[type=password]").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_an_administrator_reads_the_audit_trail_and_takes_it_out(
    page: Page, team: Served, console_errors: list[str], tmp_path: Path
) -> None:
    enter(page, team, "bob", "wrong password")
    expect(page.get_by_role("alert")).to_be_visible()
    enter(page, team, "bob")
    expect(page.get_by_role("heading", name="No audit trail")).to_be_visible()
    page.get_by_text("Bob", exact=True).click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    expect(page.get_by_role("link", name="Audit trail")).to_have_count(0)
    console_errors[:] = [text for text in console_errors if "401" not in text and "403" not in text]
    page.context.clear_cookies()

    enter(page, team, "ann")
    page.get_by_text("Ann", exact=True).click()
    expect(page.get_by_role("link", name="Audit trail")).to_be_visible()
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("ann")
    page.get_by_role("searchbox", name="Action").fill("sign in")
    page.get_by_role("searchbox", name="Person").fill("bob")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("done")
    expect(rows.nth(2)).to_contain_text("refused")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    download.value.save_as(tmp_path / "audit.csv")
    lines = (tmp_path / "audit.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1:3] for line in lines[1:]] == [["bob", "sign in"]] * 2
