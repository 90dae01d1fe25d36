"""A standing enemy of the readers: damaged documents, memories, termbases, packages, expressions and rules.

`make fuzz SECONDS=600` runs it. What reaches a line of the program that nothing has reached before is damaged
further. An input that ends in anything but a result or a refusal, or takes more than it may, is kept in
`tests/fuzz/corpus`, which every run of the tests reads again.
"""

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.coverage import Coverage
from fuzz.mutations import mutated
from fuzz.targets import LIMITED, TARGETS, documented, seeds
from synslator.errors import SynslatorError

CORPUS = Path(__file__).parent / "corpus"
SECONDS = 20
"""Of the processor that one input may take."""
MEGABYTES = 2048
"""How much the whole process may take."""
LARGEST_KEPT = 64 << 10
"""Bytes of an input that is damaged further at most."""


class Attacks:
    """Damaged inputs without end. Without following what they reach, they are the same for each seed.

    Which lines were reached before depends on what else the process has done; so what follows them differs.
    """

    def __init__(self, seed: int, follow: bool = True) -> None:
        self._dice, self._follow = random.Random(seed), follow
        self._pool = {name: [data] for name, data in seeds().items()}
        self._names = sorted(self._pool)
        self._coverage = Coverage()
        self.tried = 0
        for name in self._names:
            self._attack(name, self._pool[name][0])

    @property
    def kept(self) -> int:
        """Inputs that were worth damaging further."""
        return sum(map(len, self._pool.values())) - len(self._pool)

    @property
    def reached(self) -> int:
        """Lines of the program that were reached."""
        return self._coverage.reached

    def __iter__(self) -> Iterator[tuple[str, bytes, str]]:
        """Yield inputs with their names, and what is wrong with how each was dealt with."""
        while True:
            name = self._dice.choice(self._names)
            # What was kept last was not damaged much yet.
            known = self._pool[name]
            data = known[-1] if self._dice.random() < 0.3 else self._dice.choice(known)
            data = mutated(data, known, self._dice)
            yield name, data, self._attack(name, data)

    def _attack(self, name: str, data: bytes) -> str:
        before = self._coverage.reached
        with self._coverage if self._follow else nullcontext():
            wrong = attack(data, name)
        self.tried += 1
        if self._coverage.reached > before and len(data) <= LARGEST_KEPT and data not in self._pool[name]:
            self._pool[name].append(data)
        return wrong


def attack(data: bytes, name: str) -> str:
    """Try an input; return what is wrong with how it is dealt with, if anything is."""
    try:
        with no_longer_than(SECONDS):
            TARGETS.get(name, documented)(data, name)
    except SynslatorError:
        return ""
    except (MemoryError, RecursionError) as error:
        return "" if name in LIMITED else traceback.format_exc(limit=-3) or str(error)
    except Exception:
        return traceback.format_exc(limit=-3)
    return ""


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what takes more of the processor; how busy the machine is does not count."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main() -> int:
    """Attack for some seconds; keep what is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    attacks, found = Attacks(given.seed), set[str]()
    end = time.monotonic() + given.seconds
    for name, data, wrong in attacks:
        if wrong and wrong.splitlines()[-1] not in found:
            found.add(wrong.splitlines()[-1])
            (CORPUS / f"{given.seed}-{attacks.tried}-{name}").write_bytes(data)
            with suppress(OSError):
                print(f"{name}: {wrong}", flush=True)
        if time.monotonic() > end:
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"seed {given.seed}: {attacks.tried} inputs, {attacks.kept} of them reached something new,"
        f" {attacks.reached} lines in all; {len(found)} kinds of findings, {peak} MB at most"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
