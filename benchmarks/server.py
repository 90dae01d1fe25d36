"""How many people can type at once: simulated translators on one server, over real WebSockets.

    python benchmarks/server.py [--model PACKAGE] [--data DATA] [--users 5,10,20,…] [--seconds N] [--rate N]

Each translator has a document of their own, types references of `it/test` character by character at a steady
rate (4 keystrokes a second), confirms each segment and goes on to the next. A keystroke's time runs from its
being sent until a completion for it or for a newer one is there, so that slowness cannot hide behind answers
that were never given. The translators run in this process, beside the server on the same cores. Every level
is measured for some seconds; the last line is one JSON object: `users`, the most that had p95 at most 300 ms
without an error, their `p95_ms`, the errors of all levels, and the whole curve. `ratio` is their p95 beside
the server's own time for a completion; `cpu_ms` is the processor time that the server took for a keystroke,
which says how many it could bear on a machine that nobody else uses. `typists_cpu_ms` is what the translators
themselves took; they run with a niceness, so that the server comes first. With `--import-units` a memory of
so many units is imported while the last level types again: `p95_import_ms` beside `p95_ms` of that level, and
`import_s`.
"""

import argparse
import asyncio
import json
import lzma
import math
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from synslator.settings import shipped_model
from synslator.workbench.projects.demo_texts import MEMORY

TARGET_MS = 300.0
LOST_AFTER = 20.0
"""Seconds after which an answer is counted as lost."""
NICE = 5
"""Of the translators, which in truth sit at machines of their own."""
SEGMENTS = 40
"""Of each translator's document."""


