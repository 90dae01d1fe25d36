"""A model small enough to think about: it answers as a function of the pieces read, and nothing else.

Its cache holds the pieces themselves, so that a cache that was cut, forked or padded wrongly is noticed.
"""

import zlib
from collections.abc import Callable, Sequence

import numpy as np

from synslator.decoding.driver import Source
from synslator.decoding.model import Best, Cache, EncodedSource, Flags, Floats, Ids, Step
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


class ScriptedModel:
    """A `StepModel` made of a function."""

    vocabulary, start, end = len(SURFACES), START, END

    def __init__(self, answer: Answer = noisy) -> None:
        self.answer = answer
        self.passes = 0

    def empty(self, rows: int) -> Cache:
        return Cache((np.zeros((rows, 1, 0, 1), np.float32),), np.zeros((rows, 0), np.bool_))

    def step(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, keep: int = 1, fresh: Flags | None = None
    ) -> Step:
        self.passes += 1
        rows, new = ids.shape
        fresh = np.ones(ids.shape, np.bool_) if fresh is None else fresh
        valid = np.concatenate([cache.valid, fresh], axis=1)
        layer = np.concatenate([cache.layers[0], ids[:, None, :, None].astype(np.float32)], axis=2)
        scores = np.zeros((rows, keep, self.vocabulary), np.float32)
        hidden = np.zeros((rows, keep, 2), np.float32)
        for row in range(rows):
            source = int(memory.states[row * memory.groups // rows, 0, 0]) if memory is not None else -1
            for n in range(keep):
                column = layer.shape[2] - keep + n
                if valid[row, column]:
                    read = layer[row, 0, : column + 1, 0][valid[row, : column + 1]].astype(int).tolist()
                    assert read[0] == START
                    scores[row, n] = log_softmax(self.answer(source, read[1:]))
                    hidden[row, n] = len(read) / 8, read[-1] / 32
        attention = np.zeros((rows, new, memory.valid.shape[1] if memory is not None else 0), np.float32)
        return Step(scores, hidden, attention, Cache((layer,), valid))

    def best(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, top: int, asked: Ids | None = None
    ) -> tuple[Best, Cache]:
        step = self.step(memory, ids, cache)
        scores = step.log_probabilities[:, 0]
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        said = np.take_along_axis(scores, np.zeros((len(ids), 0), np.int64) if asked is None else asked, 1)
        return Best(np.take_along_axis(scores, order, 1), order, step.hidden[:, 0], said), step.cache


def log_softmax(scores: Floats) -> Floats:
    top = scores.max()
    result: Floats = scores - top - np.log(np.exp(scores - top).sum())
    return result


def memory_of(*sources: int, length: int = 6) -> EncodedSource:
    """What the model knows of sources: their numbers."""
    states = np.zeros((len(sources), length, 1), np.float32)
    states[:, :, 0] = np.array(sources)[:, None]
    return EncodedSource((), np.ones((len(sources), length), np.bool_), states)


def source_of(number: int = 1, model: ScriptedModel | None = None, length: int = 6) -> Source:
    """One source of a scripted model."""
    return Source(model or ScriptedModel(), memory_of(number, length=length))
