"""A server that is killed at any moment, or that cannot write, loses nothing that it has acknowledged."""

import os
import random
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import WebSocketException

from postgres import new_database
from serving import Launch, Served, log_file, start
from talking import PATIENCE, Api, Page, greeted, tmx

KILLS = int(os.environ.get("SYNSLATOR_TEST_KILLS", "3"))
TYPISTS = int(os.environ.get("SYNSLATOR_TEST_TYPISTS", "2"))
"""How often a server is killed at work, and how many work there; more, for a soak."""
EACH = max(20, 2 * TYPISTS)
"""Segments to work on between two kills."""
SOURCES = [
    f"第{n}条 备份任务每天凌晨两点运行，日志文件保存在数据文件夹中。"
    for n in range(1, 1 + max(60, KILLS * EACH))
]


@dataclass
class Typist:
    """Types and confirms segment after segment, and keeps what the server acknowledged."""

    address: str
    document: int
    segments: list[int]
    sent: dict[int, dict[int, str]] = field(default_factory=dict)
    """By segment: the texts that were sent, by sequence number."""
    saved: dict[int, int] = field(default_factory=dict)
    """By segment: the newest sequence number that was acknowledged."""
    confirmed: dict[int, str] = field(default_factory=dict)

    def work(self) -> None:
        try:
            with greeted(self.address, self.document) as page:
                for segment in self.segments:
                    page.open(segment)
                    self._translate(page, segment)
        except (WebSocketException, OSError):
            return

    def _translate(self, page: Page, segment: int) -> None:
        text = f"Article {segment}: the backup job runs every day at two."
        sent = self.sent.setdefault(segment, {})
        for end in range(1, len(text), 3):
            seq = page.edit(segment, text[:end])
            sent[seq] = text[:end]
        self.saved[segment] = page.expect("saved", seq=seq)["seq"]
        page.confirm(segment, text)
        self.confirmed[segment] = text


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something that is about to happen."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def check(api: Api, project: int, typists: list[Typist]) -> None:
    """See to it that everything acknowledged is there."""
    memory = api.get(f"/projects/{project}")["memories"][0]["memory"]
    for typist in typists:
        for segment, seq in typist.saved.items():
            found = api.get(f"/segments/{segment}")
            possible = [text for number, text in typist.sent[segment].items() if number >= seq]
            assert found["target"] in [*possible, f"Article {segment}: the backup job runs every day at two."]
        for segment, text in typist.confirmed.items():
            found = api.get(f"/segments/{segment}")
            assert (found["target"], found["status"]) == (text, "confirmed")
            assert api.get(f"/memories/{memory}/entries", text=f"Article {segment}:")["total"] == 1
            assert api.get(f"/segments/{segment}/matches")["matches"][0]["target"] == text


def kill_at_work(served: Served, typists: list[Typist], moments: random.Random) -> None:
    """Kill a server after a few confirmations, in the middle of whatever comes next."""
    threads = [threading.Thread(target=typist.work) for typist in typists]
    for thread in threads:
        thread.start()
    enough = moments.randint(1, 6)
    wait_until(lambda: sum(len(one.confirmed) for one in typists) >= enough)
    time.sleep(moments.uniform(0, 0.1))
    served.stop(signal.SIGKILL)
    for thread in threads:
        thread.join(timeout=PATIENCE)


def test_what_was_acknowledged_survives_a_kill_at_any_moment(launch: Launch, tiny_folder: Path) -> None:
    moments = random.Random(7)
    served = launch("--model", str(tiny_folder), "--demo", "false")
    with Api(served.address) as api:
        project = api.project(propagation="off")["id"]
        segments = [segment["id"] for segment in api.document(project, *SOURCES)]
        document = api.get(f"/projects/{project}/documents")[0]["id"]
    done: list[Typist] = []
    for turn in range(KILLS):
        part = segments[turn * EACH : turn * EACH + EACH]
        typists = [Typist(served.address, document, part[n::TYPISTS]) for n in range(TYPISTS)]
        kill_at_work(served, typists, moments)
        done += typists
        served = launch("--model", str(tiny_folder), folder=served.data_folder)
        with Api(served.address) as api:
            check(api, project, done)
    served.stop()


def half_sent(served: Served, path: str) -> socket.socket:
    """Begin to send a file, and stop half-way."""
    connection = socket.create_connection(("127.0.0.1", served.port))
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
    connection.sendall(head.encode() + b"x" * 5000)
    return connection


