"""Talking to a running server as a script and as a page would: over HTTP and over a WebSocket."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0
"""Seconds until an answer that does not come is missed."""
_names = count(1)

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t"
adminlang="en" srclang="zh" datatype="plaintext"/><body>
{units}
</body></tmx>
"""
UNIT = '<tu><tuv xml:lang="zh"><seg>{}</seg></tuv><tuv xml:lang="en"><seg>{}</seg></tuv></tu>'


class Api:
    """A script's view of a server."""

    def __init__(self, address: str, **options: Any) -> None:
        self.address = address
        # A connection that is kept may be closed by the server just when it is used again.
        fresh = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=address + "/api", timeout=PATIENCE, limits=fresh, **options)

    def __enter__(self) -> "Api":
        return self

    def __exit__(self, *problem: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, status: int = 200, **options: Any) -> Any:
        """Ask for something, see to it that the answer has a status, and give what it says."""
        answer = self.http.request(method, path, **options)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        kind = answer.headers.get("content-type", "")
        return answer.json() if answer.content and kind.startswith("application/json") else answer.content

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        return self.ask("GET", path, status, params=params)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, status, json=body)

    def patch(self, path: str, body: Any, status: int = 200) -> Any:
        return self.ask("PATCH", path, status, json=body)

    def upload(self, path: str, name: str, content: bytes, status: int, **params: Any) -> Any:
        return self.ask("POST", path, status, content=content, params={"name": name, **params})

    def wait(self, job: int) -> Any:
        """Wait until a job has ended, and give it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.get(f"/jobs/{job}")
            if found["state"] in ("done", "failed", "cancelled"):
                return found
            time.sleep(0.02)
        raise AssertionError(f"job {job} did not end: {found}")

    def project(self, pair: tuple[str, str] = ("zh", "en"), **settings: Any) -> Any:
        """Make a project that nobody else has, without drafts unless they are asked for."""
        new = {
            "name": f"project {next(_names)}",
            "source_language": pair[0],
            "target_language": pair[1],
            "settings": {"draft": False} | settings,
        }
        return self.post("/projects", new, 201)

    def demo(self) -> Any:
        """Return the project that the first start made; it is for all tests to look at."""
        named = [project for project in self.get("/projects") if project["name"] == "Demo"]
        return min(named, key=lambda project: project["id"])

    def document(self, project: int, *lines: str, name: str = "text.txt") -> Any:
        """Upload a text with a segment a line; give its segments."""
        content = "\n".join(lines).encode()
        path = f"/projects/{project}/documents"
        document = self.upload(path, name, content, 201, segmentation="line")["document"]
        return self.get(f"/documents/{document['id']}/segments")["segments"]


class Page:
    """A page's view of a live session."""

    def __init__(self, connection: ClientConnection, client: str) -> None:
        self.connection, self.client = connection, client
        self.seq = 0
        self.heard: list[Any] = []
        """Messages that came and that nobody has asked for yet."""

    def send(self, kind: str, **values: Any) -> int:
        """Send a message; give its number."""
        if kind not in ("hello", "effort"):
            self.seq += 1
            values = {"seq": self.seq} | values
        self.connection.send(json.dumps({"type": kind, **values}))
        return self.seq

    def expect(self, kind: str, **values: Any) -> Any:
        """Wait for a message of a kind with some values; others are kept for later."""
        for at, message in enumerate(self.heard):
            if _fits(message, kind, values):
                return self.heard.pop(at)
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            try:
                message = json.loads(self.connection.recv(timeout=left))
            except TimeoutError:
                break
            if _fits(message, kind, values):
                return message
            self.heard.append(message)
        raise AssertionError(f"no {kind} with {values}; heard {self.heard}")

    def hello(self) -> Any:
        self.send("hello", protocol=1, client=self.client)
        return self.expect("welcome")

    def open(self, segment: int, **values: Any) -> Any:
        seq = self.send("open", segment=segment, **values)
        return self.expect("opened", seq=seq)

    def edit(self, segment: int, text: str, **values: Any) -> int:
        return self.send("edit", segment=segment, text=text, **values)

    def confirm(self, segment: int, text: str) -> Any:
        seq = self.send("confirm", segment=segment, text=text)
        return self.expect("confirmed", seq=seq)["confirmed"]

    def quiet(self) -> list[Any]:
        """Have everything that was sent so far answered; give what came meanwhile and was not asked for."""
        self.expect("pong", seq=self.send("ping"))
        heard, self.heard = self.heard, []
        return heard

    def closed(self) -> int:
        """Wait until the server closes the connection; give its code."""
        try:
            while True:
                self.connection.recv(timeout=PATIENCE)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006


@contextmanager
def page(address: str, document: int, client: str = "", **options: Any) -> Iterator[Page]:
    """Open a document as a page does, without a word said yet."""
    url = address.replace("http", "ws", 1) + f"/api/documents/{document}/live"
    with connect(url, **options) as connection:
        yield Page(connection, client or f"page-{next(_names):06}")


@contextmanager
def greeted(address: str, document: int, client: str = "", **options: Any) -> Iterator[Page]:
    """Open a document as a page does, and say hello."""
    with page(address, document, client, **options) as opened:
        opened.hello()
        yield opened


def _fits(message: Any, kind: str, values: dict[str, Any]) -> bool:
    return message["type"] == kind and all(message.get(name) == value for name, value in values.items())


def tmx(*pairs: tuple[str, str]) -> bytes:
    """Make a TMX file of pairs of texts."""
    return TMX.format(units="\n".join(UNIT.format(*pair) for pair in pairs)).encode()
