"""Servers, PostgreSQL, a search server and twenty translators, while things are killed, paused and cut off.

`make chaos SECONDS=600` runs it. Two servers share PostgreSQL, and the search server where there is one; a
third has a database in a file. At the end every change that was acknowledged must be there, each confirmation
once in the memory and found by it, no job stuck, all servers healthy, and no fault in their logs.
"""

import argparse
import random
import signal
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

import postgres
from chaos.faults import CLOCK, Begun, Chaos, Wire
from chaos.translators import Team
from postgres import new_database
from searchserver import Node, free_port, start_program, wait_for

EACH = 40
"""Segments of each translator."""
ALONE = 4
"""How many of the translators work at the server with a database in a file."""
PATIENCE = 120.0


def searching(stack: ExitStack, folder: Path) -> tuple[Node, Wire] | None:
    """Start a search server, if there is one, behind a wire that can be cut."""
    try:
        program = start_program()
    except BaseException as reason:
        print(f"without a search server: {reason}", flush=True)
        return None
    port = free_port()
    node = Node(program, folder / "search", port, ("node1", str(free_port()), ""))
    stack.callback(node.kill)
    wait_for([node], 1)
    return node, Wire(port)


def healthy(begun: list[Begun]) -> None:
    """Wait until every server can serve again, and finds what is in the memories."""
    for one in begun:
        end, said = time.monotonic() + PATIENCE, ""
        while True:
            with suppress(httpx.HTTPError):
                answer = httpx.get(f"{one.server.address}/api/health", timeout=30)
                said = answer.text
                if answer.status_code == 200 and answer.json()["index"]["state"] == "ready":
                    break
            assert time.monotonic() < end, f"{one.server.address} does not become healthy: {said}"
            time.sleep(0.5)


def main() -> int:
    """Make chaos for some seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--translators", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    dice = random.Random(given.seed)
    # Whoever ends this ends what it has started too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    with ExitStack() as stack:
        database = stack.enter_context(postgres.own_server())
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="synslator-chaos-")))
        (folder / "clock").mkdir()
        (folder / "clock" / "sitecustomize.py").write_text(CLOCK)
        environment = {"PYTHONPATH": f"{folder / 'clock'}:{Path(__file__).parents[2] / 'src'}"}
        search = searching(stack, folder)
        flags = ["--demo", "false", "--model", "none"]
        shared = [*flags, "--database-url", new_database(database.address, "chaos")]
        if search is not None:
            shared += [
                "--memory-backend",
                "elasticsearch",
                "--memory-url",
                f"http://127.0.0.1:{search[1].port}",
            ]
        begun = list[Begun]()
        for name, chosen in (("one", shared), ("two", shared), ("alone", flags)):
            begun.append(Begun.new(folder / name, chosen, environment))
            stack.callback(lambda one=begun[-1]: one.server.process.kill())
        teams = [
            Team([one.server for one in begun[:2]], given.translators - ALONE, EACH, dice),
            Team([begun[2].server], ALONE, EACH, dice),
        ]
        chaos = Chaos(begun, database, dice)
        chaos.search = search
        end, done = time.monotonic() + given.seconds, list[str]()
        while time.monotonic() < end:
            kind = dice.choice(chaos.kinds())
            done.append(kind.__name__)
            for team in teams:
                with suppress(httpx.HTTPError, AssertionError):
                    team.begin_job()
            print(f"{time.strftime('%H:%M:%S')} {kind.__name__}", flush=True)
            kind()
            time.sleep(dice.uniform(1, 6))
        healthy(begun)
        for team in teams:
            team.end()
        healthy(begun)
        checked = sum(team.check() for team in teams)
        logs = [one.server.log for one in begun]
        for one in begun:
            one.server.stop()
        faults = [
            line for log in logs for line in log.splitlines() if '"fault"' in line or "Traceback" in line
        ]
        assert not faults, faults[:5]
    acts = ", ".join(f"{done.count(name)} × {name}" for name in sorted(set(done)))
    troubles = sum(one.troubles for team in teams for one in team.people)
    print(f"seed {given.seed}: {acts}; {troubles} interruptions; {checked} acknowledged changes, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
