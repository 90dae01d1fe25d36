"""The thread that keeps indexes up to date, so that neither a lookup nor a confirm ever waits for one.

A memory wakes it when its tail is long, or when its index is damaged or away. An index that cannot be
written is tried again after a while, at first soon and then less often.
"""

import threading
import time
from collections.abc import Callable
from types import TracebackType

from synslator.logs import Log
from synslator.memory.lookup import TranslationMemory
from synslator.threads import BackgroundThread

_log = Log("memory")

FIRST_RETRY, LAST_RETRY = 0.5, 15.0


class IndexMaintainer:
    """Updates the indexes of memories in the background from `start` until `stop`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._due: dict[int, tuple[float, float, TranslationMemory]] = {}
        """Memory -> when to update it, how long to wait after a failure, the memory."""
        self._stopping = False
        self.thread = BackgroundThread("memory keeper", self._run)

    def __enter__(self) -> "IndexMaintainer":
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End after the work in hand."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self.thread.join()

    def wake(self, memory: TranslationMemory) -> None:
        """Have a memory's index updated soon; one that is waiting for another try goes on waiting."""
        with self._changed:
            if memory.id not in self._due:
                self._due[memory.id] = (self._clock(), FIRST_RETRY, memory)
                self._changed.notify()

    def _run(self) -> None:
        while due := self._next():
            delay, memory = due
            try:
                done = memory.update()
            except Exception as error:
                # Whatever it was, the other memories still need updating and this one another try.
                _log.error("tending failed", error=error, memory=memory.id)
                done = False
            if not done:
                with self._changed:
                    later = min(LAST_RETRY, delay * 2)
                    self._due.setdefault(memory.id, (self._clock() + delay, later, memory))

    def _next(self) -> tuple[float, TranslationMemory] | None:
        """Wait for the next memory that is due; None when it is time to stop."""
        with self._changed:
            while not self._stopping:
                at, delay, memory = min(
                    self._due.values(), key=lambda due: due[0], default=(float("inf"), 0.0, None)
                )
                left = at - self._clock()
                if memory is not None and left <= 0:
                    del self._due[memory.id]
                    return delay, memory
                self._changed.wait(None if memory is None else left)
        return None
