"""Translators who work on through everything, and remember what was acknowledged to them."""

import random
import threading
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import WebSocketException

from serving import Served
from talking import Api, greeted


@dataclass
class Translator:
    """Works on segments of their own, at whichever server answers, and keeps what was acknowledged."""

    servers: list[Served]
    document: int
    segments: list[int]
    dice: random.Random
    stop: threading.Event
    sent: dict[int, list[str]] = field(default_factory=dict)
    """By segment, the texts that were sent, oldest first."""
    kept: dict[int, int] = field(default_factory=dict)
    """By segment, the place of the newest of them that was acknowledged."""
    confirmed: set[int] = field(default_factory=set)
    troubles: int = 0

    def work(self) -> None:
        """Work until it is enough; whatever fails is begun again."""
        while not self.stop.is_set():
            server = self.dice.choice(self.servers)
            try:
                with greeted(server.address, self.document) as page:
                    while not self.stop.is_set():
                        segment = self.dice.choice(self.segments)
                        if not page.open(segment)["editable"]:
                            continue
                        texts = self.sent.setdefault(segment, [])
                        for _ in range(self.dice.randint(1, 4)):
                            texts.append(f"Segment {segment}, change {len(texts)}.")
                            seq = page.edit(segment, texts[-1])
                            if self.dice.random() < 0.5:
                                page.expect("saved", seq=seq)
                                self.kept[segment] = len(texts) - 1
                        texts.append(f"Segment {segment}, change {len(texts)}.")
                        page.confirm(segment, texts[-1])
                        self.kept[segment] = len(texts) - 1
                        self.confirmed.add(segment)
            except (WebSocketException, OSError, AssertionError, httpx.HTTPError):
                self.troubles += 1
                self.stop.wait(0.5)

    def check(self, api: Api, memory: int) -> int:
        """See to it that everything acknowledged is there; return how much that was."""
        for segment, place in self.kept.items():
            found = api.get(f"/segments/{segment}")
            assert found["target"] in self.sent[segment][place:], (segment, found["target"])
        for segment in self.confirmed:
            total = api.get(f"/memories/{memory}/entries", text=f"Segment {segment},")["total"]
            assert total == 1, (segment, total)
        return len(self.kept) + len(self.confirmed)


class Team:
    """Translators of one document, at the servers of one database."""

    def __init__(self, servers: list[Served], size: int, each: int, dice: random.Random) -> None:
        self.servers, self.stop = servers, threading.Event()
        with Api(servers[0].address) as api:
            project = api.project(propagation="off")
            self.memory = project["memories"][0]["memory"]
            segments = api.document(
                project["id"], *(f"第{number}条备份任务。" for number in range(size * each))
            )
        self.document, ids = segments[0]["document"], [one["id"] for one in segments]
        self.people = [
            Translator(servers, self.document, ids[n::size], random.Random(dice.random()), self.stop)
            for n in range(size)
        ]
        self._threads = [threading.Thread(target=one.work, daemon=True) for one in self.people]
        for thread in self._threads:
            thread.start()

    def begin_job(self) -> None:
        """Have all segments checked."""
        with Api(self.servers[0].address) as api:
            api.post(f"/documents/{self.document}/check", status=202)

    def end(self) -> None:
        """Have everybody stop."""
        self.stop.set()
        for thread in self._threads:
            thread.join(timeout=150)
            assert not thread.is_alive()

    def check(self) -> int:
        """See to it that nothing is lost and no job is stuck, and that the memory finds what is in it."""
        with Api(self.servers[0].address) as api:
            checked = sum(one.check(api, self.memory) for one in self.people)
            for job in api.get("/jobs"):
                assert api.wait(job["id"])["state"] in ("done", "failed", "cancelled")
        for server in self.servers:
            with Api(server.address) as api:
                for one in self.people:
                    for segment in sorted(one.confirmed)[:2]:
                        found = api.get(f"/segments/{segment}/matches")["matches"]
                        assert any(f"Segment {segment}," in match["target"] for match in found), segment
        return checked
