"""Interactive decoding in our own arithmetic: hypotheses read what was typed, verify drafts and go on.

A pass is one call of the compiled library, whatever hypotheses are in it: of several segments, after
different numbers of pieces, with different numbers of new ones. Nothing is padded.
"""

from collections.abc import Sequence

import numpy as np

from synslator.arithmetic.decoder import Decoder, Keys, Reading
from synslator.decoding.model import Best, DecoderState, EncodedSource, Flags, Floats, Ids, Step
from synslator.runtime.native.states import NativeSource, NativeState, Page, Read, own_source, own_state


class NativeSteps:
    """A decoder, or a language model where there is no source: implements `StepModel`."""

    pads = False

    def __init__(self, decoder: Decoder, layers: int, start: int) -> None:
        self.decoder, self.start = decoder, start
        self.row_width = layers * 2 * decoder.width

    def empty(self, rows: int) -> NativeState:
        """Return the state of hypotheses that have read nothing."""
        nothing = np.zeros(0, np.int64)
        return NativeState(tuple(Read(Page(0, self.row_width), nothing) for _ in range(rows)))

    def stack(self, states: Sequence[DecoderState]) -> NativeState:
        """Return one state with all rows of some."""
        return NativeState(tuple(row for state in states for row in own_state(state).rows))

    def stack_sources(self, sources: Sequence[EncodedSource]) -> NativeSource:
        """Return all sources of some encoded ones."""
        owned = [own_source(source) for source in sources]
        return NativeSource(tuple(keys for source in owned if source for keys in source.groups))

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        """Read new pieces and say what may come next."""
        new = list(ids) if fresh is None else [row[real] for row, real in zip(ids, fresh, strict=True)]
        kept = [min(keep, len(row)) for row in new]
        hidden, scores, looked, grown = self.read(source, new, state, kept)
        alone = len(looked) == 1 and fresh is None
        attention = looked[0][None] if alone else padded(looked, ids.shape[1])
        if min(kept) < keep:
            places = np.concatenate([n * keep + np.arange(keep - k, keep) for n, k in enumerate(kept)])
            hidden, scores = (spread(one, places, len(kept) * keep) for one in (hidden, scores))
        shape = len(kept), keep, -1
        return Step(scores.reshape(shape), hidden.reshape(shape), attention, grown)

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, NativeState]:
        """Read one piece a row and name the best next ones."""
        hidden, scores, _, grown = self.read(source, list(ids), state, [1] * len(ids))
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        asked = np.zeros((len(ids), 0), np.int64) if asked is None else asked
        said = np.take_along_axis(scores, order, 1), np.take_along_axis(scores, asked, 1)
        return Best(said[0], order, hidden, said[1]), grown

    def read(
        self, source: EncodedSource | None, new: Sequence[Ids], state: DecoderState, keep: Sequence[int]
    ) -> tuple[Floats, Floats, list[Floats], NativeState]:
        """Have hypotheses read: what `Decoder.read` says, and the grown state."""
        before, known = own_state(state).rows, own_source(source)
        after = tuple(row.grown(len(ids)) for row, ids in zip(before, new, strict=True))
        keys: Sequence[Keys | None] = known.groups if known else [None]
        share = len(after) // len(keys)
        readings = [
            Reading(np.ascontiguousarray(ids), row.tokens, row.page.rows, keys[n // share], count)
            for n, (ids, row, count) in enumerate(zip(new, after, keep, strict=True))
        ]
        return *self.decoder.read(readings), NativeState(after)


def padded(looked: Sequence[Floats], new: int) -> Floats:
    """What rows looked at in one array, (rows, new, pieces of the longest source)."""
    whole = np.zeros((len(looked), new, max(one.shape[1] for one in looked)), np.float32)
    for row, one in zip(whole, looked, strict=True):
        row[new - len(one) :, : one.shape[1]] = one
    return whole


def spread(rows: Floats, places: Ids, count: int) -> Floats:
    """Rows at their places among so many."""
    whole = np.zeros((count, rows.shape[1]), np.float32)
    whole[places] = rows
    return whole
