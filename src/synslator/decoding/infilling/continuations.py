"""Ways in which a target may go on from what stands there: the greedy one, and samples of the model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.suffix import loop_at
from synslator.decoding.driver import Job, Source, side_by_side
from synslator.decoding.vocabulary import Vocabulary


@dataclass(frozen=True)
class SamplingOptions:
    """How many continuations to draw, and how far from the most probable one."""

    count: int = 8
    temperature: float = 0.8
    """1 draws by the model's probabilities; less keeps to the likely pieces."""
    top: int = 40
    """Next pieces that it draws from."""
    longest_factor: float = 2.0
    longest_extra: int = 30
    """A target has at most this many pieces for each source piece, and this many more."""
    shortest: int = 0
    """Pieces of a continuation at least."""
    repeats: int = 4
    """A run of pieces that comes this often in a row ends a continuation."""
    seed: int = 1

    def __post_init__(self) -> None:
        rules = [
            (self.count >= 1, f"count must be at least 1, not {self.count}"),
            (self.temperature > 0, f"temperature must be positive, not {self.temperature}"),
            (self.top >= 1, f"top must be at least 1, not {self.top}"),
            (self.longest_factor >= 0, f"longest_factor must not be negative, not {self.longest_factor}"),
            (self.longest_extra >= 0, f"longest_extra must not be negative, not {self.longest_extra}"),
            (self.repeats >= 2, f"repeats must be at least 2, not {self.repeats}"),
        ]
        if problems := [text for holds, text in rules if not holds]:
            raise ValueError("; ".join(problems))


def continuations(
    source: Source, vocabulary: Vocabulary, forced: Sequence[int], options: SamplingOptions
) -> Job[list[Hypothesis]]:
    """Return hypotheses that begin with the forced pieces: the greedy one first, then samples.

    Every position of each, the one behind its last piece included, has its scores.
    """
    trunk = Hypothesis(source, vocabulary)
    trunk.ids = list(forced)
    yield from trunk.read()
    branches = [trunk.fork(len(forced)) for _ in range(options.count)]
    yield from side_by_side([go_on(branch, number, options) for number, branch in enumerate(branches)])
    return branches


def go_on(hypothesis: Hypothesis, number: int, options: SamplingOptions) -> Job[None]:
    """Continue a hypothesis to its end; number 0 greedily, the others each with noise of its own."""
    noise = np.random.default_rng([options.seed, number]) if number else None
    first = len(hypothesis.ids)
    longest = int(options.longest_factor * hypothesis.source.length) + options.longest_extra
    while True:
        if len(hypothesis.scores) <= len(hypothesis.ids):
            yield from hypothesis.read()
        written = hypothesis.ids[first:]
        if len(written) >= longest or loop_at(written, options.repeats) is not None:
            return
        piece = draw(hypothesis, noise, options, len(written) >= options.shortest)
        if piece == hypothesis.vocabulary.end:
            return
        hypothesis.ids.append(piece)


def draw(
    hypothesis: Hypothesis, noise: np.random.Generator | None, options: SamplingOptions, may_end: bool
) -> int:
    """Return the next piece of a hypothesis: the best one, or one of the best with noise added (Gumbel)."""
    at = len(hypothesis.ids)
    scores = hypothesis.scores[at]
    allowed = hypothesis.vocabulary.allowed(b"", hypothesis.ids[-4:])
    pieces = hypothesis.vocabulary.starting if allowed is None else allowed
    if not may_end:
        pieces = pieces[pieces != hypothesis.vocabulary.end]
    values = scores[pieces].astype(np.float64)
    if noise is None:
        return int(pieces[values.argmax()])
    if len(pieces) > options.top:
        best = np.sort(np.argpartition(-values, options.top - 1)[: options.top])
        pieces, values = pieces[best], values[best]
    return int(pieces[(values / options.temperature + noise.gumbel(size=len(pieces))).argmax()])
