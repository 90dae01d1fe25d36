"""Paired bootstrap: how far a score, or the difference of two, can be trusted.

The units of a test set, its documents or runs of lines, are drawn with replacement, many times over, and the
score is computed each time from their statistics. Lines by themselves are no independent draws: neighbours
are alike. Two systems are compared on the same draws. (Koehn, 2004: Statistical significance tests for
machine translation evaluation.)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.evaluation.metrics.scores import Numbers

Score = Callable[[Numbers], float]
"""Summed statistics -> score."""


@dataclass(frozen=True)
class BootstrapOptions:
    """How often to draw, and how much of the draws the interval holds."""

    resamples: int = 5000
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
    """Two-sided: twice the share of draws in which the difference is nought or has the other sign.

    The score itself counts as one draw more, so that no number of draws proves anything beyond doubt.
    """


def estimate(
    statistics: Numbers, score: Score, options: BootstrapOptions, units: Sequence[int] | None = None
) -> Estimate:
    """Return a score of all segments and its interval; every segment is a unit if none are named."""
    drawn = draws(statistics, score, options, units)
    return Estimate(score(statistics.sum(axis=0)), *interval(drawn, options))


def compare(
    ours: Numbers,
    theirs: Numbers,
    score: Score,
    options: BootstrapOptions,
    units: Sequence[int] | None = None,
) -> Comparison:
    """Return how much better `ours` is than `theirs`, on the same segments."""
    if ours.shape != theirs.shape:
        raise ValueError(f"both systems must have the same segments, not {len(ours)} and {len(theirs)}")
    difference = score(ours.sum(axis=0)) - score(theirs.sum(axis=0))
    drawn = draws(ours, score, options, units) - draws(theirs, score, options, units)
    turned = int((drawn * np.sign(difference) <= 0).sum())
    p = min(1.0, 2 * (turned + 1) / (len(drawn) + 1)) if difference else 1.0
    return Comparison(Estimate(difference, *interval(drawn, options)), p)


def draws(
    statistics: Numbers, score: Score, options: BootstrapOptions, units: Sequence[int] | None = None
) -> Numbers:
    """Return the score of each draw, (resamples,); draws depend on the seed and the number of units."""
    if units is not None:
        statistics = by_unit(statistics, units)
    count = len(statistics)
    rng = np.random.default_rng(options.seed)
    even = np.full(count, 1 / count)
    times = rng.multinomial(count, even, size=options.resamples)
    return np.array([score(sums) for sums in times @ statistics])


def by_unit(statistics: Numbers, units: Sequence[int]) -> Numbers:
    """Return the sums of the segments of each unit, (units, numbers)."""
    if len(units) != len(statistics):
        raise ValueError(f"{len(statistics)} segments need as many units, not {len(units)}")
    names, places = np.unique(np.asarray(units, np.int64), return_inverse=True)
    sums = np.zeros((len(names), *statistics.shape[1:]))
    np.add.at(sums, places, statistics)
    return sums


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for being many (Holm, 1979): how likely any of them is a chance find."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, highest = [0.0] * len(chances), 0.0
    for rank, n in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[n]))
        corrected[n] = highest
    return corrected


def interval(drawn: Numbers, options: BootstrapOptions) -> tuple[float, float]:
    """Return the middle part of the draws."""
    tail = (1 - options.confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)
