"""Tuning the mixture of simplified kNN-MT on development sets.

Each reference is read by the model once, with the datastore of its source's matches beside it. What the
neighbours and the model said at every piece is enough to learn how far to trust the neighbours: the gate, the
temperature and the weight of likeness are those that make the references most probable.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.likely_scores import all_scores
from synslator.decoding.driver import run
from synslator.decoding.knn.gate import KnnOptions, NearestKeys, features
from synslator.decoding.model import Floats, Ids
from synslator.engines.keys.store import LONGEST
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Example
from synslator.engines.vanilla import VanillaEngine
from synslator.progress import SILENT, Progress

Doubles = NDArray[np.float64]
TINY = 1e-6
WIDE = 100.0
"""A reach that every neighbour is within."""


@dataclass(frozen=True)
class TuningPair:
    """A source, its translation, and what the memory knows about it."""

    source: str
    target: str
    examples: Sequence[Example]


@dataclass(frozen=True)
class Observed:
    """What was seen at the pieces of a development set that have neighbours."""

    features: Doubles
    """(pieces, features)"""
    distances: Doubles
    likeness: Doubles
    right: Doubles
    """Whether each neighbour's value is the right piece, (pieces, neighbours)."""
    said: Doubles
    """The model's probability of the right piece, (pieces,)."""

    def select(self, chosen: slice) -> "Observed":
        """Some of the pieces."""
        return Observed(
            self.features[chosen],
            self.distances[chosen],
            self.likeness[chosen],
            self.right[chosen],
            self.said[chosen],
        )


@dataclass(frozen=True)
class Outcome:
    """How improbable the pieces of held-out lines are on average: with the model alone, and mixed."""

    pieces: int
    alone: float
    mixed: float


def observe(engine: KnnEngine, lines: Sequence[TuningPair], progress: Progress = SILENT) -> Observed:
    """Read the references of a development set. At least one line must have examples."""
    wide = replace(engine, knn=replace(engine.knn, reach=WIDE))
    parts = []
    for line in lines:
        if wide.usable(line.source, line.examples):
            parts.append(observe_line(wide, line))
        progress.advance(1)
    if not parts:
        raise ValueError("none of the lines has a match in the memory")
    names = ("features", "distances", "likeness", "right", "said")
    return Observed(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def observe_line(engine: KnnEngine, line: TuningPair) -> Observed:
    """Read one reference."""
    store, package = engine.datastore(line.source, line.examples), engine.package
    assert store is not None
    vocabulary = package.vocabulary
    hypothesis = Hypothesis(VanillaEngine(package).bind(line.source), vocabulary)
    hypothesis.ids += vocabulary.encode(line.target)[:LONGEST]
    run(hypothesis.read())
    scores: Floats = np.stack([all_scores(one) for one in hypothesis.scores])
    reference: Ids = np.array([*hypothesis.ids, vocabulary.end])
    found: NearestKeys = store.neighbours(np.stack(hypothesis.hidden))
    said = np.take_along_axis(scores, found.values, axis=1)
    seen = features(found, said, scores.max(axis=1))
    return Observed(
        seen.astype(np.float64),
        found.distances.astype(np.float64),
        found.likeness.astype(np.float64),
        (found.values == reference[:, None]).astype(np.float64),
        np.exp(scores[np.arange(len(reference)), reference]).astype(np.float64),
    )


class Learner:
    """The parameters of the mixture, learned by gradient descent (Adam) on several sets at once."""

    def __init__(self, sets: Sequence[Observed], start: KnnOptions) -> None:
        everything = np.concatenate([one.features for one in sets])
        self.mean, self.spread = everything.mean(axis=0), everything.std(axis=0) + 1e-3
        self.mean[0], self.spread[0] = 0.0, 1.0  # the bias stays what it is
        self.sets, self.start = sets, start
        self.values = np.zeros(len(self.mean) + 2)
        self.values[-2:] = -np.log(start.temperature), start.likeness

    def learn(self, steps: int = 600, rate: float = 0.02, decay: float = 1e-4) -> KnnOptions:
        """Make the references as probable as possible; every set counts the same."""
        first, second = np.zeros_like(self.values), np.zeros_like(self.values)
        for step in range(1, steps + 1):
            gradient = sum((self.gradient(one) for one in self.sets), decay * self.values)
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            self.values -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        return self.options()

    def gradient(self, seen: Observed) -> Doubles:
        """Return the gradient of the mean loss of one set, by every parameter."""
        inputs = (seen.features - self.mean) / self.spread
        trust, weights = self.mixture(seen, inputs)
        near = (weights * seen.right).sum(axis=1)
        mixed = (1 - trust) * seen.said + trust * near + TINY
        by_trust = -(near - seen.said) / mixed * trust * (1 - trust)
        by_near = (-trust / mixed)[:, None] * weights * (seen.right - near[:, None])
        sharpness = np.exp(self.values[-2])
        return np.concatenate(
            [
                by_trust @ inputs / len(inputs),
                [(by_near * -seen.distances).sum() * sharpness / len(inputs)],
                [(by_near * seen.likeness).sum() / len(inputs)],
            ]
        )

    def mixture(self, seen: Observed, inputs: Doubles) -> tuple[Doubles, Doubles]:
        """The neighbours' share, (pieces,), and how they divide it, (pieces, neighbours)."""
        trust = 1 / (1 + np.exp(-(inputs @ self.values[:-2])))
        score = self.values[-1] * seen.likeness - seen.distances * np.exp(self.values[-2])
        raised = np.exp(score - score.max(axis=1, keepdims=True))
        return trust, raised / raised.sum(axis=1, keepdims=True)

    def outcome(self, seen: Observed) -> Outcome:
        """How well the mixture does on other pieces."""
        trust, weights = self.mixture(seen, (seen.features - self.mean) / self.spread)
        mixed = (1 - trust) * seen.said + trust * (weights * seen.right).sum(axis=1)
        return Outcome(len(mixed), -np.log(seen.said + TINY).mean(), -np.log(mixed + TINY).mean())

    def options(self) -> KnnOptions:
        """What was learned, for the features as they are."""
        gate = self.values[:-2] / self.spread
        gate[0] -= (gate[1:] * self.mean[1:]).sum()
        return replace(
            self.start,
            temperature=float(np.exp(-self.values[-2])),
            likeness=float(self.values[-1]),
            reach=WIDE,
            gate=tuple(float(weight) for weight in gate),
        )
