"""Predicted pieces as words: what each says, where it stands, how sure the model is."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from synslator.text.pieces import PieceTable
from synslator.text.words import WORD


@dataclass(frozen=True)
class Origin:
    """A word of a memory entry's target that a predicted word comes from, and how far."""

    entry: int
    word: int
    """Counted from 0."""
    share: float
    """Of the predicted word's probability."""


@dataclass(frozen=True)
class Word:
    """A predicted word. Of a half word, what the machine adds to it."""

    text: str
    """What is added, without the space before it."""
    start: int
    end: int
    """Its place in the completed text, in characters."""
    probability: float
    first: int
    last: int
    """Its pieces: positions `first` to `last` of the suffix, the latter not included."""
    origins: tuple[Origin, ...] = ()
    """Where it comes from besides the model, which has the rest."""


def readable(written: bytes) -> str:
    """What some pieces write, up to the first byte that is not part of a whole character."""
    try:
        return written.decode()
    except UnicodeDecodeError as error:
        return written[: error.start].decode()


def split_words(
    table: PieceTable, ids: Sequence[int], log_probabilities: Sequence[float], typed: int, offset: int
) -> list[Word]:
    """Cut a suffix into words.

    The first `typed` bytes that its pieces write are there already; `offset` characters stand before what
    they add. A word's probability is the product of its pieces', those of a half word included.
    """
    ends = list(accumulate(len(table.surfaces[piece]) for piece in ids))
    written = table.write(ids)
    text = readable(written)
    there = len(readable(written[:typed]))
    words, low, before = [], 0, 0
    for match in WORD.finditer(text):
        blank = len(match.group()) - len(match.group().lstrip())
        low += len(text[before : match.start() + blank].encode())
        high = low + len(match.group()[blank:].encode())
        if high > typed:
            start, end = max(match.start() + blank, there), match.end()
            first, last = bisect_right(ends, low), bisect_left(ends, high) + 1
            probability = math.exp(sum(log_probabilities[first:last]))
            words.append(
                Word(text[start:end], offset + start - there, offset + end - there, probability, first, last)
            )
        low, before = high, match.end()
    return words
