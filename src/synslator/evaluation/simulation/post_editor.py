"""A simulated translator who corrects a static draft at the least cost: of actions, or of time.

A correction replaces a run of the draft by other text. There are two ways to it, and each correction takes
the cheaper one. With the mouse, the caret is put there by a click, or the run that goes is marked by
dragging; what is typed replaces what is marked, and where nothing is typed, the Delete key takes it away.
With the keyboard, the caret walks there from where it is, word by word (Ctrl+→, two keys a word), and what
goes is deleted word by word (Ctrl+Delete, two keys) or as one character (Delete). Which corrections are
made is decided by dynamic programming over all of them, so that no translator can do with less; typing
everything again over the marked draft is one of the choices. Walking into a word is free here, so that the
keyboard is never dearer than in life.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from synslator.evaluation.predictions.observation import words_of
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.evaluation.simulation.typist import CONFIRM
from synslator.text.counts import count

Costs = NDArray[np.int64]

BY_WORD = 2
"""Keys of Ctrl+→ and of Ctrl+Delete."""

# A cost is one number: what is saved in the high bits, so that it decides; below it what was done is counted.
UNIT, CORRECTION, DRAG, WALK, KEY = 1 << 44, 1 << 34, 1 << 24, 1 << 14, 1
NEVER = 1 << 62
FIELD = 1 << 10
KEYS = 1 << 14


@dataclass(frozen=True)
class Prices:
    """What each thing costs: one each where actions count, hundredths of a second where time does."""

    key: int = 1
    click: int = 1
    drag: int = 1
    decide: int = 0

    @classmethod
    def of(cls, saving: Literal["actions", "time"], times: KeystrokeLevel) -> "Prices":
        """Return the prices of a translator who saves actions or time."""
        if saving == "actions":
            return cls()
        values = (times.key, times.click, times.drag, times.decide)
        return cls(*(round(100 * seconds) for seconds in values))


ACTIONS = Prices()


@dataclass(frozen=True)
class Corrections:
    """The cheapest way from a draft to a reference."""

    keys: int
    clicks: int
    drags: int
    walks: int = 0
    """Corrections that were reached with the keyboard."""

    @property
    def all(self) -> int:
        """How many corrections there are."""
        return self.clicks + self.drags + self.walks


class Table:
    """The costs by how much of the reference is done, (lengths,), while the draft is read."""

    def __init__(self, reference: str, prices: Prices) -> None:
        self.letters = np.array([ord(char) for char in reference], np.int64)
        self.prices = prices
        self.key = prices.key * UNIT + KEY
        size = len(reference) + 1
        self.kept, self.marked = never(size), never(size)
        """The last character was kept; a run is being marked with the mouse."""
        self.walking, self.deleting, self.deleted = never(size), never(size), never(size)
        """With the keyboard: the caret was moved along, a run is being deleted, one character was."""
        self.kept[0] = self.walking[0] = 0
        self.close()

    def close(self) -> None:
        """Find the costs where no correction is open any more, and where the caret still is at its place."""
        fixed = CORRECTION + self.prices.decide * UNIT
        clicked = self.typing(self.kept + fixed + self.prices.click * UNIT)
        typed = self.typing(self.walking + fixed + WALK)
        replaced = self.typing(self.marked)
        gone = self.marked + self.key
        away = np.minimum(self.deleting, self.deleted)
        at_caret = least(clicked, typed, replaced, gone, away, self.typing(away))
        self.walking = np.minimum(self.walking, at_caret)
        self.closed = np.minimum(self.kept, self.walking)

    def typing(self, begun: Costs) -> Costs:
        """Return the least cost at each length after at least one character was typed."""
        steps = np.arange(len(begun), dtype=np.int64) * self.key
        best = np.minimum.accumulate(np.minimum(begun, NEVER) - steps) + steps
        return np.concatenate([[NEVER], best[:-1] + self.key])

    def read(self, char: str, begins_word: bool) -> None:
        """Go over one more character of the draft."""
        prices, closed, walking = self.prices, self.closed, self.walking
        fixed = CORRECTION + prices.decide * UNIT
        step = BY_WORD * self.key if begins_word else 0
        self.marked = np.minimum(
            self.marked, np.minimum(self.kept, walking) + fixed + prices.drag * UNIT + DRAG
        )
        begun = walking + fixed + WALK + self.key
        self.deleting = least(self.deleting + step, begun + (BY_WORD - 1) * self.key, never(len(closed)))
        self.deleted = begun
        same = self.letters == ord(char)
        self.kept, self.walking = never(len(closed)), never(len(closed))
        self.kept[1:] = np.where(same, closed[:-1], NEVER)
        self.walking[1:] = np.where(same, np.minimum(walking[:-1] + step, NEVER), NEVER)
        self.close()


def never(size: int) -> Costs:
    """Return costs that nothing reaches."""
    return np.full(size, NEVER, np.int64)


def least(*costs: Costs) -> Costs:
    """Return the smallest of some costs at each length."""
    smallest: Costs = np.minimum.reduce(costs)
    return smallest


def cheapest(draft: str, reference: str, prices: Prices = ACTIONS) -> Corrections:
    """Find the corrections that cost least."""
    table = Table(reference, prices)
    before = " "
    for char in draft:
        table.read(char, before.isspace() and not char.isspace())
        before = char
    rest = int(table.closed[-1]) % UNIT
    corrections, drags = rest // CORRECTION, rest // DRAG % FIELD
    walks, keys = rest // WALK % FIELD, rest % KEYS
    return Corrections(keys, corrections - drags - walks, drags, walks)


def post_edit(draft: str, source: str, reference: str, prices: Prices = ACTIONS) -> Effort:
    """Read a draft, correct it, confirm it, and tell what it cost."""
    done = cheapest(draft, reference, prices)
    return Effort(
        segments=1,
        characters=len(reference),
        words=len(words_of(reference)),
        source_words=count(source).total,
        keys=done.keys + CONFIRM,
        clicks=done.clicks,
        drags=done.drags,
        decisions=done.all + 1,
        words_read=len(words_of(draft)),
        word_strokes=words_changed(draft, reference),
        turns=done.all,
    )


def words_changed(draft: str, reference: str) -> int:
    """Words of the reference that a correction by whole words would have to type."""
    wanted = words_of(reference)
    return len(wanted) - int(LCSseq.similarity(words_of(draft), wanted))
