"""Scoring the translation of a test set."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from synslator.evaluation.metrics.bootstrap import BootstrapOptions, estimate
from synslator.evaluation.metrics.scores import Bleu, ChrF, Metric, MultiBleu
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet


def metrics(language: str) -> tuple[Metric, ...]:
    """Return the scores of translations into a language."""
    return Bleu(language), ChrF(), MultiBleu(language)


def score_translations(
    system: System,
    data: TestSet,
    hypotheses: Sequence[str],
    seconds: float,
    options: BootstrapOptions | None = None,
) -> dict[str, Any]:
    """Return all scores with their intervals and signatures, and how they were made."""
    options = options or BootstrapOptions()
    references = [pair.reference for pair in data.pairs]
    result: dict[str, Any] = {"kind": "bleu"}
    intervals, signatures = {}, {}
    for metric in metrics(system.engine.package.manifest.target_language):
        found = estimate(metric.statistics(hypotheses, references), metric.score, options, data.units)
        result[metric.name] = round(found.value, 2)
        intervals[metric.name] = (round(found.low, 2), round(found.high, 2))
        signatures[metric.name] = metric.signature
    return result | {
        "signature": signatures["bleu"],
        "lines": len(data.pairs),
        "seconds": round(seconds, 1),
        "signatures": signatures,
        "intervals": intervals,
        "made": made(system, data, seconds, bootstrap=asdict(options)).to_json(),
    }
