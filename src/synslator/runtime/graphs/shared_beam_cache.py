"""What the hypotheses of a beam search have read, in a store that they share.

Hypotheses of one source share most of what they have read. A cache for each of them has to be copied whenever
they change places, which is at every step. Here a group keeps the keys and values of what its hypotheses
have read once, in columns; a mask says which columns each hypothesis descends from. New columns are written
into free room, and what nobody descends from any more is thrown away when the room is used up.
"""

import numpy as np

from synslator.decoding.model import Floats, Ids
from synslator.runtime.graphs.states import HIDE

ROOM = 12
"""Free columns at first, and after a store was tidied up."""


class SharedBeamCache:
    """The stores of all groups, layer after layer, and who sees what in them."""

    def __init__(self, layers: int, groups: int, heads: int, head_width: int) -> None:
        self.layers: list[Floats] = [
            np.zeros((groups, heads, ROOM, head_width), np.float32) for _ in range(layers)
        ]
        """Keys and values, each (groups, heads, columns, head width)."""
        self.mask: Floats = np.full((groups, 1, ROOM), HIDE)
        """0 where a hypothesis sees a column, a large negative number elsewhere, (groups, beam, columns)."""
        self.filled = 0
        """Columns before the free ones."""

    def add(self, new: list[Floats]) -> None:
        """Add a column for each hypothesis, of keys or values (groups, heads, beam, head width)."""
        _, beam, columns = self.mask.shape
        if self.filled + beam > columns:
            self.tidy(np.arange(len(self.mask)), max(ROOM, beam))
        for layer, column in zip(self.layers, new, strict=True):
            layer[:, :, self.filled : self.filled + beam] = column
        each = np.arange(beam)
        self.mask[:, each, self.filled + each] = 0
        self.filled += beam

    def tidy(self, groups: Ids, room: int) -> None:
        """Keep what somebody sees, in the stores of the groups that are left, and make free room behind it.

        `mask` has these groups only, already. What stands in the free room is seen by nobody.
        """
        seen = self.mask.max(axis=1) == 0
        self.filled = int(seen.sum(axis=1).max())
        columns = np.zeros((len(groups), self.filled + room), np.int64)
        columns[:, : self.filled] = np.argsort(~seen, axis=1, kind="stable")[:, : self.filled]
        mask = np.take_along_axis(self.mask, columns[:, None], 2)
        mask[:, :, self.filled :] = HIDE
        _, heads, old, width = self.layers[0].shape
        stores = groups[:, None] * heads + np.arange(heads)
        places = stores[:, :, None] * old + columns[:, None]
        self.layers = [layer.reshape(-1, width).take(places, axis=0) for layer in self.layers]
        self.mask = mask

    def select(self, rows: Ids) -> None:
        """Go on with some hypotheses (groups, beam), those of one group from one group."""
        groups, beam, columns = self.mask.shape
        self.mask = self.mask.reshape(-1, columns)[rows]
        if len(rows) < groups:
            self.tidy(rows[:, 0] // beam, max(ROOM, rows.shape[1]))
