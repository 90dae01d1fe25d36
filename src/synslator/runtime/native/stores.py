"""What hypotheses have read: queries, keys and values of every piece, as rows of one matrix for each layer.

Rows are written one after another and never moved, however hypotheses change places. When there is no room
left, what nobody descends from any more makes room.
"""

import numpy as np

from synslator.decoding.model import Floats, Ids

ROOM = 1024
"""Rows that there is room for at first."""
GAP = 16
"""Numbers between two rows: at round distances, rows push each other out of the processor's cache."""
PORTION = 256
"""Rows that are moved at once."""


def room(rows: int, width: int) -> Floats:
    """Room for rows."""
    return np.empty((rows, width + GAP), np.float32)[:, :width]


class Stores:
    """The rows of all layers."""

    def __init__(self, layers: int, width: int) -> None:
        self.layers = [room(ROOM, width) for _ in range(layers)]
        self.filled = 0

    def has_room(self, rows: int) -> bool:
        """Whether so many more can be written."""
        return self.filled + rows <= self.rows

    @property
    def rows(self) -> int:
        """How many there is room for."""
        return len(self.layers[0])

    def take(self, rows: int) -> int:
        """Take free rows; returns the first."""
        first, self.filled = self.filled, self.filled + rows
        return first

    def keep(self, kept: Ids, rows: int) -> None:
        """Go on with some rows, given in order, which move to the front, and room for more behind them."""
        self.filled = len(kept)
        for n, layer in enumerate(self.layers):
            target = layer
            if self.filled + rows > len(layer) // 2:
                target = self.layers[n] = room(2 * (self.filled + rows), layer.shape[1])
            for start in range(0, self.filled, PORTION):
                part = kept[start : start + PORTION]
                target[start : start + len(part)] = layer[part]
