"""Interactive decoding in our own arithmetic: hypotheses read what was typed, verify drafts and go on.

A pass is one call of the compiled library, whatever hypotheses are in it: of several segments, after
different numbers of pieces, with different numbers of new ones. Nothing is padded.
"""

from collections.abc import Callable, Sequence

import numpy as np

from synslator.arithmetic.decoder import Decoder, DecoderInput, Keys, OutputLayer, Said
from synslator.arithmetic.kernels import Matrix
from synslator.decoding.model import Best, DecoderState, EncodedSource, Flags, Floats, Ids, Request, Step
from synslator.runtime.native.likely import Likely
from synslator.runtime.native.states import (
    EncodedText,
    NativeSource,
    NativeState,
    ReadRows,
    StatePage,
    own_source,
    own_state,
)

MakeOutputPart = Callable[[Ids], Matrix]
"""Makes the part of the output layer that scores some pieces."""


class NativeSteps:
    """A decoder, or a language model where there is no source: implements `StepModel`."""

    def __init__(
        self, decoder: Decoder, every: OutputLayer, part: MakeOutputPart, layers: int, start: int
    ) -> None:
        """`every` scores the whole vocabulary; `part` makes what scores some pieces."""
        self.decoder, self.every, self.part, self.start = decoder, every, part, start
        self.row_width = layers * 2 * decoder.width

    def empty(self, rows: int) -> NativeState:
        """Return the state of hypotheses that have read nothing."""
        nothing = np.zeros(0, np.int64)
        return NativeState(tuple(ReadRows(StatePage(0, self.row_width), nothing) for _ in range(rows)))

    def stack(self, states: Sequence[DecoderState]) -> NativeState:
        """Return one state with all rows of some."""
        return NativeState(tuple(row for state in states for row in own_state(state).rows))

    def stack_sources(self, sources: Sequence[EncodedSource]) -> NativeSource:
        """Return all sources of some encoded ones."""
        owned = [own_source(source) for source in sources]
        return NativeSource(tuple(text for source in owned if source for text in source.groups))

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
        said, grown = self.read(source, new, state, [min(keep, len(row)) for row in new])
        if len(said) == 1 and fresh is None:
            (one,) = said
            return Step(one.scores[None], one.hidden[None], one.attention[None], grown)
        return Step(
            padded([one.scores for one in said], keep),
            padded([one.hidden for one in said], keep),
            padded([one.attention for one in said], ids.shape[1]),
            grown,
        )

    def steps(self, requests: Sequence[Request]) -> list[Step]:
        """Make one pass for all requests."""
        readings, states, likely = [], [], []
        for request in requests:
            (row,), source = own_state(request.state).rows, own_source(request.encoded)
            text = source.groups[0] if source else None
            after, some = row.alone().grown(len(request.ids)), self.likely(text, request.wanted)
            keys, output = text.keys if text else None, some.output if some else self.every
            ids = np.ascontiguousarray(request.ids)
            readings.append(DecoderInput(ids, after.tokens, after.page.rows, keys, request.keep, output))
            states.append(NativeState((after,)))
            likely.append(some)
        return [
            Step(one.scores[None], one.hidden[None], one.attention[None], state, some)
            for one, state, some in zip(self.decoder.read(readings), states, likely, strict=True)
        ]

    def likely(self, text: EncodedText | None, wanted: Ids | None) -> Likely | None:
        """The likely pieces of a source with those that are wanted, where these are enough and are known."""
        if text is None or text.pieces is None or wanted is None:
            return None
        if text.likely is None or not text.likely.has(wanted):
            ids = np.union1d(text.pieces if text.likely is None else text.likely.ids, wanted)
            text.likely = Likely(ids, self.part(ids), self.every)
        return text.likely

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, NativeState]:
        """Read one piece a row and name the best next ones."""
        said, grown = self.read(source, list(ids), state, [1] * len(ids))
        scores = np.concatenate([one.scores for one in said])
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        asked = np.zeros((len(ids), 0), np.int64) if asked is None else asked
        told = np.take_along_axis(scores, order, 1), np.take_along_axis(scores, asked, 1)
        return Best(told[0], order, np.concatenate([one.hidden for one in said]), told[1]), grown

    def read(
        self, source: EncodedSource | None, new: Sequence[Ids], state: DecoderState, keep: Sequence[int]
    ) -> tuple[list[Said], NativeState]:
        """Have hypotheses read, those of one source together: what was said of each, and the grown state."""
        before, known = own_state(state).rows, own_source(source)
        after = tuple(row.grown(len(ids)) for row, ids in zip(before, new, strict=True))
        keys: list[Keys | None] = [text.keys for text in known.groups] if known else [None]
        share = len(after) // len(keys)
        readings = [
            DecoderInput(
                np.ascontiguousarray(ids), row.tokens, row.page.rows, keys[n // share], count, self.every
            )
            for n, (ids, row, count) in enumerate(zip(new, after, keep, strict=True))
        ]
        return self.decoder.read(readings), NativeState(after)


def padded(parts: Sequence[Floats], rows: int) -> Floats:
    """Arrays in one, (arrays, rows, columns of the widest); of fewer rows, the last ones are filled."""
    whole = np.zeros((len(parts), rows, max(part.shape[1] for part in parts)), np.float32)
    for place, part in zip(whole, parts, strict=True):
        place[rows - len(part) :, : part.shape[1]] = part
    return whole
