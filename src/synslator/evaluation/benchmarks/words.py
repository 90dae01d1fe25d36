"""GWLAN: complete a word of which letters are typed, between two texts (Li et al., ACL 2021)."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from synslator.decoding.infilling.spelling import Spelling
from synslator.decoding.infilling.typed_words import WordFinder, WordOptions
from synslator.decoding.words import readable
from synslator.evaluation.benchmarks.cases import Cases, natural
from synslator.evaluation.benchmarks.casing import recased, seen_forms
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.predictions.observation import in_order
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.progress import SILENT, Progress
from synslator.text.languages import profile
from synslator.text.pinyin import pinyin

FIELDS = ("kind", "source", "left", "right", "typed", "answer")
KINDS = ("prefix", "suffix", "bi_context", "zero_context")
BEST = 3
"""How many of the best words the second figure looks at."""


def finder(system: System, options: WordOptions | None = None) -> WordFinder:
    """Return what completes words for a system: by letters, or by pinyin where the target is Chinese."""
    package = system.engine.package
    language = package.manifest.target_language
    letters = pinyin if language.partition("-")[0] == "zh" else str.casefold
    return WordFinder(
        package.vocabulary, Spelling(package.vocabulary, profile(language).spaced, letters), options
    )


def measure_words(
    system: System, cases: Cases, progress: Progress = SILENT, options: WordOptions | None = None
) -> dict[str, Any]:
    """Return the accuracy by kind of context and their mean, in percent, and how it was made."""
    options = options or WordOptions()
    completing = finder(system, options)

    def one(case: dict[str, Any]) -> list[str]:
        source = system.engine.bind(natural(case["source"]), system.examples(natural(case["source"])))
        left, right = natural(case["left"]), natural(case["right"])
        ways = completing.continuations(source, "")
        if left:
            table = completing.vocabulary.table
            forms = seen_forms(readable(table.write(way.ids)) for way in ways)
            left = recased(left, forms, completing.vocabulary)
            ways = completing.continuations(source, left)
        found = completing.words(ways, left, right, case["typed"])
        progress.advance()
        return [word for word, _ in found]

    started = time.perf_counter()
    found = list(in_order(one, cases.rows, system.workers))
    seconds = time.perf_counter() - started
    first, among = defaultdict(list), defaultdict(list)
    for case, words in zip(cases.rows, found, strict=True):
        first[case["kind"]].append(case["answer"].casefold() in words[:1])
        among[case["kind"]].append(case["answer"].casefold() in words[:BEST])
    kinds = {kind: percent(first[kind]) for kind in sorted(first, key=order)}
    return {
        "kind": "words",
        "mean": round(sum(kinds.values()) / len(kinds), 2),
        **kinds,
        "intervals": {"mean": cases.interval(by_kind(cases, found, list(kinds)), mean_of_kinds)},
        "among_three": {kind: percent(among[kind]) for kind in kinds},
        "lines": len(found),
        "seconds": round(seconds, 1),
        "made": made(system, cases, seconds, words=asdict(options)).to_json(),
    }


def by_kind(cases: Cases, found: Sequence[Sequence[str]], kinds: Sequence[str]) -> Numbers:
    """Return whether each case is right, and that it is one, in the columns of its kind."""
    table = np.zeros((cases.lines, 2 * len(kinds)))
    for n, (case, words) in enumerate(zip(cases.rows, found, strict=True)):
        column = 2 * kinds.index(case["kind"])
        table[n, column : column + 2] = case["answer"].casefold() in words[:1], 1
    return table


def mean_of_kinds(sums: Numbers) -> float:
    """Return the mean accuracy of the kinds that there are, in percent."""
    right, there = sums[0::2], sums[1::2]
    return float(100 * (right[there > 0] / there[there > 0]).mean())


def order(kind: str) -> tuple[int, str]:
    """Return where a kind of context stands in the result."""
    return (KINDS.index(kind) if kind in KINDS else len(KINDS), kind)


def percent(flags: list[bool]) -> float:
    """Return the share of what holds."""
    return round(100 * sum(flags) / len(flags), 2) if flags else 0.0
