"""The quality estimate: how well it tells good drafts from bad ones.

What a draft is worth is its chrF against the reference, from 0 to 1. `correlation` says whether the estimate
ranks a set's drafts as their worth does (Spearman); the bins say whether drafts of the same estimate are
worth that.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.engines.bulk import Cutter
from synslator.engines.quality import QualityOptions, likelihoods
from synslator.errors import UsageProblem
from synslator.evaluation.memory import examples_of
from synslator.evaluation.metrics.scores import ChrF
from synslator.evaluation.predictions.calibration import Bin, expected_error, rounded
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet
from synslator.progress import SILENT, Progress

BINS = 10


@dataclass(frozen=True)
class RatedDraft:
    """What the model says of its own draft, and what that is worth."""

    likelihood: float
    worth: float


def rate_drafts(system: System, data: TestSet, progress: Progress = SILENT) -> list[RatedDraft]:
    """Draft the lines that the model can take at once, and rate the drafts."""
    cutter = Cutter(system.engine.package)
    pairs = [pair for pair in data.pairs if len(cutter.parts(pair.source)) == 1]
    sources = [pair.source for pair in pairs]
    examples = examples_of(system.memory, sources)
    drafts = system.engine.translate(sources, examples, progress)
    said = likelihoods(system.engine, sources, drafts, examples)
    metric = ChrF()
    counts = metric.statistics(drafts, [pair.reference for pair in pairs])
    return [
        RatedDraft(likelihood.mean, metric.score(row) / 100)
        for likelihood, row in zip(said, counts, strict=True)
    ]


def ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Return the place of each value among all, equal ones in the middle of theirs."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middle: NDArray[np.float64] = (2 * ends - counts - 1) / 2
    return middle[which]


def correlation(estimates: Sequence[float], worth: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(estimates), ranks(worth))[0, 1])


def bins(estimates: Sequence[float], worth: Sequence[float]) -> list[Bin]:
    """Return the drafts by their estimate; empty bins are left out."""
    places = np.minimum((np.array(estimates) * BINS).astype(int), BINS - 1)
    found = []
    for place in sorted(set(places.tolist())):
        inside = places == place
        mean = float(np.array(estimates)[inside].mean()), float(np.array(worth)[inside].mean())
        found.append(Bin(place / BINS, (place + 1) / BINS, int(inside.sum()), *mean))
    return found


def describe(drafts: Sequence[RatedDraft], options: QualityOptions) -> dict[str, Any]:
    """Return how well estimates and worth of drafts agree."""
    estimates, worth = [options.estimate(one.likelihood) for one in drafts], [one.worth for one in drafts]
    found = bins(estimates, worth)
    return {
        "correlation": round(correlation(estimates, worth), 3),
        "estimated": round(float(np.mean(estimates)), 3),
        "worth": round(float(np.mean(worth)), 3),
        "expected_calibration_error": round(expected_error(found), 4),
        "bins": [rounded(one) for one in found],
    }


def measure_quality(system: System, data: TestSet, progress: Progress = SILENT) -> dict[str, Any]:
    """Measure the estimate of a package on a test set, and how that was made."""
    options = QualityOptions.from_parameters(system.engine.package.manifest.parameters)
    if options is None:
        raise UsageProblem("the package has no quality estimate; learn one with `synslator tune quality`")
    started = time.perf_counter()
    drafts = rate_drafts(system, data, progress)
    seconds = time.perf_counter() - started
    return {
        "kind": "quality",
        **describe(drafts, options),
        "lines": len(drafts),
        "seconds": round(seconds, 1),
        "made": made(system, data, seconds).to_json(),
    }
