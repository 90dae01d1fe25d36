"""Progress of long work.

Code that does long work takes a `Progress` and calls `advance`; it does not know who is watching. On the
command line `bar` shows it, if standard error is a terminal and the work takes over a second. Elsewhere
`SILENT`, the default, ignores it.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

DELAY = 1.0
"""Seconds of work before a bar appears; anything faster needs none."""


class Progress(Protocol):
    """Receives how far some work has come."""

    def advance(self, amount: int = 1) -> None:
        """Note that `amount` more units are done."""


class Stopping(Exception):
    """The program is ending; what is left of the work is done when it starts again."""


class Silent:
    """Progress that nobody watches."""

    def advance(self, amount: int = 1) -> None:
        """Do nothing."""


SILENT: Progress = Silent()


@contextmanager
def bar(
    label: str, total: int | None = None, stream: TextIO | None = None, delay: float = DELAY
) -> Iterator[Progress]:
    """Show a progress bar while the block runs; without a `total`, one that only shows life and time."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield SILENT
        return

    # rich takes 100 ms to import, which a short command should not pay.
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Display

    counts = [MofNCompleteColumn(), TimeRemainingColumn()] if total is not None else [TimeElapsedColumn()]
    columns = [TextColumn("{task.description}"), BarColumn(), *counts]
    display = Display(*columns, console=Console(file=stream), transient=True)
    task = display.add_task(label, total=total)

    class Shown:
        def advance(self, amount: int = 1) -> None:
            display.advance(task, amount)

    timer = threading.Timer(delay, display.start)
    timer.daemon = True
    timer.start()
    try:
        yield Shown()
    finally:
        timer.cancel()
        timer.join()
        display.stop()
