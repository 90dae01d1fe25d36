"""Measuring the predictions for a test set: N-gram accuracy."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from synslator.evaluation.metrics.bootstrap import BootstrapOptions, compare, estimate
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.predictions.accuracy import (
    LENGTHS,
    ROWS,
    accuracy,
    conventions,
    moses,
    score_of,
    statistics,
)
from synslator.evaluation.predictions.observation import observe_all
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet
from synslator.progress import SILENT, Progress


def measure_accuracy(
    system: System, data: TestSet, progress: Progress = SILENT, options: BootstrapOptions | None = None
) -> dict[str, Any]:
    """N-gram accuracy by every convention, with intervals, and how it was made."""
    options = options or BootstrapOptions()
    started = time.perf_counter()
    language = system.engine.package.manifest.target_language
    observed = list(observe_all(system, data.pairs, progress, moses(language)))
    seconds = time.perf_counter() - started
    counts = {name: statistics(observed, one) for name, one in conventions(language).items()}
    return {
        "kind": "accuracy",
        **accuracy_result(counts, options, data.units),
        "lines": len(data.pairs),
        "words": sum(not one.inside for segment in observed for one in segment),
        "seconds": round(seconds, 1),
        "made": made(system, data, seconds, bootstrap=asdict(options)).to_json(),
    }


def accuracy_result(
    counts: dict[str, Numbers], options: BootstrapOptions, units: Sequence[int]
) -> dict[str, Any]:
    """Shares by convention and row; for the strict convention also intervals and what each row adds."""
    shares = {
        name: {row: [round(x, 2) for x in values] for row, values in accuracy(table).shares.items()}
        for name, table in counts.items()
    }
    flat = counts["exact"].reshape(len(counts["exact"]), -1)
    intervals = {}
    for row in ROWS:
        found = [estimate(flat, score_of(row, length), options, units) for length in LENGTHS]
        intervals[row] = [(round(one.low, 2), round(one.high, 2)) for one in found]
    return {"accuracy": shares, "intervals": intervals, "gains": gains(flat, options, units)}


def gains(
    flat: Numbers, options: BootstrapOptions, units: Sequence[int]
) -> dict[str, list[dict[str, float]]]:
    """Return what the suggestion box and the language model add to the continuation shown, in points."""
    table = flat.reshape(len(flat), len(ROWS) + 1, len(LENGTHS))
    result: dict[str, list[dict[str, float]]] = {}
    for row in ROWS[1:]:
        swapped = table.copy()
        swapped[:, 0] = table[:, ROWS.index(row)]
        result[row] = []
        for length in LENGTHS:
            score = score_of(ROWS[0], length)
            found = compare(swapped.reshape(flat.shape), flat, score, options, units)
            one = found.difference
            result[row].append(
                {"points": round(one.value, 2), "low": round(one.low, 2), "high": round(one.high, 2)}
            )
    return result
