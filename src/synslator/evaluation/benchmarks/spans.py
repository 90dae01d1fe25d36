"""WeTS: replace a span that a translator marked, with both sides kept (Yang et al., 2021)."""

import time
from dataclasses import asdict
from typing import Any

from synslator.decoding.driver import run
from synslator.decoding.infilling.gaps import Filling, GapOptions, fill, joined
from synslator.evaluation.benchmarks.cases import Cases
from synslator.evaluation.metrics.scores import CHRF_PLUS, Bleu, ChrF
from synslator.evaluation.predictions.observation import in_order
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.progress import SILENT, Progress

NOTHING = "<NULL_REP>"
"""Stands in the data for an answer that leaves the span out."""
FIELDS = ("source", "left", "right", "answer")


def measure_spans(
    system: System, cases: Cases, progress: Progress = SILENT, options: GapOptions | None = None
) -> dict[str, Any]:
    """Return BLEU and chrF of the spans, the shares that are exact and untouched, and how it was made."""
    options = options or GapOptions()

    def one(case: dict[str, Any]) -> Filling:
        source = system.engine.bind(case["source"], system.examples(case["source"]))
        found = run(fill(source, system.engine.package.vocabulary, case["left"], case["right"], options))
        progress.advance()
        return found[0] if found else Filling("", joined(case["left"], "", case["right"]), 0.0)

    started = time.perf_counter()
    fillings = list(in_order(one, cases.rows, system.workers))
    seconds = time.perf_counter() - started
    return {
        "kind": "spans",
        **span_scores(fillings, cases, system.engine.package.manifest.target_language),
        "lines": len(fillings),
        "seconds": round(seconds, 1),
        "made": made(system, cases, seconds, gaps=asdict(options)).to_json(),
    }


def span_scores(fillings: list[Filling], cases: Cases, language: str) -> dict[str, Any]:
    """Return the scores of the spans alone. Exact ones differ in outer spaces at most."""
    spans = [one.text for one in fillings]
    answers = ["" if case["answer"] == NOTHING else case["answer"].strip() for case in cases.rows]
    bleu, chrf = Bleu(language), ChrF()
    kept = [
        one.whole.startswith(case["left"]) and one.whole.endswith(case["right"])
        for one, case in zip(fillings, cases.rows, strict=True)
    ]
    exact = [span == answer for span, answer in zip(spans, answers, strict=True)]
    return {
        "bleu": round(bleu.score(bleu.statistics(spans, answers).sum(axis=0)), 2),
        "chrf": round(chrf.score(chrf.statistics(spans, answers).sum(axis=0)), 2),
        "chrf_plus": round(CHRF_PLUS.score(CHRF_PLUS.statistics(spans, answers).sum(axis=0)), 2),
        "exact": round(100 * sum(exact) / len(exact), 2),
        "untouched": round(100 * sum(kept) / len(kept), 2),
        "intervals": {
            metric.name: cases.interval(metric.statistics(spans, answers), metric.score)
            for metric in (bleu, chrf)
        },
        "signatures": {"bleu": bleu.signature, "chrf": chrf.signature},
    }
