"""Browser tests: a real server and a real Chromium. Any error on the browser's console fails the test.

`SCREENSHOTS=docs/screenshots pytest tests/browser` takes the documentation's pictures anew, each in light
and in dark.
"""

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from desks import PATIENCE, Desk, OpenDesk, Shot
from packages import PAIRS
from serving import Launch, Served
from talking import Api, greeted

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    # As root, and in most containers, Chromium's own sandbox cannot start; it opens our page only.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Chromium phones home by itself; tests stay on this machine.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=PATIENCE)


KNOWS_ITS_WAY = """try {
    const key = "synslator.view";
    if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ tourSeen: true }));
} catch {}"""
"""Has the page take whoever uses it for somebody who has seen the tour."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once for all tests."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("browser tests were not run: no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(launch: Launch) -> Served:
    """Start one server with a data folder of its own for all tests that leave it as it was."""
    return launch()


@pytest.fixture(scope="session")
def office(launch: Launch, tiny_folder: Path) -> Served:
    """Start one server with a tiny model; every test makes a project of its own there."""
    served = launch("--model", str(tiny_folder))
    with Api(served.address) as api:
        for job in api.get("/jobs"):
            api.wait(job["id"])
    return served


@pytest.fixture(scope="session")
def api(office: Served) -> Iterator[Api]:
    """Talk to that server as a script does."""
    with Api(office.address) as api:
        yield api


@pytest.fixture(scope="session")
def wordy(office: Served, api: Api) -> str:
    """Find a source to which the tiny model, which makes no sense, at least says a few words."""
    least = {"": 1, "The": 3, "The ": 3, "Thes": 1}
    segments = api.document(api.project()["id"], *(source for source, _ in PAIRS))
    with greeted(office.address, segments[0]["document"]) as one:
        for segment in segments:
            one.open(segment["id"])
            said = {
                typed: one.expect("completion", seq=one.edit(segment["id"], typed))["words"]
                for typed in least
            }
            if all(len(said[typed]) >= count for typed, count in least.items()):
                return str(segment["source"])
    pytest.fail("the tiny model says too little to every source")


@pytest.fixture
def open_desk(page: Page, office: Served, api: Api) -> OpenDesk:
    """Return a function that makes a project with a document and opens it."""

    def open_desk(*lines: str, **settings: Any) -> Desk:
        project = api.project(**settings)
        segments = api.document(project["id"], *lines)
        return Desk(page, office.address, project["id"], segments[0]["document"])

    return open_desk


@pytest.fixture
def console_errors() -> list[str]:
    """Errors on the browser's console so far; whoever expects one takes it out."""
    return []


@pytest.fixture
def context(browser: Browser, console_errors: list[str]) -> Iterator[BrowserContext]:
    """Open a browser window that knows nothing of other tests, and fail if its console shows an error."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE)

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            console_errors.append(message.text)

    context.add_init_script(KNOWS_ITS_WAY)
    context.on("console", note)
    context.on("weberror", lambda error: console_errors.append(str(error.error)))
    yield context
    context.close()
    assert console_errors == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """Open an empty tab."""
    return context.new_page()


@pytest.fixture
def shot(page: Page) -> Shot:
    """Return a function that takes a picture of the page, light and dark, where pictures are wanted."""
    folder = os.environ.get("SCREENSHOTS")

    def take(name: str) -> None:
        if not folder:
            return
        from PIL import Image

        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            # A palette is enough for a page of few colours, and a third of the size.
            small = image.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            small.save(Path(folder) / f"{name}-{scheme}.png", optimize=True)

    page.emulate_media(color_scheme="light")
    return take


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of the accessibility checker."""
    root = Path(__file__).parents[2]
    return (root / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
