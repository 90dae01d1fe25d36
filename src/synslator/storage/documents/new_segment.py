"""A segment on its way into the database; apart from the database, so that cutting documents needs none."""

from typing import NamedTuple


class NewSegment(NamedTuple):
    """A segment of a file that was just read."""

    number: int
    unit: int
    source: str
    before: str
    after: str
    note: str
    tags: str
    """What its tags stand for, as JSON."""
    words: int
    target: str = ""
