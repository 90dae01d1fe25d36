"""Scoring the translation of a test set: ours, or one that stands in a file."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from synslator.errors import UsageProblem
from synslator.evaluation.metrics.bootstrap import BootstrapOptions, estimate
from synslator.evaluation.metrics.scores import CHRF_PLUS, Bleu, ChrF, Metric, MultiBleu, Numbers
from synslator.evaluation.metrics.terms import Termbase, share, term_statistics
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet, file_sha256


@dataclass(frozen=True)
class Given:
    """Translations to score; with the name and checksum of their file, if they come from one."""

    texts: Sequence[str]
    file: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class OtherScores:
    """What another metric says of every line, such as a neural one that cannot be run here."""

    name: str
    file: str
    sha256: str
    values: Numbers


def metrics(language: str) -> tuple[Metric, ...]:
    """Return the scores of translations into a language."""
    return Bleu(language), ChrF(), CHRF_PLUS, MultiBleu(language)


def read_hypotheses(path: Path, lines: int) -> Given:
    """Read translations, one a line, as many as the test set has."""
    return Given(read_lines(path, lines), path.name, file_sha256(path))


def read_scores(name: str, path: Path, lines: int) -> OtherScores:
    """Read the scores of a metric, a number a line, as many as the test set has."""
    values = []
    for number, line in enumerate(read_lines(path, lines), 1):
        try:
            values.append(float(line))
        except ValueError as error:
            raise UsageProblem(f"{path}, line {number} must be a number, not {line!r}.") from error
    return OtherScores(name, path.name, file_sha256(path), np.array(values))


def read_lines(path: Path, lines: int) -> list[str]:
    """Read a file of so many lines."""
    try:
        found = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageProblem(f"{path} cannot be read: {error}.") from error
    if len(found) != lines:
        raise UsageProblem(
            f"{path} must have {lines} lines, one for each that is measured, not {len(found)}."
        )
    return found


def score_translations(
    system: System,
    data: TestSet,
    given: Given,
    seconds: float,
    options: BootstrapOptions | None = None,
    termbase: Termbase | None = None,
    others: Sequence[OtherScores] = (),
) -> dict[str, Any]:
    """Return all scores with their intervals and signatures, and how they were made."""
    options = options or BootstrapOptions()
    sources, references = zip(*data.pairs, strict=True)
    result: dict[str, Any] = {"kind": "bleu"}
    settings: dict[str, Any] = {"bootstrap": asdict(options)}
    intervals, signatures = {}, {}
    for metric in metrics(system.engine.package.manifest.target_language):
        found = estimate(metric.statistics(given.texts, references), metric.score, options, data.units)
        result[metric.name] = round(found.value, 2)
        intervals[metric.name] = (round(found.low, 2), round(found.high, 2))
        signatures[metric.name] = metric.signature
    if termbase:
        counts = term_statistics(termbase, sources, given.texts, references)
        found = estimate(counts, share, options, data.units)
        result |= {"term_accuracy": round(found.value, 2), "terms": int(counts[:, 1].sum())}
        intervals["term_accuracy"] = (round(found.low, 2), round(found.high, 2))
        settings["terms"] = {"name": termbase.name, "sha256": termbase.sha256}
    for one in others:
        rows = np.stack([one.values, np.ones(len(one.values))], axis=1)
        found = estimate(rows, lambda sums: float(sums[0] / sums[1]), options, data.units)
        result.setdefault("other_scores", {})[one.name] = round(found.value, 4)
        intervals[one.name] = (round(found.low, 4), round(found.high, 4))
        settings.setdefault("other_scores", {})[one.name] = {"file": one.file, "sha256": one.sha256}
    if given.file:
        settings["hypotheses"] = {"file": given.file, "sha256": given.sha256}
    return result | {
        "signature": signatures["bleu"],
        "lines": len(data.pairs),
        "seconds": round(seconds, 1),
        "signatures": signatures,
        "intervals": intervals,
        "made": made(system, data, seconds, **settings).to_json(),
    }
