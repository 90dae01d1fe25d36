"""The clock that every row is dated by."""

import time


def now() -> int:
    """Return the present moment as the database keeps it."""
    return int(time.time())
