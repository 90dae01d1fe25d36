"""Lookup in a subword vocabulary by surface text.

A piece's surface is the bytes it writes: `▁for` writes ` for`, the byte piece `<0xE4>` writes that byte. On
bytes every string can be matched by every segmentation of it, whole characters or not.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
SPACE = "▁"
BYTE = re.compile(r"<0x([0-9A-F]{2})>")


def surface(piece: str) -> bytes:
    """Return the bytes that a SentencePiece piece writes."""
    if byte := BYTE.fullmatch(piece):
        return bytes.fromhex(byte[1])
    return piece.replace(SPACE, " ").encode()


class PieceTable:
    """The pieces of a vocabulary, sorted by surface."""

    def __init__(self, surfaces: Sequence[bytes]) -> None:
        """Take the surface of every piece by id; an empty one is never matched (control pieces)."""
        self.surfaces = tuple(surfaces)
        order = sorted((s, i) for i, s in enumerate(surfaces) if s)
        self._sorted = [s for s, _ in order]
        self._ids: Ids = np.array([i for _, i in order], np.int64)
        self._longest = max(map(len, surfaces), default=0)
        exact: defaultdict[bytes, list[int]] = defaultdict(list)
        for piece, number in order:
            exact[piece].append(number)
        self._exact = dict(exact)
        self._complete = all(bytes([byte]) in exact for byte in range(256))
        """Whether every text can be written, byte by byte if need be."""

    def __len__(self) -> int:
        return len(self.surfaces)

    def has(self, text: bytes) -> bool:
        """Return whether one piece writes `text`."""
        return text in self._exact

    def starting_with(self, text: bytes) -> Ids:
        """Pieces that begin with `text` (or are it)."""
        low = bisect_left(self._sorted, text)
        end = _after(text)
        high = bisect_left(self._sorted, end, low) if end is not None else len(self._sorted)
        return self._ids[low:high]

    def within(self, text: bytes) -> Ids:
        """Pieces that `text` begins with, `text` itself not included."""
        found = [
            i for n in range(1, min(len(text), self._longest + 1)) for i in self._exact.get(text[:n], ())
        ]
        return np.array(found, np.int64)

    def inside(self, text: bytes) -> Ids:
        """Pieces that `text` contains, or is."""
        reach = range(1, self._longest + 1)
        parts = {text[at : at + n] for at in range(len(text)) for n in reach if at + n <= len(text)}
        return np.array([i for part in parts for i in self._exact.get(part, ())], np.int64)

    def matching(self, text: bytes) -> Ids:
        """Pieces that can come next where `text` must be written: a part of it, all of it, or more.

        None of them leads to where no piece can go on.
        """
        within = self.within(text)
        if not self._complete:
            tails = self._tails(text)
            within = within[[tails[len(self.surfaces[piece])] for piece in within]]
        return np.concatenate([self.starting_with(text), within])

    def spells(self, text: bytes) -> bool:
        """Return whether some pieces write `text`, the last one perhaps more."""
        return self._complete or self._tails(text)[0]

    def _tails(self, text: bytes) -> list[bool]:
        """Return whether `text` from each position on can be written."""
        tails = [False] * len(text) + [True]
        for at in reversed(range(len(text))):
            reach = range(1, min(len(text) - at, self._longest) + 1)
            tails[at] = self.starting_with(text[at:]).size > 0 or any(
                tails[at + n] and text[at : at + n] in self._exact for n in reach
            )
        return tails

    def write(self, ids: Sequence[int]) -> bytes:
        """Return the bytes that a sequence of pieces writes."""
        return b"".join(map(self.surfaces.__getitem__, ids))


def _after(text: bytes) -> bytes | None:
    """Return the first string behind all that begin with `text`; None where there is no such string."""
    stripped = text.rstrip(b"\xff")
    return stripped[:-1] + bytes([stripped[-1] + 1]) if stripped else None