def test_imports_and_drafts_go_on_after_a_kill_and_half_an_upload_is_absent(
    launch: Launch, tiny_folder: Path
) -> None:
    flags = ["--model", str(tiny_folder), "--demo", "false"]
    served = launch(*flags)
    content = tmx(*((f"第{n}号文件已经保存。", f"File number {n} has been saved.") for n in range(20_000)))
    with Api(served.address) as api:
        project = api.project()
        memory = project["memories"][0]["memory"]
        with (
            half_sent(served, f"/api/projects/{project['id']}/documents?name=a.txt"),
            half_sent(served, f"/api/memories/{memory}/import?name=a.tmx"),
        ):
            wait_until(lambda: list(served.data_folder.glob("uploads/*/a.tmx")) != [])
            job = api.upload(f"/memories/{memory}/import", "large.tmx", content, 202)["id"]
            wait_until(lambda: api.get(f"/jobs/{job}")["done"] > 0)
            served.stop(signal.SIGKILL)
    served = launch(*flags, folder=served.data_folder)
    with Api(served.address) as api:
        assert api.get(f"/projects/{project['id']}/documents") == []
        ended = api.wait(job)
        assert ended["state"] == "done", ended
        assert [one["id"] for one in api.get("/jobs")] == [job]
        assert api.get(f"/memories/{memory}")["entries"] == 20_000
        assert list((served.data_folder / "uploads").iterdir()) == []
        document = api.document(project["id"], *SOURCES)[0]["document"]
        job = api.post(f"/documents/{document}/draft", status=202)["id"]
        wait_until(lambda: api.get(f"/jobs/{job}")["state"] != "waiting")
        served.stop(signal.SIGKILL)
    served = launch(*flags, folder=served.data_folder)
    with Api(served.address) as api:
        ended = api.wait(job)
        assert ended["state"] == "done", ended
        # Nothing was drafted twice: each segment has one version at most.
        for segment in api.get(f"/documents/{document}/segments")["segments"]:
            assert len(api.get(f"/segments/{segment['id']}/history")) <= 1
    served.stop()


@pytest.fixture
def full_disk() -> Callable[[Served, bool], None]:
    """Let a running server's files grow no further, or again as they need."""

    def full_disk(served: Served, full: bool) -> None:
        limit = 4096 if full else resource.RLIM_INFINITY
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    return full_disk


def refuses(api: Api, page: Page, number: int) -> None:
    """See to it that whoever wants to write is told that it cannot be done, and who reads is served."""
    for kind in ("edit", "confirm"):
        failed = page.expect("failed", seq=page.send(kind, segment=number, text="During"))
        assert "could not be written" in failed["message"]
    answer = api.post(f"/segments/{number}/comments", {"text": "?"}, 503)
    assert "could not be written" in answer["message"]
    assert api.get(f"/segments/{number}")["target"] == "Before"


def test_a_full_disk_is_told_and_nothing_is_corrupted(
    launch: Launch, full_disk: Callable[[Served, bool], None]
) -> None:
    served = launch("--demo", "false")
    with Api(served.address) as api:
        (segment,) = api.document(api.project()["id"], SOURCES[0])
        number = segment["id"]
        with greeted(served.address, segment["document"]) as page:
            page.open(number)
            page.expect("saved", seq=page.edit(number, "Before"))
            full_disk(served, True)
            refuses(api, page, number)
            full_disk(served, False)
            page.expect("saved", seq=page.edit(number, "After"))
            assert page.confirm(number, "After.")["segment"]["status"] == "confirmed"
            # A stop saves what was sent before it, acknowledged or not.
            page.edit(number, "After all.")
            page.quiet()
            assert served.stop(signal.SIGTERM) == 0
    again = launch(folder=served.data_folder)
    with Api(again.address) as api:
        assert api.get(f"/segments/{number}")["target"] == "After all."
        assert api.get("/health")["database"]["state"] == "ready"
    again.stop()


def test_a_database_that_turns_read_only_is_told_and_nothing_is_lost(
    launch: Launch, postgres_server: str
) -> None:
    served = launch("--demo", "false", "--database-url", new_database(postgres_server, "read_only"))

    def read_only(state: str) -> None:
        with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {state}".encode())
            connection.execute("SELECT pg_reload_conf()")
        # The postmaster reads the files, tells its sessions and only then begins new ones.
        wait_until(lambda: new_sessions() == state)

    def new_sessions() -> str:
        with psycopg.connect(f"{postgres_server}/postgres") as connection:
            (state,) = connection.execute("SHOW default_transaction_read_only").fetchone() or ("",)
            return str(state)

    try:
        with Api(served.address) as api:
            (segment,) = api.document(api.project()["id"], SOURCES[0])
            number = segment["id"]
            with greeted(served.address, segment["document"]) as page:
                page.open(number)
                page.expect("saved", seq=page.edit(number, "Before"))
                read_only("on")
                refuses(api, page, number)
                read_only("off")
                page.expect("saved", seq=page.edit(number, "After"))
                assert page.confirm(number, "After.")["segment"]["status"] == "confirmed"
            assert api.get(f"/segments/{number}")["target"] == "After."
    finally:
        read_only("off")
        served.stop()


def test_a_server_does_not_start_on_a_file_that_may_only_be_read(launch: Launch) -> None:
    served = launch("--demo", "false")
    with Api(served.address) as api:
        (segment,) = api.document(api.project()["id"], SOURCES[0])
        number = segment["id"]
        with greeted(served.address, segment["document"]) as page:
            page.open(number)
            page.expect("saved", seq=page.edit(number, "Before"))
    assert served.stop(signal.SIGTERM) == 0
    (file,) = served.data_folder.glob("*.db")
    content = file.read_bytes()
    url = f"sqlite:///file:{file}?mode=ro&uri=true"
    process = start(served.data_folder, "--database-url", url)
    assert process.wait(timeout=PATIENCE) == 1
    process.communicate()
    assert (
        log_file(served.data_folder)
        .read_text()
        .endswith(
            "Error: The database could not be written: the data folder is read-only. Make it writable.\n"
        )
    )
    assert file.read_bytes() == content
