"""What shows that a clause of the source is not in a text.

Two signs. While a decoder reads a text, it looks at the source pieces that the text translates; pieces that
nobody looks at are missing. And a text gets less probable without a clause that it translates; where it does
not, it translates nothing of it (contrastive conditioning, Vamvas and Sennrich 2022).
"""

from collections.abc import Sequence
from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.model import Floats
from synslator.engines.coverage.clauses import Clause
from synslator.engines.coverage.options import Looks, Needs

SMALL = 0.05
"""Added before a logarithm."""
MOST_NEED = 3.0
"""Nats that count of one piece at most: a copied name would otherwise outweigh all else."""
LAST = 2.0
"""Nats that count of the end of the text."""


def seen(attention: Floats, clauses: Sequence[Clause]) -> NDArray[np.float64]:
    """Return what attention says of each clause, (clauses, signs), with 1 in front."""
    written, read = len(attention), max(attention.shape[1] - 1, 1)
    mass, most = attention.sum(axis=0), attention.max(axis=0, initial=0)
    rows = []
    for clause in clauses:
        words = list(clause.words)
        sums = np.sort(mass[words])
        low = sums[: max(1, len(sums) // 2)]
        looked = (sums.mean() + SMALL, low.mean() + SMALL, most[words].mean() + SMALL)
        rows.append([1, *np.log([*looked, len(words), max(written, 1) / read, read])])
    return np.array(rows, np.float64).reshape(len(rows), 7)


def needed(whole: Floats, without: Floats, clauses: Sequence[Clause]) -> NDArray[np.float64]:
    """Return what the text's probability says of clauses, (clauses, signs).

    `whole` (target pieces and the end) has the log-probabilities given the source, `without` (clauses,
    target pieces and the end) those given the source without each clause.
    """
    rows = []
    for clause, scores in zip(clauses, without, strict=True):
        lost = whole.astype(np.float64) - scores
        need = np.clip(lost, 0, MOST_NEED).sum() / len(clause.words)
        hindered = np.clip(-lost, 0, None).sum()
        most, end = max(float(lost.max()), 0.0), float(np.clip(lost[-1], -LAST, LAST))
        rows.append([*np.log([need + SMALL, most + SMALL]), end, np.log(hindered + SMALL)])
    return np.array(rows, np.float64).reshape(len(rows), 4)


def log_odds(weights: Looks | Needs, signs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds that clauses are missing, given their signs (clauses, signs)."""
    scores: NDArray[np.float64] = signs @ np.array(astuple(weights))
    return scores


def with_looks(looked: NDArray[np.float64], needs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return all signs of clauses: the log-odds by attention and what `needed` says, with 1 in front."""
    return np.column_stack([np.ones(len(looked)), looked, needs])
