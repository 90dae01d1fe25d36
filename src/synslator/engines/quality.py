"""How good a draft is, estimated by the model that wrote it, before anybody has read it.

What did best on development sets is the plainest sign: the log-probability a piece that the engine, with what
the memory knows, gives its own text. Entropy, the mass of the dominant pieces and the least likely ones said
no more beside it (docs/results.md).
"""

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Job, together
from synslator.engines.protocol import Engine, Example

PREFIX = "quality_"
AT_ONCE = 8
"""Texts that are read side by side."""
FLOOR = -20.0
"""As improbable as a single piece can be; some can never be said."""
CERTAIN = 0.02
"""Mean log-probabilities much nearer to 0 than this count alike."""
ROUNDS, PENALTY = 50, 1.0
"""Steps of Newton's method, and what large weights cost."""


@dataclass(frozen=True)
class QualityOptions:
    """What was learned about a package's model. Manifests have it among their parameters."""

    bias: float
    likelihood: float
    """Weight of how near the mean log-probability of the pieces and the end is to 0: see `nearness`."""

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, float]) -> "QualityOptions | None":
        """Return what a manifest says; None where nothing was learned about its model."""
        given = {
            name.removeprefix(PREFIX): value for name, value in parameters.items() if name.startswith(PREFIX)
        }
        return cls(**given) if given else None

    def to_parameters(self) -> dict[str, float]:
        """Return it as manifests have it."""
        return {PREFIX + name: value for name, value in asdict(self).items()}

    def estimate(self, likelihood: float) -> float:
        """Return what chrF a text of a likelihood can expect against a reference, from 0 to 1."""
        return 1 / (1 + math.exp(-(self.bias + self.likelihood * nearness(likelihood))))


def nearness(likelihood: float) -> float:
    """Return a mean log-probability on a scale that tells nearly certain texts apart too."""
    return -math.log(CERTAIN - likelihood)


@dataclass(frozen=True)
class Likelihood:
    """How probable a text is."""

    total: float
    """The log-probability of all pieces and the end."""
    pieces: int
    """How many these are."""

    @property
    def mean(self) -> float:
        """The log-probability a piece."""
        return self.total / self.pieces


def sum_of(parts: Sequence[Likelihood]) -> Likelihood:
    """Return how probable the text is that some parts make."""
    return Likelihood(sum(one.total for one in parts), sum(one.pieces for one in parts))


def likelihoods(
    engine: Engine,
    sources: Sequence[str],
    targets: Sequence[str],
    examples: Sequence[Sequence[Example]],
    workers: int = 1,
) -> list[Likelihood]:
    """Return how probable an engine finds targets of sources that the model can take at once."""

    def some(start: int) -> list[Likelihood]:
        these = slice(start, start + AT_ONCE)
        given = zip(sources[these], targets[these], examples[these], strict=True)
        return together([_likelihood(engine, *one) for one in given])

    with ThreadPoolExecutor(workers) as pool:
        return list(chain.from_iterable(pool.map(some, range(0, len(sources), AT_ONCE))))


def _likelihood(engine: Engine, source: str, target: str, examples: Sequence[Example]) -> Job[Likelihood]:
    vocabulary = engine.package.vocabulary
    hypothesis = Hypothesis(engine.bind(source, examples), vocabulary)
    hypothesis.ids += vocabulary.encode(target)
    yield from hypothesis.read()
    said = zip(hypothesis.scores, [*hypothesis.ids, vocabulary.end], strict=True)
    total = sum(max(FLOOR, float(scores[piece])) for scores, piece in said)
    return Likelihood(total, len(hypothesis.ids) + 1)


def learn(likelihoods: Sequence[float], worth: Sequence[float]) -> QualityOptions:
    """Learn what texts are worth, from 0 to 1, by their likelihood: a logistic regression."""
    signs = [nearness(one) for one in likelihoods]
    rows, known = np.stack([np.ones(len(worth)), signs], axis=1), np.array(worth)
    weights = np.zeros(2)
    for _ in range(ROUNDS):
        said = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (said - known) + [0.0, PENALTY * weights[1]]
        curve = (rows * (said * (1 - said))[:, None]).T @ rows + np.diag([0.0, PENALTY])
        weights -= np.linalg.solve(curve, slope)
    return QualityOptions(round(float(weights[0]), 3), round(float(weights[1]), 3))
