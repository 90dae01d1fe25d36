"""Two servers, PostgreSQL and twenty translators, while things are killed, paused and cut off.

`make chaos SECONDS=600` runs it. At the end every change that was acknowledged must be there, each
confirmation once in the memory, no job stuck, and both servers healthy.
"""

import argparse
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psycopg
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))

from postgres import new_database, running
from serving import Served, start
from talking import Api, greeted

EACH = 40
"""Segments of each translator."""


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


class Chaos:
    """What is done to the servers and to PostgreSQL."""

    def __init__(self, servers: list[Served], postgres: str, flags: list[str], dice: random.Random) -> None:
        self.servers, self.postgres, self.flags, self.dice = servers, postgres, flags, dice

    def kill_a_server(self) -> None:
        """Kill one, and start it again at the same address."""
        server = self.dice.choice(self.servers)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server.process = begun(server.data_folder, self.flags, server.port).process

    def pause_a_server(self) -> None:
        """Have one stand still for longer than its signs of life may fail."""
        server = self.dice.choice(self.servers)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(self.dice.uniform(1, 18))
        server.process.send_signal(signal.SIGCONT)

    def cut_off(self) -> None:
        """End every connection to the database, and let nobody in for a while."""
        with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
            connection.execute("ALTER DATABASE chaos ALLOW_CONNECTIONS false")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='chaos'")
            time.sleep(self.dice.uniform(0.5, 10))
            connection.execute("ALTER DATABASE chaos ALLOW_CONNECTIONS true")

    def lock_everything(self) -> None:
        """Hold the segments so that nobody can read or write them."""
        with psycopg.connect(f"{self.postgres}/chaos") as connection:
            connection.execute("LOCK TABLE segments IN ACCESS EXCLUSIVE MODE")
            time.sleep(self.dice.uniform(1, 15))

    def read_only(self) -> None:
        """Refuse what is written, as a full disk or a failover does."""
        for state in ("on", "off"):
            with psycopg.connect(f"{self.postgres}/postgres", autocommit=True) as connection:
                connection.execute("SET default_transaction_read_only = off")
                connection.execute(
                    f"ALTER DATABASE chaos SET default_transaction_read_only = {state}".encode()
                )
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='chaos'"
                )
            time.sleep(self.dice.uniform(1, 5))


def begun(folder: Path, flags: list[str], port: int = 0) -> Served:
    """Start a server and wait until it answers."""
    process = start(folder, *flags, port=port)
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Synslator is at "), line
    return Served(line.split()[3], folder, process)


def healthy(servers: list[Served], patience: float = 120) -> None:
    """Wait until every server can serve again."""
    for server in servers:
        end = time.monotonic() + patience
        while True:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{server.address}/api/health", timeout=30).status_code == 200:
                    break
            assert time.monotonic() < end, f"{server.address} does not become healthy"
            time.sleep(0.5)


def check(api: Api, translators: list[Translator], memory: int) -> int:
    """See to it that everything acknowledged is there; return how much that was."""
    checked = 0
    for one in translators:
        for segment, place in one.kept.items():
            found = api.get(f"/segments/{segment}")
            assert found["target"] in one.sent[segment][place:], (segment, found["target"])
            checked += 1
        for segment in one.confirmed:
            total = api.get(f"/memories/{memory}/entries", text=f"Segment {segment},")["total"]
            assert total == 1, (segment, total)
            checked += 1
    return checked


def main() -> int:
    """Make chaos for some seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--translators", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    dice = random.Random(given.seed)
    with ExitStack() as stack:
        postgres = stack.enter_context(running())
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="synslator-chaos-")))
        url = new_database(postgres, "chaos")
        flags = ["--demo", "false", "--model", "none", "--database-url", url]
        servers = [begun(folder / name, flags) for name in ("one", "two")]
        for server in servers:
            stack.callback(lambda server=server: server.process.kill())
        with Api(servers[0].address) as api:
            project = api.project(propagation="off")
            lines = [f"第{number}条备份任务。" for number in range(given.translators * EACH)]
            segments = api.document(project["id"], *lines)
            stop = threading.Event()
            translators = [
                Translator(
                    servers,
                    segments[0]["document"],
                    [one["id"] for one in segments[number :: given.translators]],
                    random.Random(dice.random()),
                    stop,
                )
                for number in range(given.translators)
            ]
            threads = [threading.Thread(target=one.work, daemon=True) for one in translators]
            for thread in threads:
                thread.start()
            chaos = Chaos(servers, postgres, flags, dice)
            kinds: list[Callable[[], None]] = [
                chaos.kill_a_server,
                chaos.pause_a_server,
                chaos.cut_off,
                chaos.lock_everything,
                chaos.read_only,
            ]
            end, done = time.monotonic() + given.seconds, list[str]()
            while time.monotonic() < end:
                kind = dice.choice(kinds)
                done.append(kind.__name__)
                job = f"/documents/{segments[0]['document']}/check"
                with suppress(httpx.HTTPError, AssertionError):
                    api.post(job, status=202)
                kind()
                time.sleep(dice.uniform(1, 6))
            healthy(servers)
            stop.set()
            for thread in threads:
                thread.join(timeout=150)
            time.sleep(2)
            checked = check(api, translators, project["memories"][0]["memory"])
            for ended in (api.wait(one["id"]) for one in api.get("/jobs")):
                assert ended["state"] in ("done", "failed", "cancelled")
        for server in servers:
            server.stop()
    acts = ", ".join(f"{done.count(name)} × {name}" for name in sorted(set(done)))
    troubles = sum(one.troubles for one in translators)
    print(f"seed {given.seed}: {acts}; {troubles} interruptions; {checked} acknowledged changes, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