@dataclass
class Measured:
    """What one level showed."""

    users: int
    waits: list[float] = field(default_factory=list)
    """Milliseconds from a keystroke to a completion."""
    own: list[float] = field(default_factory=list)
    """What the server says that the completions took."""
    confirms: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    cpu: float = 0.0
    """Seconds of processor time that the server took."""
    own_cpu: float = 0.0
    """Seconds that the translators took."""

    def summary(self) -> dict[str, Any]:
        """Return the figures of the level."""
        return {
            "users": self.users,
            "keystrokes": len(self.waits),
            "p50_ms": percentile(self.waits, 50),
            "p95_ms": percentile(self.waits, 95),
            "server_p95_ms": percentile(self.own, 95),
            "confirm_p95_ms": percentile(self.confirms, 95),
            "cpu_ms": round(self.cpu * 1000 / max(1, len(self.waits)), 1),
            "typists_cpu_ms": round(self.own_cpu * 1000 / max(1, len(self.waits)), 1),
            "errors": sum(self.errors.values()),
        }


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that so many percent do not exceed."""
    ordered = sorted(values)
    return round(ordered[math.ceil(len(ordered) * share / 100) - 1], 1) if ordered else 0.0


def references(data: Path) -> list[tuple[str, str]]:
    """Pairs to type: of the test set where it is, otherwise those of the demo."""
    path = data / "it/test.tsv.xz"
    if not path.exists():
        return list(MEMORY)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        pairs = [(a, b) for a, _, b in (line.rstrip("\n").partition("\t") for line in lines)]
    return [pair for pair in pairs if 8 <= len(pair[0]) <= 60 and 20 <= len(pair[1]) <= 120]


class Translator:
    """Types the segments of one document."""

    def __init__(
        self,
        address: str,
        name: str,
        document: int,
        work: list[tuple[int, str]],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.url = address.replace("http", "ws", 1) + f"/api/documents/{document}/live"
        self.name, self.work, self.headers = name, work, dict(headers or {})
        self.seq = 0
        self.sent: dict[int, float] = {}
        """Keystrokes that wait for a completion: when each was sent."""
        self.confirmed: asyncio.Future[None] | None = None

    async def run(self, measured: Measured, rate: float, until: float) -> None:
        """Work until it is time to stop."""
        try:
            async with connect(
                self.url, max_size=1 << 24, additional_headers=self.headers, open_timeout=LOST_AFTER
            ) as connection:
                await connection.send(json.dumps({"type": "hello", "protocol": 1, "client": self.name}))
                listening = asyncio.create_task(self.listen(connection, measured))
                await self.translate(connection, measured, rate, until)
                end = time.perf_counter() + LOST_AFTER
                while self.sent and time.perf_counter() < end and not listening.done():
                    await asyncio.sleep(0.02)
                measured.errors["lost"] += len(self.sent)
                listening.cancel()
        except (WebSocketException, OSError) as error:
            measured.errors[type(error).__name__] += 1

    async def translate(
        self, connection: ClientConnection, measured: Measured, rate: float, until: float
    ) -> None:
        """Type one segment after the other."""
        # Nobody begins at the same moment as the others.
        await asyncio.sleep(hash(self.name) % 100 / 100 / rate)
        due = time.perf_counter()
        for segment, text in self.work:
            await self.send(connection, type="open", segment=segment)
            for end in range(1, len(text) + 1):
                due += 1 / rate
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if time.perf_counter() >= until:
                    return
                seq = await self.send(connection, type="edit", segment=segment, text=text[:end])
                self.sent[seq] = time.perf_counter()
            self.confirmed = asyncio.get_running_loop().create_future()
            begun = time.perf_counter()
            await self.send(connection, type="confirm", segment=segment, text=text)
            try:
                await asyncio.wait_for(self.confirmed, LOST_AFTER)
            except TimeoutError:
                measured.errors["unconfirmed"] += 1
                return
            measured.confirms.append((time.perf_counter() - begun) * 1000)

    async def send(self, connection: ClientConnection, **message: Any) -> int:
        """Send a message under the next number."""
        self.seq += 1
        await connection.send(json.dumps(message | {"seq": self.seq}))
        return self.seq

    async def listen(self, connection: ClientConnection, measured: Measured) -> None:
        """Note when each answer comes."""
        async for text in connection:
            now, message = time.perf_counter(), json.loads(text)
            if message["type"] == "completion":
                measured.own.append(message["ms"])
                for seq in [seq for seq in self.sent if seq <= message["seq"]]:
                    measured.waits.append((now - self.sent.pop(seq)) * 1000)
            elif message["type"] == "confirmed" and self.confirmed:
                # What was typed before it needs no completion any more.
                self.sent.clear()
                self.confirmed.set_result(None)
            elif message["type"] in ("failed", "conflict"):
                measured.errors[message.get("code", "conflict")] += 1


def processor_seconds(process: int) -> float:
    """Processor time that a process has taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    model: Path, *flags: str, before: Callable[[Path], None] | None = None
) -> Iterator[tuple[str, int]]:
    """Run a server on a data folder of its own, in which something may be made first."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        if before is not None:
            before(Path(folder))
        command = [sys.executable, "-c", "from synslator.cli import main; main()", "serve"]
        command += ["--port", str(port), "--data-folder", folder, "--model", str(model), "--demo", "false"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SYNSLATOR_")}
        process = subprocess.Popen(
            [*command, "--log-level", "warning", *flags], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert line.startswith("Synslator is at "), line
            yield line.split()[3], process.pid
        finally:
            process.terminate()
            process.wait()
            assert process.stdout
            process.stdout.close()


def prepare(api: httpx.Client, users: int, pairs: Sequence[tuple[str, str]]) -> list[list[tuple[int, str]]]:
    """Create a project for each translator, with a document to translate; return what each is to type."""
    work = []
    for user in range(users):
        settings = {"draft": False, "propagation": "off"}
        new = {"source_language": "zh", "target_language": "en", "settings": settings}
        project = api.post("/projects", json={"name": f"{users}-{user}", **new}).json()["id"]
        mine = [pairs[(user * 17 + n * 7) % len(pairs)] for n in range(SEGMENTS)]
        content = "\n".join(source for source, _ in mine).encode()
        path = f"/projects/{project}/documents?name=text.txt&segmentation=line"
        document = api.post(path, content=content).json()["document"]["id"]
        segments = api.get(f"/documents/{document}/segments").json()["segments"]
        work.append([(one["id"], target) for one, (_, target) in zip(segments, mine, strict=False)])
    return work


async def level(
    address: str,
    work: list[list[tuple[int, str]]],
    rate: float,
    seconds: float,
    headers: Sequence[Mapping[str, str]] = (),
) -> Measured:
    """Let as many translators as there is work for type for a while; `headers` say who each of them is."""
    measured = Measured(len(work))
    who = headers or [{}] * len(work)
    async with httpx.AsyncClient(base_url=address + "/api", timeout=60) as api:
        documents = [
            (await api.get(f"/segments/{mine[0][0]}", headers=dict(one))).json()["document"]
            for mine, one in zip(work, who, strict=True)
        ]
    until = time.perf_counter() + seconds
    people = [
        Translator(address, f"translator-{len(work):03}-{n:03}", document, mine, one)
        for n, (document, mine, one) in enumerate(zip(documents, work, who, strict=True))
    ]
    await asyncio.gather(*(one.run(measured, rate, until) for one in people))
    return measured


def beside_import(
    address: str,
    api: httpx.Client,
    alone: dict[str, Any],
    options: argparse.Namespace,
    pairs: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Let as many as in the last level type again while a large memory is imported."""
    work = prepare(api, alone["users"], pairs)
    project = api.post(
        "/projects", json={"name": "imported", "source_language": "zh", "target_language": "en"}
    ).json()
    memory = project["memories"][0]["memory"]
    begun = time.perf_counter()
    path = f"/memories/{memory}/import?name=large.tmx&project={project['id']}"
    job = api.post(path, content=tmx(options.import_units), timeout=600).raise_for_status().json()
    measured = asyncio.run(level(address, work, options.rate, options.seconds))
    state = api.get(f"/jobs/{job['id']}").json()
    beside = measured.summary()
    print(json.dumps({"importing": state["state"], "done": state["done"]} | beside), flush=True)
    while state["state"] in ("waiting", "running"):
        time.sleep(0.5)
        state = api.get(f"/jobs/{job['id']}").json()
    return {
        "import_units": options.import_units,
        "import_state": state["state"],
        "import_s": round(time.perf_counter() - begun),
        "p95_alone_ms": alone["p95_ms"],
        "p95_import_ms": beside["p95_ms"],
        "import_ratio": round(beside["p95_ms"] / alone["p95_ms"], 2),
        "import_errors": beside["errors"],
    }


