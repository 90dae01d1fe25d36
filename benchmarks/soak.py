"""What an hour of translators does to the server's memory.

    python benchmarks/soak.py [--model PACKAGE] [--users N] [--minutes N] [--rate N] [--out FILE]

Each translator works in a project of their own, with a memory that all read, one that they write, and a
termbase. They type character by character, confirm, undo a quarter of their confirmations, go on to another
of their documents, and lose their connection now and then, with a segment open. The memory that the server
and its children hold is read every half minute. The last line is one JSON object: `mb`, the seconds, the
memory and the p95 since the last look; `after_ten_minutes` and `last_ten_minutes`, medians; `growth_mb`, what
lies between them. The translators run with a niceness, so that the server comes first; `OMP_NUM_THREADS=1`
leaves a core to whoever else is there.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server import LOST_AFTER, NICE, percentile, processor_seconds, references, serving, tmx
from synslator.settings import shipped_model

DOCUMENTS, SEGMENTS = 3, 30
"""Of each translator, and of each document."""
UNITS, TERMS = 5000, 200
"""Of the memory and the termbase that all read."""
EVERY = 30.0
"""Seconds between two looks at the memory."""


@dataclass
class Work:
    """What a translator does it in: documents with their segments, and what is to be written."""

    documents: dict[int, list[tuple[int, str]]]


@dataclass
class Done:
    """What all have done so far."""

    count: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)


class Typist:
    """Works on one document after the other, until it is time to stop."""

    def __init__(self, address: str, name: str, work: Work, dice: random.Random, done: Done) -> None:
        self.address, self.name, self.work, self.dice, self.done = address, name, work, dice, done
        self.url = address.replace("http", "ws", 1) + "/api/documents/{}/live"
        self.seq = 0
        self.heard: dict[str, asyncio.Queue[Any]] = {}
        self.sent: dict[int, float] = {}

    async def run(self, rate: float, until: float) -> None:
        """Connect, work for some segments, go away; again, until it is time."""
        async with httpx.AsyncClient(base_url=self.address + "/api", timeout=60) as api:
            while time.monotonic() < until:
                document = self.dice.choice(list(self.work.documents))
                try:
                    async with connect(self.url.format(document), max_size=1 << 24) as connection:
                        await self.sit(connection, api, document, rate, until)
                except (WebSocketException, OSError, TimeoutError, httpx.HTTPError) as error:
                    self.done.errors[type(error).__name__] += 1
                    await asyncio.sleep(1)

    async def sit(
        self, connection: ClientConnection, api: httpx.AsyncClient, document: int, rate: float, until: float
    ) -> None:
        """Translate some segments over one connection."""
        self.heard = {kind: asyncio.Queue() for kind in ("opened", "confirmed", "failed", "conflict")}
        self.sent.clear()
        self.done.count["connections"] += 1
        await connection.send(json.dumps({"type": "hello", "protocol": 1, "client": self.name}))
        listening = asyncio.create_task(self.listen(connection))
        try:
            for _ in range(self.dice.randint(3, 9)):
                segment, text = self.dice.choice(self.work.documents[document])
                await self.translate(connection, segment, text, rate, until)
                if time.monotonic() >= until:
                    return
                if self.dice.random() < 0.25:
                    await self.undo(api, document, segment)
            if self.dice.random() < 0.5:
                # Lost: nobody says goodbye, and a segment is open.
                connection.transport.abort()
        finally:
            listening.cancel()

    async def translate(
        self, connection: ClientConnection, segment: int, text: str, rate: float, until: float
    ) -> None:
        """Type one segment, and confirm it."""
        await self.send(connection, type="open", segment=segment)
        opened = await asyncio.wait_for(self.heard["opened"].get(), LOST_AFTER)
        if not opened["editable"]:
            self.done.count["held by somebody"] += 1
            return
        text = f"{text} {self.dice.randrange(1000)}"
        for end in range(1, len(text) + 1):
            await asyncio.sleep(1 / rate)
            if time.monotonic() >= until:
                return
            seq = await self.send(connection, type="edit", segment=segment, text=text[:end])
            self.sent[seq] = time.monotonic()
            self.done.count["keystrokes"] += 1
        await self.send(connection, type="confirm", segment=segment, text=text)
        await asyncio.wait_for(self.heard["confirmed"].get(), LOST_AFTER)
        self.sent.clear()
        self.done.count["confirmations"] += 1

    async def undo(self, api: httpx.AsyncClient, document: int, segment: int) -> None:
        """Undo the confirmation of a segment."""
        found = (await api.get(f"/segments/{segment}")).json()
        changes = [{"segment": segment, "version": found["version"]}]
        answer = await api.post(f"/documents/{document}/undo", json={"changes": changes})
        self.done.count["undone" if answer.json().get("changed") else "not undone"] += 1

    async def send(self, connection: ClientConnection, **message: Any) -> int:
        """Send a message under the next number."""
        self.seq += 1
        await connection.send(json.dumps(message | {"seq": self.seq}))
        return self.seq

    async def listen(self, connection: ClientConnection) -> None:
        """Note what comes, until the connection ends."""
        try:
            async for text in connection:
                message = json.loads(text)
                kind = message["type"]
                if kind == "completion":
                    for seq in [seq for seq in self.sent if seq <= message["seq"]]:
                        self.done.waits.append((time.monotonic() - self.sent.pop(seq)) * 1000)
                elif kind in ("failed", "conflict"):
                    self.done.errors[message.get("code", kind)] += 1
                elif kind in self.heard:
                    self.heard[kind].put_nowait(message)
        except WebSocketException:
            return


def resident(process: int) -> float:
    """Return the megabytes that a process and its children hold, shared pages shared out."""
    total = 0.0
    for one in [process, *children(process)]:
        try:
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return round(total / 1024, 1)


def children(process: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    found = list[int]()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += [int(one) for one in task.read_text(encoding="ascii").split()]
        except OSError:
            continue
    return found + [deeper for one in found for deeper in children(one)]


def prepare(address: str, users: int, pairs: list[tuple[str, str]]) -> list[Work]:
    """Import a memory and a termbase, and create a project for each translator."""
    with httpx.Client(base_url=address + "/api", timeout=120) as api:
        languages = {"source_language": "zh", "target_language": "en"}
        memory = api.post("/memories", json={"name": "all", **languages}).raise_for_status().json()["id"]
        job = api.post(f"/memories/{memory}/import?name=all.tmx", content=tmx(UNITS)).raise_for_status()
        wait(api, job.json()["id"])
        terms = api.post("/termbases", json={"name": "all"}).raise_for_status().json()["id"]
        table = "\n".join(
            ["source,target", *(f"术语{number},term {number}" for number in range(TERMS)), "备份,backup"]
        )
        path = f"/termbases/{terms}/import?name=terms.csv"
        job = api.post(path, content=table.encode()).raise_for_status()
        wait(api, job.json()["id"])
        return [_desk(api, user, languages, memory, terms, pairs) for user in range(users)]


def wait(api: httpx.Client, job: int) -> None:
    """Wait until a job is done."""
    while (state := api.get(f"/jobs/{job}").json())["state"] in ("waiting", "running"):
        time.sleep(0.2)
    assert state["state"] == "done", state


def _desk(
    api: httpx.Client,
    user: int,
    languages: dict[str, str],
    memory: int,
    terms: int,
    pairs: list[tuple[str, str]],
) -> Work:
    """Create the project of one translator, with its documents."""
    own = api.post("/memories", json={"name": f"own {user}", **languages}).raise_for_status().json()["id"]
    uses = [{"memory": own, "writable": True}, {"memory": memory, "writable": False}]
    new = {"name": f"desk {user}", "settings": {"draft": False}, "memories": uses, "termbases": [terms]}
    project = api.post("/projects", json={**new, **languages}).raise_for_status().json()["id"]
    documents = {}
    for number in range(DOCUMENTS):
        first = (user * DOCUMENTS + number) * SEGMENTS
        mine = [pairs[(first + n) % len(pairs)] for n in range(SEGMENTS)]
        content = "\n".join(source for source, _ in mine).encode()
        path = f"/projects/{project}/documents?name=text-{number}.txt&segmentation=line"
        document = api.post(path, content=content).raise_for_status().json()["document"]["id"]
        segments = api.get(f"/documents/{document}/segments").json()["segments"]
        documents[document] = [(one["id"], to) for one, (_, to) in zip(segments, mine, strict=False)]
    return Work(documents)


async def watch(process: int, until: float, done: Done, begun: float) -> list[dict[str, float]]:
    """Read the memory of the server at intervals."""
    seen = list[dict[str, float]]()
    while time.monotonic() < until:
        waits, done.waits = done.waits, []
        seen.append(
            {
                "s": round(time.monotonic() - begun),
                "mb": resident(process),
                "p95_ms": percentile(waits, 95),
                "cpu_s": round(processor_seconds(process), 1),
            }
        )
        print(json.dumps(seen[-1] | dict(done.count) | dict(done.errors)), flush=True)
        await asyncio.sleep(EVERY)
    return seen


async def work(address: str, process: int, desks: list[Work], options: argparse.Namespace) -> dict[str, Any]:
    """Let everybody work, and watch."""
    begun, done, dice = time.monotonic(), Done(), random.Random(options.seed)
    until = begun + options.minutes * 60
    typists = [
        Typist(address, f"typist-{n:04}", desk, random.Random(dice.random()), done)
        for n, desk in enumerate(desks)
    ]
    watching = asyncio.create_task(watch(process, until, done, begun))
    await asyncio.gather(*(one.run(options.rate, until) for one in typists))
    seen = await watching
    last = seen[-1]["s"]
    early = statistics.median([one["mb"] for one in seen if 600 <= one["s"] < 1200] or [0.0])
    late = statistics.median([one["mb"] for one in seen if one["s"] >= last - 600])
    return {
        "benchmark": "soak",
        "users": len(desks),
        "minutes": options.minutes,
        "rate": options.rate,
        "after_ten_minutes": early,
        "last_ten_minutes": late,
        "growth_mb": round(late - early, 1),
        "most_after_ten_minutes": max([one["mb"] for one in seen if one["s"] >= 600] or [0.0]),
        "count": dict(done.count),
        "errors": dict(done.errors),
        "mb": [[one["s"], one["mb"], one["p95_ms"]] for one in seen],
    }


def main() -> None:
    """Work for as long as was asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--model", type=Path, default=Path(os.environ.get("SYNSLATOR_MODEL", shipped_model()))
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--users", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=2.0, help="keystrokes a second of each translator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for the result, too")
    options = parser.parse_args()
    with serving(options.model) as (address, process):
        os.nice(NICE)
        desks = prepare(address, options.users, references(options.data))
        result = asyncio.run(work(address, process, desks, options))
    if options.out:
        options.out.write_text(json.dumps(result) + "\n", encoding="utf-8")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
