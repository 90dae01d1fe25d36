"""What attackers do to those who work: idle connections, floods and half requests beside ten typists.

    python benchmarks/flood.py [--model PACKAGE] [--users N] [--idle N] [--seconds N] [--out FILE]

A server with accounts. Ten translators type as in `server.py`; then again while other processes keep
thousands of sockets open (four in five of them signed in, in documents that they share, the others silent),
ten clients flood the server as fast as it answers (five of them signed in), and half requests come letter by
letter. The two are measured in turns, `--rounds` times, because other work on the machine moves both. The
attackers run on the same cores with the greatest niceness. The last line is one JSON object: `alone` and
`attacked` with the figures of each round, `ratio`, the ratio of their median p95, and what the attackers did.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server import NICE, level, prepare, processor_seconds, references, serving
from synslator.settings import Settings, shipped_model
from synslator.workbench.services import open_services

PASSWORD = "five quiet herons at dawn"
PAGES = 180
"""Idle pages of one person; a few more are allowed."""
HALVES = 500
"""Half requests at the same time."""
KINDS = 5
"""Floods of those who are signed in, and as many of those who are not."""
TROUBLE = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, asyncio.IncompleteReadError)


def make_people(users: int, attackers: int) -> Callable[[Path], None]:
    """Return what makes accounts and tokens in a data folder, and leaves the tokens there."""

    def make(folder: Path) -> None:
        tokens: dict[str, list[str]] = {"users": [], "attackers": []}
        settings = Settings(data_folder=folder, model=folder / "none", accounts=True, demo=False)
        with open_services(settings) as (services, _):
            for kind, count in (("users", users), ("attackers", attackers)):
                for number in range(count):
                    login = f"{kind}{number}"
                    services.accounts.add(login, PASSWORD, "manager", organisation="Acme")
                    tokens[kind].append(services.accounts.add_token(login, "bench", "write")[1])
        (folder / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")

    return make


def bearer(token: str) -> dict[str, str]:
    """Return the header of a token."""
    return {"Authorization": f"Bearer {token}"}


class Attack:
    """What one process of attackers does until it is ended."""

    def __init__(self, address: str, order: dict[str, Any]) -> None:
        self.address, self.order = address, order
        self.host, _, port = address.removeprefix("http://").partition(":")
        self.port = int(port)
        self.done: Counter[str] = Counter()
        self.url = address.replace("http", "ws", 1) + "/api/documents/{}/live"

    async def run(self) -> None:
        """Begin everything that was ordered; say when the idle sockets are open."""
        work = [self.again(one) for one in self.floods()]
        idle = [self.page(token, document) for token, document in self.order["pages"]]
        silent = [self.again(self.silence) for _ in range(self.order["silent"])]
        halves = [self.again(self.half) for _ in range(HALVES)]
        tasks = [asyncio.create_task(one) for one in (*idle, *silent, *halves)]
        while self.done["idle pages"] < len(idle) and self.done["failed pages"] < len(idle) // 2:
            await asyncio.sleep(0.2)
        tasks += [asyncio.create_task(one) for one in work]
        print(json.dumps({"open": self.done["idle pages"] + len(silent)}), flush=True)
        await asyncio.gather(*tasks)

    async def again(self, one: Callable[[], Awaitable[None]]) -> None:
        """Do something over and over, whatever the server does about it."""
        while True:
            try:
                await one()
            except TROUBLE as error:
                self.done[f"{one.__name__}: {type(error).__name__}"] += 1
                await asyncio.sleep(0.05)

    async def page(self, token: str, document: int) -> None:
        """Have a document open and do nothing; come again when put out."""
        while True:
            async with self._opening:
                try:
                    socket = await connect(
                        self.url.format(document), additional_headers=bearer(token), open_timeout=60
                    )
                    hello = {"type": "hello", "protocol": 1, "client": f"idle-{self.done['idle pages']:06}"}
                    await socket.send(json.dumps(hello))
                except TROUBLE as error:
                    self.done["failed pages"] += 1
                    self.done[f"page: {type(error).__name__}"] += 1
                    await asyncio.sleep(0.2)
                    continue
                self.done["idle pages"] += 1
            try:
                async for _ in socket:
                    self.done["heard by idle pages"] += 1
            except WebSocketException:
                pass
            self.done["idle pages"] -= 1
            self.done["idle pages that were closed"] += 1

    async def silence(self) -> None:
        """Connect and say nothing."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            await reader.read()
        finally:
            writer.close()
        self.done["silent connections closed"] += 1

    async def half(self) -> None:
        """Send the head of a request letter by letter."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            for letter in b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Wait: " + b"x" * 1000:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(2)
                if reader.at_eof():
                    break
        finally:
            writer.close()
        self.done["half requests closed"] += 1

    def floods(self) -> list[Callable[[], Awaitable[None]]]:
        """Return the floods, of those who are signed in and of those who are not."""
        self._opening = asyncio.Semaphore(20)
        self._api = httpx.AsyncClient(base_url=self.address + "/api", timeout=60)
        known = [self.edits, self.opens, self.pings, self.lists, self.searches]
        unknown = [self.passwords, self.wrong_tokens, self.bodies, self.strange_pages, self.start_pages]
        return [*known, *unknown] if self.order["floods"] else []

    async def edits(self) -> None:
        """Edit one segment as fast as it is taken."""
        await self._live(0, {"type": "edit", "text": "Click, click 1 2 3  and again " * 100})

    async def opens(self) -> None:
        """Open segment after segment, where many others hear of it."""
        await self._live(1, {"type": "open"})

    async def pings(self) -> None:
        """Send what is no message."""
        await self._live(2, {"type": "nothing", "text": "x" * 1000})

    async def _live(self, number: int, message: dict[str, Any]) -> None:
        flood = self.order["floods"][number]
        segments = flood["segments"]
        async with connect(
            self.url.format(flood["document"]),
            additional_headers=bearer(flood["token"]),
            open_timeout=60,
            max_size=1 << 26,
        ) as socket:

            async def listen() -> None:
                async for _ in socket:
                    pass

            listening = asyncio.create_task(listen())
            try:
                hello = {"type": "hello", "protocol": 1, "client": f"flooding-{number}"}
                await socket.send(json.dumps(hello))
                await socket.send(json.dumps({"type": "open", "seq": 1, "segment": segments[0]}))
                for seq in range(2, 1 << 40):
                    segment = segments[seq % len(segments)] if message["type"] == "open" else segments[0]
                    await socket.send(json.dumps({**message, "seq": seq, "segment": segment}))
                    self.done[f"flood of {message['type']}"] += 1
                    await asyncio.sleep(0)
            finally:
                listening.cancel()

    async def lists(self) -> None:
        """Ask for lists."""
        flood = self.order["floods"][3]
        await self._ask("GET", f"/documents/{flood['document']}/segments", headers=bearer(flood["token"]))

    async def searches(self) -> None:
        """Search for an expression that takes long."""
        flood = self.order["floods"][4]
        query = {"text": "(?:(a?)(a?)(a?)){2000}", "expression": True, "side": "source"}
        path = f"/projects/{flood['project']}/search"
        await self._ask("POST", path, json=query, headers=bearer(flood["token"]))

    async def passwords(self) -> None:
        """Guess passwords, each for another login."""
        login = f"users{self.done['answers 401'] % 10}"
        await self._ask("POST", "/session", json={"login": login, "password": "a wrong one"})

    async def wrong_tokens(self) -> None:
        """Guess tokens."""
        await self._ask("GET", "/projects", headers=bearer("syn_wrong"))

    async def bodies(self) -> None:
        """Send as much as somebody may whom nobody knows."""
        await self._ask("POST", "/projects", content=b'{"name": "' + b"x" * 60_000 + b'"}')

    async def strange_pages(self) -> None:
        """Ask for a live session without having signed in."""
        async with connect(self.url.format(1), open_timeout=60):
            self.done["strangers let in"] += 1

    async def start_pages(self) -> None:
        """Load the page."""
        await self._ask("GET", self.address)

    async def _ask(self, method: str, path: str, **options: Any) -> None:
        answer = await self._api.request(method, path, **options)
        self.done[f"answers {answer.status_code}"] += 1
        self.done[sys._getframe(1).f_code.co_name] += 1


def attack(address: str) -> None:
    """Do what the standard input orders until the process is ended; then say what was done."""
    os.nice(19)
    order = json.loads(sys.stdin.readline())
    one = Attack(address, order)

    async def until_ended() -> None:
        running = asyncio.create_task(one.run())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        try:
            await running
        except asyncio.CancelledError:
            print(json.dumps(dict(one.done)), flush=True)
        os._exit(0)

    asyncio.run(until_ended())


def orders(api: httpx.Client, tokens: list[str], idle: int) -> list[dict[str, Any]]:
    """Make a document for every attacker; return what two processes of them are to do."""
    desks = []
    for token in tokens:
        api.headers["Authorization"] = f"Bearer {token}"
        [mine] = prepare(api, 1, [(f"第{n}条规则。", f"Rule {n}.") for n in range(40)])
        segment = api.get(f"/segments/{mine[0][0]}").json()
        project = api.get(f"/documents/{segment['document']}").json()["project"]
        desks.append(
            {
                "token": token,
                "document": segment["document"],
                "project": project,
                "segments": [one for one, _ in mine],
            }
        )
    pages = [(desks[n // PAGES]["token"], desks[n // PAGES]["document"]) for n in range(idle * 4 // 5)]
    floods = [*desks[-KINDS:]]
    # One flood is where many others listen.
    floods[1] = {**desks[0]}
    half = len(pages) // 2
    silent = idle - len(pages)
    return [
        {"pages": pages[:half], "silent": silent // 2, "floods": floods},
        {"pages": pages[half:], "silent": silent - silent // 2, "floods": []},
    ]


def started(address: str, order: dict[str, Any]) -> subprocess.Popen[str]:
    """Start a process of attackers."""
    command = [sys.executable, __file__, "--attack", address]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    return process


def ended(process: subprocess.Popen[str]) -> dict[str, int]:
    """End attackers; return what they have done."""
    process.terminate()
    said, _ = process.communicate(timeout=60)
    found: dict[str, int] = json.loads(said.splitlines()[-1])
    return found


def main() -> None:
    """Measure alone and attacked, in turns."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--attack", default="", help=argparse.SUPPRESS)
    parser.add_argument(
        "--model", type=Path, default=Path(os.environ.get("SYNSLATOR_MODEL", shipped_model()))
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--users", type=int, default=10)
    parser.add_argument("--idle", type=int, default=5000, help="sockets that are open and silent")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rate", type=float, default=4.0, help="keystrokes a second of each translator")
    parser.add_argument("--out", type=Path, help="a file for the result, too")
    options = parser.parse_args()
    _allow_files()
    if options.attack:
        attack(options.attack)
        return
    people = -(-options.idle * 4 // 5 // PAGES) + KINDS
    tokens: dict[str, list[str]] = {}
    make = make_people(options.users, people)

    def before(folder: Path) -> None:
        make(folder)
        tokens.update(json.loads((folder / "tokens.json").read_text(encoding="utf-8")))

    with (
        serving(options.model, "--accounts", "true", before=before) as (address, process),
        httpx.Client(base_url=address + "/api", timeout=60) as api,
    ):
        result = measured(address, process, api, tokens, options)
    if options.out:
        options.out.write_text(json.dumps(result) + "\n", encoding="utf-8")
    print(json.dumps(result))


def measured(
    address: str, process: int, api: httpx.Client, tokens: dict[str, list[str]], options: argparse.Namespace
) -> dict[str, Any]:
    """Measure, in turns, ten translators alone and attacked."""
    os.nice(NICE)
    while api.get("/health").json()["model"]["state"] == "present":
        time.sleep(0.2)
    orders_ = orders(api, tokens["attackers"], options.idle)
    headers = [bearer(token) for token in tokens["users"]]
    found: dict[str, list[Any]] = {"alone": [], "attacked": [], "done": []}
    for turn in range(options.rounds):
        for how in ("alone", "attacked"):
            api.headers["Authorization"] = f"Bearer {tokens['users'][0]}"
            work = prepare(api, options.users, references(options.data))
            attackers = [started(address, one) for one in orders_] if how == "attacked" else []
            for one in attackers:
                assert one.stdout
                print(one.stdout.readline().strip(), flush=True)
            used = processor_seconds(process)
            seen = asyncio.run(level(address, work, options.rate, options.seconds, headers))
            seen.cpu = processor_seconds(process) - used
            found["done"] += [ended(one) for one in attackers]
            found[how].append(seen.summary() | {"kinds": dict(seen.errors)})
            print(json.dumps({"turn": turn, how: found[how][-1]}), flush=True)
    alone, attacked = ([one["p95_ms"] for one in found[how]] for how in ("alone", "attacked"))
    return {
        "benchmark": "flood",
        "idle": options.idle,
        "half_requests": 2 * HALVES,
        "floods": 2 * KINDS,
        "ratio": round(statistics.median(attacked) / statistics.median(alone), 2),
        **found,
    }


def _allow_files() -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