def tmx(units: int) -> bytes:
    """Return a memory of so many units, no two alike."""
    head = (
        '<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header creationtool="bench"'
        ' creationtoolversion="1" segtype="sentence" o-tmf="none" adminlang="en" srclang="zh"'
        ' datatype="plaintext"/><body>'
    )
    parts = [head]
    for number in range(units):
        source, target = MEMORY[number % len(MEMORY)]
        for language, text in (("zh", f"第{number}条：{source}"), ("en", f"Item {number}: {target}")):
            opening = "<tu>" if language == "zh" else ""
            parts.append(f'{opening}<tuv xml:lang="{language}"><seg>{escape(text)}</seg></tuv>')
        parts.append("</tu>")
    return "".join([*parts, "</body></tmx>"]).encode()


def main() -> None:
    """Measure level after level."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--model", type=Path, default=Path(os.environ.get("SYNSLATOR_MODEL", shipped_model()))
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--users", default="5,10,20,30,40,60", help="levels, parted by commas")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each level")
    parser.add_argument("--import-units", type=int, default=0, help="of a memory that is imported meanwhile")
    parser.add_argument("--rate", type=float, default=4.0, help="keystrokes a second of each translator")
    options = parser.parse_args()
    pairs, curve, errors = references(options.data), [], Counter[str]()
    with (
        serving(options.model) as (address, process),
        httpx.Client(base_url=address + "/api", timeout=60) as api,
    ):
        os.nice(NICE)
        while api.get("/health").json()["model"]["state"] == "present":
            time.sleep(0.2)
        for users in (int(one) for one in options.users.split(",")):
            work = prepare(api, users, pairs)
            before, own = processor_seconds(process), time.process_time()
            measured = asyncio.run(level(address, work, options.rate, options.seconds))
            measured.cpu = processor_seconds(process) - before
            measured.own_cpu = time.process_time() - own
            curve.append(measured.summary())
            errors += measured.errors
            print(json.dumps(curve[-1] | {"kinds": dict(measured.errors)}), flush=True)
        importing = beside_import(address, api, curve[-1], options, pairs) if options.import_units else {}
    good = [one for one in curve if one["p95_ms"] <= TARGET_MS and not one["errors"]]
    best = max(good, key=lambda one: one["users"], default=None)
    print(
        json.dumps(
            {
                "benchmark": "server",
                "model": options.model.name,
                "rate": options.rate,
                "users": best["users"] if best else 0,
                "p95_ms": best["p95_ms"] if best else None,
                "ratio": round(best["p95_ms"] / best["server_p95_ms"], 2) if best else None,
                "errors": sum(errors.values()),
                "curve": curve,
            }
            | importing
        )
    )


if __name__ == "__main__":
    main()
