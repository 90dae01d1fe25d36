"""Counting words the way translators are paid: scripts without spaces by character, others by word."""

import re
from dataclasses import dataclass

from synslator.text.scripts import SPACELESS
from synslator.text.tags import strip

_CHARACTER = re.compile(f"[{SPACELESS}]")
_WORD = re.compile(rf"[^\W_{SPACELESS}]+(?:[.,'’\-_/@:][^\W_{SPACELESS}]+)*")


@dataclass(frozen=True, slots=True)
class Counts:
    """How much text there is."""

    segments: int = 0
    words: int = 0
    """Words of scripts that part words by spaces; a number is a word."""
    characters: int = 0
    """Letters of scripts without spaces, such as Chinese characters; punctuation is not counted."""
    signs: int = 0
    """Everything that is visible: all characters but spaces."""
    tags: int = 0

    @property
    def total(self) -> int:
        """What is billed: words and characters together."""
        return self.words + self.characters

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.segments + other.segments,
            self.words + other.words,
            self.characters + other.characters,
            self.signs + other.signs,
            self.tags + other.tags,
        )


def count(text: str) -> Counts:
    """Count one segment; its tags count as tags and as nothing else."""
    plain = strip(text)
    return Counts(
        segments=1,
        words=len(_WORD.findall(plain)),
        characters=sum(map(str.isalnum, _CHARACTER.findall(plain))),
        signs=sum(not char.isspace() for char in plain),
        tags=text.count("⟧") - plain.count("⟧"),
    )
