"""The translation model of a package: its graphs, and our own arithmetic where that serves.

ONNX Runtime runs the graphs. Our own arithmetic does the same in less time, where it answers as the graphs
do; it is opened when it is first needed.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.model import (
    BatchDecoder,
    Best,
    DecoderState,
    EncodedSource,
    Flags,
    Floats,
    Ids,
    Request,
    Step,
    StepModel,
)
from synslator.runtime.graphs.beam_search import SearchSession
from synslator.runtime.graphs.sessions import DecoderSession, EncoderSession
from synslator.runtime.graphs.states import GraphSource
from synslator.runtime.hints import HintNumbers
from synslator.runtime.native.model import NativeModel
from synslator.runtime.native.reader import NativeReader
from synslator.runtime.native.replacement import open_native

ENCODED = 192
"""Source pieces that the graphs encode at once for a search: more would only be padded more."""


class PackageModel:
    """A package's translation model: implements `TranslationModel`. Shared by threads."""

    def __init__(
        self,
        folder: Path,
        encoder: EncoderSession,
        decoder: DecoderSession,
        search: SearchSession | None,
        hint_numbers: HintNumbers | None = None,
    ) -> None:
        """`hint_numbers` says how the model is told hints, if it takes any."""
        self.folder, self.start = folder, decoder.start
        self.encoder, self.decoder, self.search = encoder, decoder, search
        self.hint_numbers = hint_numbers
        self.gains_from_pruning = search is not None

    @cached_property
    def native(self) -> NativeModel | None:
        """The same model in our own arithmetic, where that can be had for this package on this machine."""
        return open_native(self.folder, self.encoder, self.search) if self.search else None

    @property
    def reader(self) -> StepModel:
        """What reads for somebody who types."""
        return self.native.steps if self.native else self.decoder

    def encode(self, sources: Sequence[Sequence[int]], texts: Sequence[str] = ()) -> EncodedSource:
        """Encode sources in one batch."""
        if not self.native or not self.search:
            return self.encoder.encode(sources)
        none: Ids = np.zeros(0, np.int64)
        told = [self.likely([source], [text], none) for source, text in zip(sources, texts, strict=False)]
        return self.native.encode(sources, told)

    def likely(self, sources: Sequence[Sequence[int]], texts: Sequence[str], wanted: Ids) -> Ids:
        """The pieces that some sources can need, of a package that has a list of them."""
        assert self.search
        if self.hint_numbers:
            told = [self.hint_numbers.target_pieces(source) for source in sources]
            wanted = np.concatenate([wanted, *(np.array(pieces, np.int64) for pieces in told)])
        return self.search.shortlist.pieces(sources, texts, wanted)

    def empty(self, rows: int) -> DecoderState:
        """Return the state of hypotheses that have read nothing."""
        return self.reader.empty(rows)

    def stack(self, states: Sequence[DecoderState]) -> DecoderState:
        """Return one state with all rows of some."""
        return self.reader.stack(states)

    def stack_sources(self, sources: Sequence[EncodedSource]) -> EncodedSource:
        """Return all sources of some encoded ones."""
        return self.reader.stack_sources(sources)

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        """Read new pieces and say what may come next."""
        return self.reader.step(source, ids, state, keep, fresh)

    def steps(self, requests: Sequence[Request]) -> list[Step]:
        """Make the passes of requests."""
        return self.reader.steps(requests)

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, DecoderState]:
        """Read one piece a row and name the best next ones."""
        return self.reader.best(source, ids, state, top, asked)

    def batch_decoder(
        self, sources: Sequence[Sequence[int]], texts: Sequence[str], wanted: Ids
    ) -> BatchDecoder:
        """Begin a beam search: among the likely pieces, where the package has a list of them."""
        if self.search is None:
            return StepReader(self.decoder, self.encoder.encode(sources))
        pieces = self.likely(sources, texts, wanted)
        if self.native:
            return NativeReader(self.native, sources, pieces)
        encoded = GraphSource.stack([self.encoder.encode(part) for part in parts_of(sources)])
        return self.search.reader(encoded, pieces)

    def hidden_states(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """Read whole targets and return the last hidden states, each (pieces, width)."""
        if self.native:
            return self.native.hidden_states(sources, targets)
        longest = max(map(len, targets))
        ids = np.zeros((len(targets), longest), np.int64)
        fresh = np.zeros(ids.shape, np.bool_)
        for row, target in enumerate(targets):
            ids[row, longest - len(target) :] = target
            fresh[row, longest - len(target) :] = True
        states = self.decoder.hidden_states(self.encoder.encode(sources), ids, fresh)
        return [states[row, longest - len(target) :] for row, target in enumerate(targets)]

    def attention(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> list[Floats]:
        """Read whole targets and return what their pieces looked at, each (pieces, source pieces)."""
        ids = np.full((len(targets), max(1, *map(len, targets))), self.start, np.int64)
        fresh = np.zeros(ids.shape, np.bool_)
        for row, target in enumerate(targets):
            ids[row, : len(target)] = target
            fresh[row, : len(target)] = True
        _, looked, _ = self.decoder.read(
            self.encoder.encode(sources), ids, self.decoder.empty(len(ids)), fresh
        )
        pairs = zip(looked, sources, targets, strict=True)
        return [rows[: len(target), : len(source)] for rows, source, target in pairs]


def parts_of(sources: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """Sources in order, cut into parts that are large enough to be encoded at once."""
    parts: list[list[Sequence[int]]] = [[]]
    for source in sources:
        if sum(map(len, parts[-1])) >= ENCODED:
            parts.append([])
        parts[-1].append(source)
    return parts
