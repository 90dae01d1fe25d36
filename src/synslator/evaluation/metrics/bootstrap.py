"""Paired bootstrap: how far a score, or the difference of two, can be trusted.

The segments of a test set are drawn with replacement, many times over, and the score is computed each time
from the segments' statistics. Two systems are compared on the same draws. (Koehn, 2004: Statistical
significance tests for machine translation evaluation.)
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from synslator.evaluation.metrics.scores import Numbers

Score = Callable[[Numbers], float]
"""Summed statistics -> score."""


@dataclass(frozen=True)
class BootstrapOptions:
    """How often to draw, and how much of the draws the interval holds."""

    resamples: int = 1000
    confidence: float = 0.95
    seed: int = 1

    def __post_init__(self) -> None:
        problems = []
        if self.resamples < 1:
            problems.append(f"resamples must be at least 1, not {self.resamples}")
        if not 0 < self.confidence < 1:
            problems.append(f"confidence must be between 0 and 1, not {self.confidence}")
        if problems:
            raise ValueError("; ".join(problems))


@dataclass(frozen=True)
class Estimate:
    """A score with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """The difference of two systems, and how often a draw turned it around."""

    difference: Estimate
    p: float
    """Two-sided: twice the share of draws in which the difference is nought or has the other sign."""


def estimate(statistics: Numbers, score: Score, options: BootstrapOptions) -> Estimate:
    """Return a score of all segments and its interval."""
    drawn = draws(statistics, score, options)
    return Estimate(score(statistics.sum(axis=0)), *interval(drawn, options))


def compare(ours: Numbers, theirs: Numbers, score: Score, options: BootstrapOptions) -> Comparison:
    """Return how much better `ours` is than `theirs`, on the same segments."""
    if ours.shape != theirs.shape:
        raise ValueError(f"both systems must have the same segments, not {len(ours)} and {len(theirs)}")
    difference = score(ours.sum(axis=0)) - score(theirs.sum(axis=0))
    drawn = draws(ours, score, options) - draws(theirs, score, options)
    turned = min(1.0, 2 * float(np.mean(drawn * np.sign(difference) <= 0))) if difference else 1.0
    return Comparison(Estimate(difference, *interval(drawn, options)), turned)


def draws(statistics: Numbers, score: Score, options: BootstrapOptions) -> Numbers:
    """Return the score of each draw, (resamples,); draws depend on the seed and the number of segments."""
    segments = len(statistics)
    rng = np.random.default_rng(options.seed)
    even = np.full(segments, 1 / segments)
    times = rng.multinomial(segments, even, size=options.resamples)
    return np.array([score(sums) for sums in times @ statistics])


def interval(drawn: Numbers, options: BootstrapOptions) -> tuple[float, float]:
    """Return the middle part of the draws."""
    tail = (1 - options.confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)
