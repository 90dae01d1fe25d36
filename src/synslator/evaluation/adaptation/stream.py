"""Online learning along a stream: the same segments in order, with every one confirmed and with none.

Both runs predict every word of the references and draft every segment. With learning, the reference of a
segment is in the memory before the next segment is begun. The curves show both over the stream.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from synslator.evaluation.adaptation.rates import adaptation, terms
from synslator.evaluation.metrics.scores import Bleu, Numbers
from synslator.evaluation.predictions.accuracy import score_of, statistics
from synslator.evaluation.predictions.observation import Observation, observe, observe_all
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import ReferencePair, TestSet
from synslator.progress import SILENT, Progress

POINTS = 20
"""Points of a curve at most."""
LEAST = 25
"""Segments behind a point at least."""


def curve(drafts: Numbers, predictions: Numbers, metric: Bleu) -> list[dict[str, float]]:
    """BLEU and 1-gram accuracy, in percent, of the segments between each point and the one before."""
    size = max(LEAST, -(-len(drafts) // POINTS))
    points = []
    for at in range(0, len(drafts), size):
        part = slice(at, at + size)
        points.append(
            {
                "segments": min(at + size, len(drafts)),
                "bleu": round(metric.score(drafts[part].sum(axis=0)), 2),
                "accuracy": round(score_of("alone", 1)(predictions[part].sum(axis=0).ravel()), 2),
            }
        )
    return points


def run_learning(
    system: System, pairs: Sequence[ReferencePair], progress: Progress
) -> tuple[list[str], list[list[Observation]]]:
    """Draft and predict segment after segment, confirming each."""
    drafts, observed = [], []
    for pair in pairs:
        drafts += system.translate([pair.source])
        observed.append(observe(system.completions(pair.source), pair.reference))
        system.confirm(pair.source, pair.reference)
        progress.advance()
    return drafts, observed


def measure_stream(system: System, data: TestSet, progress: Progress = SILENT) -> dict[str, Any]:
    """Return the curves and the adaptation of terms along a test set, and how they were made.

    The memory of the system is written to. Its first run comes before that and learns nothing.
    """
    started = time.perf_counter()
    shown = replace(system.options, alternatives=0, language_model_words=0)  # nobody looks into the box here
    system = replace(system, options=shown)
    sources = [pair.source for pair in data.pairs]
    references = [pair.reference for pair in data.pairs]
    runs = {
        "without": (system.translate(sources), list(observe_all(system, data.pairs, progress))),
        "learning": run_learning(system, data.pairs, progress),
    }
    seconds = time.perf_counter() - started
    metric = Bleu(system.engine.package.manifest.target_language)
    curves, totals = {}, {}
    for name, (drafts, observed) in runs.items():
        scored, counted = metric.statistics(drafts, references), statistics(observed)
        curves[name] = curve(scored, counted, metric)
        totals[name] = {
            "bleu": round(metric.score(scored.sum(axis=0)), 2),
            "accuracy": round(score_of("alone", 1)(counted.sum(axis=0).ravel()), 2),
        }
    seen = {name: [terms(segment) for segment in observed] for name, (_, observed) in runs.items()}
    return {
        "kind": "stream",
        "lines": len(sources),
        "curves": curves,
        "totals": totals,
        "adaptation": [asdict(rate) for rate in adaptation(sources, seen["without"], seen["learning"])],
        "signature": metric.signature,
        "seconds": round(seconds, 1),
        "made": made(system, data, seconds).to_json(),
    }
