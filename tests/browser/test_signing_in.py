"""A team's server in a real browser: nothing without signing in, everything after it, two people at once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from desks import Shot
from serving import COMMAND, Launch, Served

PASSWORD = "correct horse battery"
SAVE = "请在保存文件之前检查设置。\n点击保存。\n"


@pytest.fixture
def team(launch: Launch, tiny_folder: Path, tmp_path: Path) -> Served:
    folder = tmp_path / "team"
    for login, role in (("ann", "admin"), ("bob", "translator")):
        add = ["user", "add", login, "--name", login.title(), "--role", role, "--password-stdin"]
        command = [*COMMAND, *add, "--data-folder", str(folder)]
        subprocess.run(command, input=PASSWORD, text=True, check=True, stdout=sys.stderr)
    return launch("--model", str(tiny_folder), "--accounts", "true", folder=folder)


def sign_in(page: Page, login: str, password: str = PASSWORD) -> None:
    page.get_by_label("Username").fill(login)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_two_people_sign_in_and_work_in_one_document(
    page: Page, browser: Browser, team: Served, console_errors: list[str], shot: Shot
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(team.address)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    shot("sign-in")
    sign_in(page, "ann", "wrong password")
    expect(page.get_by_role("alert")).to_be_visible()
    console_errors[:] = [text for text in console_errors if "401" not in text]
    sign_in(page, "ann")
    expect(page.get_by_role("heading", name="Projects")).to_be_visible()

    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog")
    file: FilePayload = {"name": "team.txt", "mimeType": "text/plain", "buffer": SAVE.encode()}
    dialog.locator("input[type=file]").set_input_files([file])
    dialog.get_by_role("button", name="Create project").click()
    page.get_by_role("link", name="team.txt", exact=True).click()
    expect(page.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    page.keyboard.type("Please")
    expect(page.locator(".saving")).to_have_text("saved")

    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    sign_in(other, "bob")
    expect(other.get_by_text("Ann is in this segment")).to_be_visible()
    expect(page.get_by_title("Bob")).to_be_visible()
    context.close()

    page.get_by_text("Ann", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_an_administrator_assigns_a_file_gives_a_role_and_adds_somebody(page: Page, team: Served) -> None:
    page.goto(team.address)
    sign_in(page, "ann")
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog")
    file: FilePayload = {"name": "team.txt", "mimeType": "text/plain", "buffer": SAVE.encode()}
    dialog.locator("input[type=file]").set_input_files([file])
    dialog.get_by_role("button", name="Create project").click()
    page.get_by_role("button", name="unassigned: who translates team.txt").click()
    dialog = page.get_by_role("dialog", name="team.txt")
    dialog.get_by_label("Assigned to").select_option(label="Bob")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name=re.compile("team.txt"))).to_contain_text("Bob")

    page.get_by_role("link", name="People").click()
    roles = page.get_by_label("Role of Bob in this project")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        roles.select_option(label="Reviewer")
    page.reload()
    expect(roles).to_have_value("reviewer")
    page.get_by_role("button", name="Add person").click()
    dialog = page.get_by_role("dialog", name="Add person")
    dialog.get_by_label("Username").fill("cho")
    dialog.get_by_label("Name", exact=True).fill("Cho Min")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Add person").click()
    expect(page.get_by_role("row", name=re.compile("Cho Min"))).to_contain_text("Translator")
