"""The workbench page as a translator handles it: what is written, what is offered, what is pressed."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, WebSocket, expect

PATIENCE = 60_000
"""Milliseconds that are waited for what must come. Only a failure takes them: machines may be slow."""

WRITTEN = """() => {
    const lines = [...document.querySelectorAll('.cm-content .cm-line')];
    return lines.map(line => {
        const copy = line.cloneNode(true);
        copy.querySelectorAll('.ghost').forEach(ghost => ghost.remove());
        return copy.textContent.replace(/\\u200b/g, '');
    }).join('\\n');
}"""


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until something has happened that the browser tells late."""
    end = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < end, "it has not happened"
        page.wait_for_timeout(20)


def document_of(page: Page) -> int:
    """Return the number of the document that a page shows, which its address names."""
    found = re.search(r"/documents/(\d+)", page.url)
    assert found
    return int(found[1])


def row_target(page: Page, number: int) -> Locator:
    """Return the target of a segment that is not open, in the list."""
    opening = page.get_by_role("button", name=re.compile(f"^Open segment {number},"))
    return page.get_by_role("listitem").filter(has=opening).locator(".row-target")


class Desk:
    """A document that is open in a browser's page."""

    def __init__(self, page: Page, address: str, project: int, document: int) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        """What the page has sent to the server, over all its connections."""
        page.on("websocket", self._listen)
        page.goto(f"{address}/projects/{project}/documents/{document}")
        expect(self.editor).to_be_focused()
        self.ghost = page.locator(".ghost")
        self.offers = page.get_by_role("group", name="Suggestions").get_by_role("button")
        self.notes = page.get_by_role("status", name="Notes")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    @property
    def editor(self) -> Any:
        return self.page.get_by_role("textbox", name=re.compile("Translation of segment"))

    @property
    def written(self) -> str:
        """What is written in the open segment, without the ghost text; tags as their numbers."""
        return str(self.page.evaluate(WRITTEN))

    @property
    def shown(self) -> str:
        """What is written, and the ghost text."""
        return self.written + (self.ghost.text_content() or "" if self.ghost.count() else "")

    def number(self) -> int:
        """The number of the open segment."""
        label = self.editor.get_attribute("aria-label") or ""
        return int(label.rpartition(" ")[2])

    def at(self, number: int) -> None:
        """Wait until a segment is open and can be written in."""
        expect(
            self.page.get_by_role("textbox", name=f"Translation of segment {number}", exact=True)
        ).to_be_focused()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def settle(self) -> None:
        """Wait until the machine has answered what was opened or written last, and the page shows it."""
        expect(self.page.locator(".active-card")).to_have_attribute("data-answered", "true")

    def wait_for_ghost(self) -> str:
        """Wait until the machine offers something for what was written last; give it."""
        self.settle()
        expect(self.ghost).not_to_be_empty()
        return self.ghost.text_content() or ""

    def wait_until_saved(self) -> None:
        expect(self.page.locator(".saving")).to_have_text("saved")

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """What the page has sent of a kind, as far as the browser has told of it: it does so late."""
        return [message for message in self.sent if message["type"] == kind]


Shot = Callable[[str], None]
"""Takes a picture of the page under a name, where pictures are wanted."""


class OpenDesk(Protocol):
    """Opens a document of some lines in the browser; `settings` are the project's."""

    def __call__(self, *lines: str, **settings: Any) -> Desk: ...
