"""Limits of the processes that work on what people send: memory, time, and who goes first."""

import os
from contextlib import suppress

MIB = 1 << 20
GIVING_WAY = 15
"""The niceness of such a process: whatever else wants the processor gets it first."""


def limit_process(megabytes: int, seconds: int | None = None) -> None:
    """Have the system end this process where it takes too much; Windows knows no such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        room = megabytes * MIB
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with suppress(OSError, AttributeError):
        os.nice(GIVING_WAY)
