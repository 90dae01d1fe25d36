"""Calibration: how often is a word right that is shown with probability p, and what a threshold means.

A word counts as right when it is the reference's next word (N-gram accuracy's strict convention). The sure
run at a threshold is the words after the caret that are all at least that probable: what TAB takes.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from synslator.evaluation.predictions.observation import Observation, observe_all
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet
from synslator.progress import SILENT, Progress

BINS = 10
THRESHOLDS = tuple(round(0.05 * n, 2) for n in range(1, 20))
WRONG_COSTS = 2.0
"""A wrong word that was taken costs as much as this many right ones save: it is deleted and typed."""


@dataclass(frozen=True)
class Bin:
    """The next words shown with about the same probability."""

    low: float
    high: float
    count: int
    probability: float
    """Their mean probability."""
    right: float
    """The share of them that was right."""


@dataclass(frozen=True)
class Run:
    """What TAB takes at a threshold, over all words of the references."""

    threshold: float
    coverage: float
    """Share of places where TAB takes anything."""
    words: float
    """Words of a run, on average."""
    precision: float
    """Share of all words taken that are right and have only right words before them."""
    whole: float
    """Share of runs that are right to their last word."""
    value: float
    """Right words taken less the cost of wrong ones, for each place."""


def reliability(observations: Iterable[Observation], bins: int = BINS) -> list[Bin]:
    """Return the next word shown, by its probability; empty bins are left out."""
    filled: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for one in observations:
        if one.shown:
            probability = one.probabilities[0]
            filled[min(int(probability * bins), bins - 1)].append(
                (probability, one.shown[0] == one.expected[0])
            )
    return [
        Bin(
            n / bins,
            (n + 1) / bins,
            len(rows),
            sum(probability for probability, _ in rows) / len(rows),
            sum(right for _, right in rows) / len(rows),
        )
        for n, rows in enumerate(filled)
        if rows
    ]


def expected_error(found: Sequence[Bin]) -> float:
    """Expected calibration error: how far shares and probabilities are apart, weighed by the bins' counts."""
    total = sum(one.count for one in found)
    return sum(one.count * abs(one.probability - one.right) for one in found) / total if total else 0.0


def sure_run(observation: Observation, threshold: float) -> tuple[int, int]:
    """Return how many words TAB takes at a threshold, and how many of them, from the first on, are right."""
    length = next(
        (n for n, p in enumerate(observation.probabilities) if p < threshold), len(observation.probabilities)
    )
    agree = zip(observation.shown[:length], observation.expected, strict=False)
    right = next((n for n, (a, b) in enumerate(agree) if a != b), min(length, len(observation.expected)))
    return length, right


def runs(observations: Sequence[Observation], threshold: float) -> Run:
    """Return what TAB takes at a threshold."""
    found = [sure_run(one, threshold) for one in observations]
    taken = [(length, right) for length, right in found if length]
    words, rights = sum(length for length, _ in taken), sum(right for _, right in taken)
    places = max(1, len(found))
    return Run(
        threshold,
        len(taken) / places,
        words / max(1, len(taken)),
        rights / max(1, words),
        sum(length == right for length, right in taken) / max(1, len(taken)),
        (rights - WRONG_COSTS * (words - rights)) / places,
    )


def recommended(observations: Sequence[Observation]) -> float:
    """Return the threshold at which TAB is worth most, wrong words weighed against right ones."""
    return max(
        (runs(observations, threshold) for threshold in THRESHOLDS), key=lambda run: run.value
    ).threshold


def measure_calibration(system: System, data: TestSet, progress: Progress = SILENT) -> dict[str, Any]:
    """Reliability, expected error, the sure run at every threshold, the best one, and how it was made."""
    started = time.perf_counter()
    observed = list(chain.from_iterable(observe_all(system, data.pairs, progress)))
    seconds = time.perf_counter() - started
    found = reliability(observed)
    return {
        "kind": "calibration",
        "lines": len(data.pairs),
        "words": len(observed),
        "expected_calibration_error": round(expected_error(found), 4),
        "recommended_threshold": recommended(observed),
        "threshold": rounded(runs(observed, system.options.highlight_threshold)),
        "bins": [rounded(one) for one in found],
        "thresholds": [rounded(runs(observed, threshold)) for threshold in THRESHOLDS],
        "seconds": round(seconds, 1),
        "made": made(system, data, seconds, wrong_costs=WRONG_COSTS).to_json(),
    }


def rounded(row: Bin | Run) -> dict[str, float]:
    """Return the fields of a row, for a result."""
    return {name: round(value, 4) for name, value in asdict(row).items()}
