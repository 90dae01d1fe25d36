"""A model small enough to think about: it answers as a function of the pieces read, and nothing else.

Its states are the pieces themselves, in lists of different lengths, so that whoever cuts, forks or stacks
them wrongly is noticed, and whoever believes to know how a state is laid out fails.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.driver import Source, answer_padded
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
)
from synslator.decoding.vocabulary import Vocabulary
from synslator.text.pieces import PieceTable

PAD, START, END = 0, 1, 2
WORDS = [
    *(
        " the",
        " a",
        " file",
        " files",
        " is",
        " lost",
        " backup",
        " back",
        "up",
        " task",
        " tasks",
        " for",
        " fo",
    ),
    *(
        " f",
        "o",
        "s",
        "ing",
        ",",
        ".",
        " start",
        "ed",
        " from",
        " be",
        "ginning",
        " 数",
        "据",
        " cat",
        " caught",
    ),
]
SURFACES = [b"", b"", b"", *(bytes([n]) for n in range(256)), *(word.encode() for word in WORDS)]


def encode(text: str) -> list[int]:
    """The usual pieces: the longest that fits, from left to right."""
    table, rest, ids = TABLE, b" " + text.encode(), []
    while rest and text:
        best = max((*table.within(rest), *table.starting_with(rest)[:1]), key=lambda i: fits(rest, i))
        ids.append(int(best))
        rest = rest[len(SURFACES[best]) :]
    return ids


def fits(rest: bytes, piece: int) -> int:
    """Length of a piece that the text begins with; 0 if it does not."""
    return len(SURFACES[piece]) if rest.startswith(SURFACES[piece]) else 0


TABLE = PieceTable(SURFACES)
VOCABULARY = Vocabulary(TABLE, encode, END, (PAD, START))

Answer = Callable[[int, Sequence[int]], Floats]
"""Source and pieces read (without the start piece) to scores of the next piece."""


def noisy(source: int, read: Sequence[int]) -> Floats:
    """Scores that look random, prefer whole words, and end a sentence after a while."""
    seed = zlib.crc32(np.array([source, *read], np.int64).tobytes())
    scores = np.random.default_rng(seed).normal(size=len(SURFACES)) * 2
    scores[3 + 256 :] += 5
    scores[END] += len(read) - 8
    return scores.astype(np.float32)


@dataclass(frozen=True)
class Read:
    """A `DecoderState`: what each row has read."""

    rows: tuple[tuple[int, ...], ...]

    @property
    def nbytes(self) -> int:
        return sum(8 * len(row) for row in self.rows)

    def select(self, rows: Ids | Sequence[int]) -> "Read":
        return Read(tuple(self.rows[row] for row in rows))

    def cut(self, length: int) -> "Read":
        (row,) = self.rows
        return Read((row[:length],))

    def row(self, number: int) -> "Read":
        return Read((self.rows[number],))


@dataclass(frozen=True)
class Numbered:
    """An `EncodedSource`: sources are numbers that count as so many pieces."""

    numbers: tuple[int, ...]
    pieces: tuple[int, ...]

    @property
    def lengths(self) -> Ids:
        return np.array(self.pieces)

    @property
    def nbytes(self) -> int:
        return 8 * sum(self.pieces)

    def select(self, groups: Ids | Sequence[int]) -> "Numbered":
        return Numbered(tuple(self.numbers[n] for n in groups), tuple(self.pieces[n] for n in groups))


class ScriptedModel:
    """A `TranslationModel` made of a function."""

    start, end = START, END
    gains_from_pruning = False

    def __init__(self, answer: Answer = noisy) -> None:
        self.answer = answer
        self.passes = 0

    def encode(self, sources: Sequence[Sequence[int]], texts: Sequence[str] = ()) -> Numbered:
        return Numbered(tuple(sum(source) for source in sources), tuple(map(len, sources)))

    def steps(self, requests: Sequence[Request]) -> list[Step]:
        return answer_padded(requests)

    def empty(self, rows: int) -> Read:
        return Read(((),) * rows)

    def stack(self, states: Sequence[DecoderState]) -> Read:
        return Read(tuple(row for state in states for row in read_by(state)))

    def stack_sources(self, sources: Sequence[EncodedSource]) -> Numbered:
        own = [source for source in sources if isinstance(source, Numbered)]
        assert len(own) == len(sources)
        return Numbered(
            tuple(number for one in own for number in one.numbers),
            tuple(pieces for one in own for pieces in one.pieces),
        )

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        self.passes += 1
        assert source is None or isinstance(source, Numbered)
        before, (rows, new) = read_by(state), ids.shape
        assert len(before) == rows
        real = np.ones(ids.shape, np.bool_) if fresh is None else fresh
        scores = np.zeros((rows, keep, len(SURFACES)), np.float32)
        hidden = np.zeros((rows, keep, 2), np.float32)
        attention = np.zeros((rows, new, max(source.pieces) if source else 0), np.float32)
        after: list[tuple[int, ...]] = []
        for row in range(rows):
            group = row * len(source.numbers) // rows if source else 0
            read = before[row]
            for column in range(new):
                if not real[row, column]:
                    continue
                read = (*read, int(ids[row, column]))
                assert read[0] == START
                if source:
                    attention[row, column, len(read) % source.pieces[group]] = 1
                if (n := column - new + keep) >= 0:
                    number = source.numbers[group] if source else -1
                    scores[row, n] = log_softmax(self.answer(number, list(read[1:])))
                    hidden[row, n] = len(read) / 8, read[-1] / 32
            after.append(read)
        return Step(scores, hidden, attention, Read(tuple(after)))

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, DecoderState]:
        step = self.step(source, ids, state)
        scores = step.log_probabilities[:, 0]
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        said = np.take_along_axis(scores, np.zeros((len(ids), 0), np.int64) if asked is None else asked, 1)
        return Best(np.take_along_axis(scores, order, 1), order, step.hidden[:, 0], said), step.state

    def batch_decoder(
        self, sources: Sequence[Sequence[int]], texts: Sequence[str], wanted: Ids
    ) -> BatchDecoder:
        del texts, wanted
        return StepReader(self, self.encode(sources))

    def hidden_states(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        return [step.hidden[0] for step in self.whole(sources, targets)]

    def attention(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> list[Floats]:
        return [step.attention[0] for step in self.whole(sources, targets)]

    def whole(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> list[Step]:
        return [
            self.step(self.encode([source]), np.array([target], np.int64), self.empty(1), len(target))
            for source, target in zip(sources, targets, strict=True)
        ]


def read_by(state: DecoderState) -> tuple[tuple[int, ...], ...]:
    if not isinstance(state, Read):
        raise TypeError(f"a {type(state).__name__} was made by another model")
    return state.rows


def log_softmax(scores: Floats) -> Floats:
    top = scores.max()
    result: Floats = scores - top - np.log(np.exp(scores - top).sum())
    return result


def encoded(*sources: int, length: int = 6) -> Numbered:
    """What the model knows of sources: their numbers."""
    return Numbered(sources, (length,) * len(sources))


def source_of(number: int = 1, model: ScriptedModel | None = None, length: int = 6) -> Source:
    """One source of a scripted model."""
    return Source(model or ScriptedModel(), encoded(number, length=length))
