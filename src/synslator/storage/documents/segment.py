"""A segment, declared once: tables, lists, packages and messages take its fields by name.

It is apart from the database, so that cutting a document into segments needs none.
"""

from dataclasses import dataclass, fields, replace
from typing import Literal

Status = Literal["untranslated", "draft", "edited", "confirmed", "approved"]
FINISHED: tuple[Status, ...] = ("confirmed", "approved")
Origin = Literal["none", "machine", "memory", "typed", "propagated", "file", "replaced", "restored", "cut"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSegment:
    """A segment on its way into the database: from a file, or with what was made of it elsewhere."""

    number: int
    """From 1, in reading order."""
    unit: int
    source: str
    before: str = ""
    after: str = ""
    note: str = ""
    tags: str = "{}"
    """What its tags stand for, as JSON."""
    words: int
    target: str = ""
    status: Status = "untranslated"
    locked: bool = False
    propagates: bool = True
    """Whether a confirmed translation of the same source elsewhere is taken over, and passed on from here."""
    origin: Origin = "none"
    rate: int | None = None
    """The match rate of the memory entry that the target comes from."""
    quality: int | None = None
    """How good the machine that wrote the target expects it to be, in percent."""

    def translated(self, target: str) -> "NewSegment":
        """Return the segment with the translation that its file holds, if it holds one."""
        return replace(self, target=target, status="edited", origin="file") if target else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment(NewSegment):
    """A segment as it stands."""

    id: int
    document: int
    problems: str
    """The checks that found something, each between spaces."""
    version: int
    editor: str
    edit: int
    changed_by: str
    changed_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRow(Segment):
    """A segment in a list, with what a list shows beside it."""

    repeated: int = 1
    """How many segments of the document have the same source."""
    comments: int = 0
    """Comments that are not resolved."""

    @classmethod
    def alone(cls, segment: Segment) -> "SegmentRow":
        """Return a segment as a list would show it that holds nothing else."""
        return cls(**{name: getattr(segment, name) for name in FIELDS})


NEW_FIELDS = tuple(one.name for one in fields(NewSegment))
FIELDS = tuple(one.name for one in fields(Segment))
