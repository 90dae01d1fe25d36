"""Very large uploads: the server's memory stays as it is, others are served, nothing is left behind."""

import io
import os
import random
import socket
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import Launch, Served
from talking import PATIENCE, Api, greeted

SOURCE = "用户名不能包含空格。"
MB = 1_000_000
OTHERS = 20.0
"""Seconds within which others are answered on the busiest of machines; a parser in a thread takes minutes."""
CONTENT_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override
PartName="/word/document.xml"
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'


@pytest.fixture(scope="module")
def served(launch: Launch, tiny_folder: Path) -> Served:
    """A server of its own, so that what is wrong with it is nobody else's trouble."""
    return launch("--model", str(tiny_folder), "--demo", "false")


@pytest.fixture(scope="module")
def api(served: Served) -> Iterator[Api]:
    with Api(served.address) as api:
        yield api


def no_archive() -> bytes:
    return b"PK\x03\x04" + random.Random(1).randbytes(100 * MB)


def one_line() -> bytes:
    return (SOURCE * 120_000).encode()


def bomb() -> bytes:
    """A Word file of a third of a megabyte with two million paragraphs."""
    some = f"<w:p><w:r><w:t>{SOURCE}</w:t></w:r></w:p>".encode() * 10_000
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        with archive.open("word/document.xml", "w") as part:
            part.write(WORD.encode())
            for _ in range((120 << 20) // len(some)):
                part.write(some)
            part.write(b"</w:body></w:document>")
    return packed.getvalue()


def resident(process: int) -> int:
    """Bytes of memory that a process has; none if it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def children(process: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            found += [int(child) for child in (task / "children").read_text("ascii").split()]
        except OSError:
            continue
    return found


class Watched:
    """The most memory that the server had above what it began with, and the most that its readers had."""

    def __init__(self, process: int) -> None:
        self.process, self.began = process, resident(process)
        self.server = self.readers = 0

    def look(self) -> None:
        self.server = max(self.server, resident(self.process) - self.began)
        self.readers = max(self.readers, sum(map(resident, children(self.process))))


@contextmanager
def watching(served: Served) -> Iterator[Watched]:
    """Look at the server's memory, over and over, until the block ends."""
    watched, ended = Watched(served.process.pid), threading.Event()

    def watch() -> None:
        while not ended.wait(0.02):
            watched.look()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield watched
    finally:
        ended.set()
        watcher.join()


def longest_wait(api: Api, segment: Any, uploads: list[Future[Any]]) -> float:
    """Type and ask as others would until all uploads are answered; give the longest time that one waited."""
    longest, typed = 0.0, ""
    with greeted(api.address, segment["document"]) as one:
        one.open(segment["id"])
        while not all(upload.done() for upload in uploads):
            typed = "" if len(typed) > 40 else typed + "a "
            asked = time.monotonic()
            one.expect("completion", seq=one.edit(segment["id"], typed))
            one.heard.clear()
            longest, asked = max(longest, time.monotonic() - asked), time.monotonic()
            api.get("/projects")
            longest = max(longest, time.monotonic() - asked)
    return longest


def send(address: str, project: int, name: str, content: bytes) -> httpx.Response:
    url = f"{address}/api/projects/{project}/documents"
    return httpx.post(url, params={"name": name}, content=content, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("name", "make", "times", "message"),
    [
        ("random.docx", no_archive, 3, "its directory is missing or incomplete"),
        ("line.txt", one_line, 1, "1,200,000 characters in paragraph 1; at most 1,000,000 are supported"),
        ("bomb.docx", bomb, 2, "MiB of memory"),
    ],
)
def test_large_uploads_take_a_bounded_memory_and_others_are_served(
    served: Served, api: Api, name: str, make: Any, times: int, message: str
) -> None:
    segment = api.document(api.project()["id"], SOURCE)[0]
    project, content = api.project()["id"], make()
    with watching(served) as watched, ThreadPoolExecutor(times) as pool:
        uploads = [pool.submit(send, served.address, project, name, content) for _ in range(times)]
        longest = longest_wait(api, segment, uploads)
    for upload in uploads:
        answer = upload.result()
        assert answer.status_code == 400
        assert message in answer.json()["message"]
    assert longest < OTHERS
    assert watched.server < 100 * MB
    assert watched.readers < 2 * ((512 << 20) + 4 * len(content))
    assert api.get(f"/projects/{project}/documents") == []
    assert list((served.data_folder / "uploads").iterdir()) == []


def test_whoever_goes_in_the_middle_of_an_upload_leaves_nothing(served: Served, api: Api) -> None:
    project = api.project()["id"]
    memory = api.post("/memories", {"name": "m", "source_language": "zh", "target_language": "en"}, 201)["id"]
    for path in (f"projects/{project}/documents?name=a.txt", f"memories/{memory}/import?name=a.tmx"):
        with socket.create_connection(("127.0.0.1", served.port)) as connection:
            head = f"POST /api/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {100 * MB}\r\n\r\n"
            connection.sendall(head.encode() + bytes(5 * MB))
            wait_for_uploads(served, 1)
        wait_for_uploads(served, 0)
    assert api.get(f"/projects/{project}/documents") == []
    assert api.get("/jobs") == []


def wait_for_uploads(served: Served, number: int) -> None:
    end, folder = time.monotonic() + PATIENCE, served.data_folder / "uploads"
    while len(list(folder.iterdir()) if folder.is_dir() else []) != number:
        assert time.monotonic() < end, f"{folder} never held {number} files"
        time.sleep(0.02)
