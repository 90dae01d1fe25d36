"""Predicted pieces as words: what each says, where it stands, how sure the model is."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from synslator.text.pieces import PieceTable
from synslator.text.words import has_spaceless, spans


@dataclass(frozen=True)
class WordOrigin:
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
    origins: tuple[WordOrigin, ...] = ()
    """Where it comes from besides the model, which has the rest."""


def readable(written: bytes) -> str:
    """What some pieces write, up to the first byte that is not part of a whole character."""
    try:
        return written.decode()
    except UnicodeDecodeError as error:
        return written[: error.start].decode()


def word_spans(table: PieceTable, ids: Sequence[int]) -> tuple[str, list[tuple[int, int]]]:
    """Return what pieces write, and where its words stand, each with the space before it.

    Words of scripts without spaces are those of the pieces.
    """
    text = readable(table.write(ids))
    if not has_spaceless(text):
        return text, spans(text, ())
    ends = set(accumulate(len(table.surfaces[piece]) for piece in ids))
    characters = accumulate((len(char.encode()) for char in text), initial=0)
    return text, spans(text, {at for at, byte in enumerate(characters) if byte in ends})


def count_words(table: PieceTable, ids: Sequence[int]) -> int:
    """Return how many words pieces have begun, the one in progress included."""
    return len(word_spans(table, ids)[1])


def first_words(table: PieceTable, ids: Sequence[int], count: int) -> str:
    """Return the first `count` words that pieces write, with the spaces before them."""
    text, found = word_spans(table, ids)
    return text[: found[min(count, len(found)) - 1][1]] if found and count else ""


def word_numbers(table: PieceTable, ids: Sequence[int]) -> list[int]:
    """Return the number of the word that each piece belongs to, counted from 0."""
    text, found = word_spans(table, ids)
    ends = [len(text[:end].encode()) for _, end in found]
    reached = accumulate(len(table.surfaces[piece]) for piece in ids)
    return [max(0, min(bisect_left(ends, at), len(ends) - 1)) for at in reached]


def split_words(
    table: PieceTable, ids: Sequence[int], log_probabilities: Sequence[float], typed: int, offset: int
) -> list[Word]:
    """Cut a suffix into words.

    The first `typed` bytes that its pieces write are there already; `offset` characters stand before what
    they add. A word's probability is the product of its pieces', those of a half word included.
    """
    ends = list(accumulate(len(table.surfaces[piece]) for piece in ids))
    text, found = word_spans(table, ids)
    there = len(readable(table.write(ids)[:typed]))
    words, low, before = [], 0, 0
    for opening, closing in found:
        whole = text[opening:closing]
        blank = len(whole) - len(whole.lstrip())
        low += len(text[before : opening + blank].encode())
        high = low + len(whole[blank:].encode())
        if high > typed:
            start = max(opening + blank, there)
            first, last = bisect_right(ends, low), bisect_left(ends, high) + 1
            probability = math.exp(sum(log_probabilities[first:last]))
            added = text[start:closing]
            words.append(
                Word(added, offset + start - there, offset + closing - there, probability, first, last)
            )
        low, before = high, closing
    return words
