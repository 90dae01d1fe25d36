"""What decoding asks of a model: protocols without a layout, and the arrays that are promised.

A model reads pieces and answers with the log-probabilities of the next one. What it remembers of the pieces
read is a `DecoderState`, what it knows of the sources is an `EncodedSource`. Both are opaque: nobody but the
model that made them looks inside, and they go back to no other model. Rows are hypotheses, groups are
sources; the rows of a group stand together, equally many for each.

Whoever writes another model has its contract as tests: `tests/model_contract.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]


class DecoderState(Protocol):
    """What a model remembers of the pieces that hypotheses have read, a row for each.

    It never changes: to read on makes another one.
    """

    @property
    def nbytes(self) -> int:
        """Memory it takes, with what was cut off and cannot go while the rest is there."""

    def select(self, rows: Ids | Sequence[int]) -> "DecoderState":
        """Return the given rows, in that order; a row may come several times."""

    def cut(self, length: int) -> "DecoderState":
        """Return what a single row had read after its first `length` pieces, or all if these are fewer."""

    def row(self, number: int) -> "DecoderState":
        """Return a copy of one row, which does not keep the others."""


class EncodedSource(Protocol):
    """What a model knows of sources, computed once."""

    @property
    def lengths(self) -> Ids:
        """How many pieces each source has, (groups,)."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""

    def select(self, groups: Ids | Sequence[int]) -> "EncodedSource":
        """Return the given sources, in that order."""


class LikelyPieces(Protocol):
    """The pieces that a source can need: to score these alone takes less time."""

    @property
    def ids(self) -> Ids:
        """Which they are, in order."""

    @property
    def places(self) -> Ids:
        """Where each piece of the vocabulary stands among them; -1 if it does not."""

    def all_scores(self, hidden: Floats) -> Floats:
        """Return the log-probabilities of the whole vocabulary after hidden states (rows, width)."""


@dataclass(frozen=True)
class Step:
    """A model's answer to new pieces. `keep` is how many of the last new pieces were asked about."""

    log_probabilities: Floats
    """(rows, keep, vocabulary), or (rows, keep, likely pieces): then they are shared among these alone."""
    hidden: Floats
    """The last hidden states, (rows, keep, width)."""
    attention: Floats
    """How much each new piece looked at each source piece, (rows, new, pieces of the longest source).

    Behind a source's own pieces, and without a source, there is nothing or 0.
    """
    state: DecoderState
    """What the rows have read now."""
    likely: LikelyPieces | None = None
    """The pieces that were scored, if not all."""


@dataclass(frozen=True)
class Request:
    """One hypothesis that is to read new pieces."""

    model: "StepModel"
    encoded: EncodedSource | None
    ids: Ids
    """(new,)"""
    state: DecoderState
    """Of one row."""
    keep: int
    """How many of the last new pieces are asked about."""
    wanted: Ids | None = None
    """If given, to score the likely pieces is enough, if these are among them."""


@dataclass(frozen=True)
class Best:
    """A model's answer when only the best next pieces matter, best first."""

    log_probabilities: Floats
    """(rows, top)"""
    ids: Ids
    """(rows, top)"""
    hidden: Floats
    """The last hidden states, (rows, width)."""
    asked: Floats
    """What it says of the pieces that were asked about, (rows, asked)."""

    def rows(self, numbers: Ids) -> "Best":
        """Return the answer for some rows."""
        return Best(
            self.log_probabilities[numbers], self.ids[numbers], self.hidden[numbers], self.asked[numbers]
        )


class StepModel(Protocol):
    """A model that reads pieces and predicts the next one. Shared by threads."""

    @property
    def start(self) -> int:
        """The piece that every hypothesis begins with."""

    def empty(self, rows: int) -> DecoderState:
        """Return the state of hypotheses that have read nothing."""

    def stack(self, states: Sequence[DecoderState]) -> DecoderState:
        """Return one state with all rows of some; these may have read different numbers of pieces."""

    def stack_sources(self, sources: Sequence[EncodedSource]) -> EncodedSource:
        """Return all sources of some encoded ones."""

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        """Read new pieces (rows, new) and say what may come after the last `keep` of them.

        `fresh` (rows, new) says which of them are real where rows get different numbers of pieces; the
        real ones stand on the right. A language model has no source.
        """

    def steps(self, requests: Sequence[Request]) -> list[Step]:
        """Make the passes of requests to this model, as few as is quick; return a step for each."""

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, DecoderState]:
        """Read one new piece a row (rows, 1) and answer with the `top` best next pieces only.

        Of the pieces `asked` (rows, asked) it says the log-probabilities too.
        """


class BatchDecoder(Protocol):
    """Reads the pieces of a batch's hypotheses and remembers them. It belongs to one beam search.

    Beam is how many hypotheses each group has.
    """

    @property
    def start(self) -> int:
        """The piece that every hypothesis begins with."""

    @property
    def lengths(self) -> Ids:
        """How many pieces each source has, (groups,)."""

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read one piece for each hypothesis (groups, beam) and name the `top` best next ones.

        At first a group has one hypothesis. The rows of the answer are those hypotheses that are `alive`
        (groups, beam); nobody goes on from others, and of every group one is alive. Of the pieces `asked`
        (groups, asked) the log-probabilities are said too.
        """

    def select(self, rows: Ids) -> None:
        """Go on with some hypotheses (groups, beam), those of one group from one group, in that order."""


class TranslationModel(StepModel, Protocol):
    """A model that translates: it encodes sources, and reads whole targets at once."""

    @property
    def gains_from_pruning(self) -> bool:
        """Whether `batch_decoder` takes less time where fewer hypotheses are alive."""

    def encode(self, sources: Sequence[Sequence[int]], texts: Sequence[str] = ()) -> EncodedSource:
        """Encode sources, given as pieces with their end, in one batch.

        If it is told their texts too, it may know their likely pieces.
        """

    def batch_decoder(
        self, sources: Sequence[Sequence[int]], texts: Sequence[str], wanted: Ids
    ) -> BatchDecoder:
        """Begin a beam search for sources, given as pieces and as texts.

        It may search among the likely pieces only, if those `wanted` (pieces,) are among them.
        """

    def hidden_states(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """Read whole targets, a source for each; return the last hidden states, each (pieces, width).

        A target begins with the start piece.
        """

    def attention(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> list[Floats]:
        """Read whole targets, a source for each; return what each piece looked at.

        Each is (pieces, source pieces). A target begins with the start piece.
        """


class ExampleModel(StepModel, Protocol):
    """A model that reads an example, a source and its translation, beside every source."""

    def encode(
        self, sources: Sequence[Sequence[int]], examples: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> EncodedSource:
        """Encode sources in one batch, each with the source and the target of an example.

        Sources have their end, the targets of examples have none.
        """
