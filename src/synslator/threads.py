"""Threads: how many can work at once, and those of background loops, which show a fault and begin again."""

import os
import threading
import time
from collections.abc import Callable

from synslator.logs import Log

_log = Log("threads")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between a fault of a loop and its next begin; each fault in a row doubles them."""
RECENT = 60.0
"""Seconds for which a fault is told of."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()) or 1


class BackgroundThread:
    """Runs a loop until it returns. Its exceptions do not end it."""

    def __init__(self, name: str, loop: Callable[[], None]) -> None:
        self.name = name
        self._loop = loop
        self._ended = threading.Event()
        self._failed_at: float | None = None
        self._reason = ""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the loop runs, or is about to begin again."""
        return self._thread.is_alive()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end of a loop that was told to end, if it was begun."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout)

    @property
    def trouble(self) -> str:
        """What is wrong with the loop now; nothing while it is well, or was never begun."""
        if self._thread.ident is not None and not self._thread.is_alive() and not self._ended.is_set():
            return f"{self.name} has ended"
        if self._failed_at is not None and time.monotonic() - self._failed_at < RECENT:
            return f"{self.name} failed: {self._reason}"
        return ""

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            try:
                self._loop()
                return
            except Exception as error:
                self._failed_at, self._reason = time.monotonic(), type(error).__name__
                _log.error("a background loop failed and begins again", error=error, loop=self.name)
            if time.monotonic() - begun > RECENT:
                pause = FIRST_PAUSE
            if self._ended.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
