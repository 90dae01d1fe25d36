"""Numbered inline tags: `⟦1⟧ … ⟦/1⟧` for a pair and `⟦2/⟧` for a mark that stands alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

TAG = re.compile(r"⟦(/?)([1-9][0-9]{0,5})(/?)⟧")
BRACKETS = frozenset("⟦⟧")


class TagKind(Enum):
    """The three shapes of a tag."""

    OPEN = "open"
    CLOSE = "close"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag in a text."""

    kind: TagKind
    number: int

    def __str__(self) -> str:
        match self.kind:
            case TagKind.OPEN:
                return f"⟦{self.number}⟧"
            case TagKind.CLOSE:
                return f"⟦/{self.number}⟧"
            case TagKind.ALONE:
                return f"⟦{self.number}/⟧"


def split(text: str) -> Iterator[str | Tag]:
    """Yield the stretches of plain text and the tags between them, in order; empty stretches are left out."""
    position = 0
    for found in TAG.finditer(text):
        closing, number, alone = found.groups()
        if closing and alone:
            continue
        if found.start() > position:
            yield text[position : found.start()]
        position = found.end()
        kind = TagKind.CLOSE if closing else TagKind.ALONE if alone else TagKind.OPEN
        yield Tag(kind, int(number))
    if position < len(text):
        yield text[position:]


def strip(text: str) -> str:
    """Return the text without its tags."""
    return "".join(piece for piece in split(text) if isinstance(piece, str))


def tags_of(text: str) -> list[Tag]:
    """Return the tags of a text in order."""
    return [piece for piece in split(text) if isinstance(piece, Tag)]
