"""Runs what people send as regular expressions in limited processes that are kept warm.

Each person has one search at a time, and a whole search has one deadline; a process that passes it, or takes
more memory than it may, is ended, and the next search gets a new one.
"""

import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from synslator.errors import Busy, UsageProblem
from synslator.workbench.documents.expression_worker import MEGABYTES, Expression, FoundSpans, receive, send

SECONDS = 5.0
"""How long a search, or the check of segmentation rules, may take as a whole."""
PROCESSES = 3
"""Searches that are run at the same time."""
PATIENCE = 10.0
"""Seconds that a search waits for others to end."""
BATCH = 2000
"""Texts that are searched between two answers."""


class Expressions:
    """The processes that run expressions. May be used from any thread."""

    def __init__(self, seconds: float = SECONDS, patience: float = PATIENCE) -> None:
        self._seconds, self._patience = seconds, patience
        self._free = threading.Condition()
        self._idle: list[_Process] = []
        self._people: set[object] = set()
        self._busy: set[_Process] = set()
        self._closed = False

    def found(
        self, who: object, wanted: Expression, texts: Sequence[str]
    ) -> Generator[tuple[int, FoundSpans | None]]:
        """Yield for each text its place and what was found in it; whoever stops listening ends the search."""
        with self._process(who) as process:
            process.ask("look for", *wanted)
            for start in range(0, len(texts), BATCH):
                answers = process.ask("in", list(texts[start : start + BATCH]))
                yield from enumerate(answers, start)

    def check_rules(self, who: object, rules: str, language: str) -> None:
        """Refuse SRX rules that cannot be used for a language."""
        with self._process(who) as process:
            process.ask("rules", rules.encode(), language)

    def close(self) -> None:
        """End all processes."""
        with self._free:
            self._closed = True
            for process in [*self._idle, *self._busy]:
                process.end()
            self._idle.clear()
            self._free.notify_all()

    @contextmanager
    def _process(self, who: object) -> Iterator["_Process"]:
        process = self._taken(who)
        process.begin(self._seconds)
        try:
            yield process
        finally:
            process.rest()
            with self._free:
                self._people.discard(who)
                self._busy.discard(process)
                if process.usable and not self._closed:
                    self._idle.append(process)
                else:
                    process.end()
                self._free.notify_all()

    def _taken(self, who: object) -> "_Process":
        with self._free:
            ready = self._free.wait_for(
                lambda: self._closed or (who not in self._people and len(self._busy) < PROCESSES),
                self._patience,
            )
            if self._closed or not ready:
                raise Busy("Other searches are still running. Try again in a moment.")
            self._people.add(who)
            process = self._idle.pop() if self._idle else _Process()
            self._busy.add(process)
            return process


class _Process:
    """One process, which handles one search at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "synslator.workbench.documents.expression_worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._timer: threading.Timer | None = None
        self._late, self._seconds = False, 0.0
        self.usable = True

    def begin(self, seconds: float) -> None:
        """Start the deadline for what is asked from here on."""
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._stop)
        self._timer.daemon = True
        self._timer.start()

    def rest(self) -> None:
        """End the deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self.usable = self.usable and not self._late

    def ask(self, *order: Any) -> Any:
        """Have an order obeyed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            send(self._process.stdin, order)
            kind, answer = receive(self._process.stdout)
        except (OSError, EOFError, ValueError):
            self.usable = False
            raise UsageProblem(self._reason()) from None
        if kind == "refused":
            raise UsageProblem(answer)
        return answer

    def end(self) -> None:
        """End the process."""
        self.usable = False
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _stop(self) -> None:
        self._late = True
        self._process.kill()

    def _reason(self) -> str:
        if self._late:
            return (
                f"The expression takes more than {self._seconds:g} s."
                " Make it simpler, or search a single document."
            )
        return f"The expression takes more than {MEGABYTES} MiB of memory. Make it simpler."
