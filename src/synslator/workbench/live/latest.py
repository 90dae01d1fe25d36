"""Work in the background of which only the newest matters."""

import threading
from collections.abc import Callable

Work = Callable[[], None]


class Latest:
    """Has work done; one piece waits at most, the last. May be used from any thread."""

    def __init__(self, in_background: Callable[[Work], bool]) -> None:
        self._in_background = in_background
        self._lock = threading.Lock()
        self._waiting: Work | None = None

    def do(self, work: Work) -> None:
        """Have something done, in place of what waits."""
        with self._lock:
            begun, self._waiting = self._waiting is not None, work
        if not begun:
            self._in_background(self._next)

    def _next(self) -> None:
        with self._lock:
            work, self._waiting = self._waiting, None
        if work is not None:
            work()
