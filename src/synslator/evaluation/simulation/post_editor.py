"""A simulated translator who corrects a static draft with the fewest keys and mouse actions.

A correction replaces a run of the draft by other text. The caret is put there by a click, or the run that
goes is marked by dragging: one mouse action for each correction. Then the new text is typed, which replaces
what is marked; where nothing is typed, the Delete key takes it away. Which corrections are made is decided
by dynamic programming over all of them, so that no translator can do with less; typing everything again over
the marked draft is one of the choices.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from synslator.evaluation.predictions.observation import words_of
from synslator.evaluation.simulation.effort import Effort
from synslator.evaluation.simulation.typist import CONFIRM
from synslator.text.counts import count

Costs = NDArray[np.int64]

# A cost is one number: actions in the high bits, so that they decide, then corrections, then drags.
ACTION, CORRECTION, DRAG = 1 << 40, 1 << 20, 1
NEVER = 1 << 62


@dataclass(frozen=True)
class Corrections:
    """The cheapest way from a draft to a reference."""

    keys: int
    clicks: int
    drags: int


def cheapest(draft: str, reference: str) -> Corrections:
    """Find the corrections that take the fewest actions.

    Row after row of the draft, for every length of the reference (lengths,): `kept` is the cost where the
    last character was kept, `marked` where a run of the draft is marked, `typed` where text is being typed
    at a click, `retyped` where it is being typed over a marked run.
    """
    letters = np.array([ord(char) for char in reference], np.int64)
    size = len(reference) + 1
    kept, marked = np.full(size, NEVER, np.int64), np.full(size, NEVER, np.int64)
    kept[0] = 0
    closed = _closed(kept, marked)
    for char in draft:
        marked = np.minimum(marked, kept + ACTION + CORRECTION + DRAG)
        kept = np.full(size, NEVER, np.int64)
        kept[1:] = np.where(letters == ord(char), closed[:-1], NEVER)
        closed = _closed(kept, marked)
    actions, rest = divmod(int(closed[-1]), ACTION)
    corrections, drags = divmod(rest, CORRECTION)
    return Corrections(actions - corrections, corrections - drags, drags)


def _closed(kept: Costs, marked: Costs) -> Costs:
    """Return the cost where no correction is open any more."""
    typed = _typing(kept + ACTION + CORRECTION)
    retyped = _typing(marked)
    return np.minimum(np.minimum(kept, marked + ACTION), np.minimum(typed, retyped))


def _typing(begun: Costs) -> Costs:
    """Return the least cost at each length after at least one character was typed, one action for each."""
    steps = np.arange(len(begun), dtype=np.int64) * ACTION
    best = np.minimum.accumulate(np.minimum(begun, NEVER) - steps) + steps
    return np.concatenate([[NEVER], best[:-1] + ACTION])


def post_edit(draft: str, source: str, reference: str) -> Effort:
    """Correct a draft, confirm it, and tell what it cost."""
    done = cheapest(draft, reference)
    corrections = done.clicks + done.drags
    return Effort(
        segments=1,
        characters=len(reference),
        words=len(words_of(reference)),
        source_words=count(source).total,
        keys=done.keys + CONFIRM,
        clicks=done.clicks,
        drags=done.drags,
        decisions=corrections + 1,
        word_strokes=words_changed(draft, reference),
        turns=corrections,
    )


def words_changed(draft: str, reference: str) -> int:
    """Words of the reference that a correction by whole words would have to type."""
    wanted = words_of(reference)
    return len(wanted) - int(LCSseq.similarity(words_of(draft), wanted))
