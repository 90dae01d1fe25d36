"""Counting words the way translators are paid: Chinese and Japanese by character, other scripts by word."""

import re
from dataclasses import dataclass

from synslator.text.tags import strip

_IDEOGRAPH = (
    r"\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_CHARACTER = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(rf"(?:(?![{_IDEOGRAPH}_])\w)+(?:[.,'’\-_/@:](?:(?![{_IDEOGRAPH}_])\w)+)*")


@dataclass(frozen=True, slots=True)
class Counts:
    """How much text there is."""

    segments: int = 0
    words: int = 0
    """Words of scripts that part words by spaces; a number is a word."""
    characters: int = 0
    """Chinese and Japanese characters, punctuation not counted."""
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
        characters=len(_CHARACTER.findall(plain)),
        signs=sum(not char.isspace() for char in plain),
        tags=text.count("⟧") - plain.count("⟧"),
    )
