"""Learning by what a missing clause is known: two logistic regressions, one on top of the other.

At first every clause counts: those that the cut part translates are missing, the others and all of the whole
text are not. Then, some times over, only the most suspicious clause of each text counts, as in use.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synslator.engines.coverage.gaps import Coverage
from synslator.engines.coverage.options import CoverageOptions, Looks, Needs
from synslator.engines.coverage.signs import needed, seen, with_looks

Rows = NDArray[np.float64]
GONE, THERE = 0.6, 0.2
"""Shares of a clause in the cut part from which, and up to which, it is known to be missing or not."""
ROUNDS, PENALTY, LAST_PENALTY = 8, 1.0, 3.0


@dataclass(frozen=True)
class Texts:
    """A source, its target, what is left of that, and how much of each clause the part cut out translates."""

    source: str
    target: str
    rest: str
    shares: Sequence[tuple[tuple[int, int], float]]


@dataclass(frozen=True)
class Example:
    """What is said of the clauses of one source."""

    whole: Rows
    rest: Rows
    shares: NDArray[np.float64]


def learn(coverage: Coverage, texts: Sequence[Texts]) -> dict[str, float]:
    """Return both sets of weights, as parameters of a manifest."""
    texts = [one for one in texts if one.shares]
    pairs = [
        (signs(coverage, one.source, one.target), signs(coverage, one.source, one.rest)) for one in texts
    ]
    shares = [np.array([share for _, share in one.shares]) for one in texts]
    given = list(zip(pairs, shares, strict=True))
    looks = regression([Example(whole[0], rest[0], share) for (whole, rest), share in given])

    def both(found: tuple[Rows, Rows]) -> Rows:
        return with_looks(found[0] @ looks, found[1])

    needs = regression([Example(both(whole), both(rest), share) for (whole, rest), share in given])
    learned = Looks(*looks.round(3).tolist()), Needs(*needs.round(3).tolist())
    return CoverageOptions(*learned, coverage.options.thresholds).to_parameters()


def signs(coverage: Coverage, source: str, target: str) -> tuple[Rows, Rows]:
    """What attention and the text's probability say of each clause."""
    package, parts = coverage.package, coverage.clauses(source)
    ids, pieces = package.vocabulary.encode(target), package.pieces(source)
    attention = coverage.attention(pieces, ids)
    return seen(attention, parts), needed(*coverage.read(pieces, parts, ids), parts)


def regression(examples: Sequence[Example]) -> Rows:
    """Learn from all clauses, then from the most suspicious ones."""
    rows, missing = [], []
    for one in examples:
        known = (one.shares > GONE) | (one.shares < THERE)
        rows += [one.whole, one.rest[known]]
        missing += [np.zeros(len(one.whole)), (one.shares[known] > GONE).astype(float)]
    weights = logistic(np.concatenate(rows), np.concatenate(missing), PENALTY)
    for _ in range(ROUNDS):
        worst = [part[(part @ weights).argmax()] for one in examples for part in (one.rest, one.whole)]
        told = np.tile([1.0, 0.0], len(examples))
        weights = (weights + logistic(np.stack(worst), told, LAST_PENALTY)) / 2
    return weights


def logistic(rows: Rows, told: Rows, penalty: float) -> Rows:
    """Fit a logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        said = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (said - told) + penalty * weights
        curve = (rows * (said * (1 - said))[:, None]).T @ rows + penalty * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights
