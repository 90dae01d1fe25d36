"""The paper's first table on our data: every row measured, resumably, and compared with the plain model."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from synslator import __version__
from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup, make_engine
from synslator.errors import SynslatorError
from synslator.evaluation.journal import Journal, Measured
from synslator.evaluation.memory import live_memory
from synslator.evaluation.metrics.bootstrap import BootstrapOptions, compare, estimate
from synslator.evaluation.metrics.scores import Bleu, Metric
from synslator.evaluation.metrics.translations import metrics
from synslator.evaluation.predictions.accuracy import (
    CONVENTIONS,
    LENGTHS,
    ROWS,
    accuracy,
    score_of,
    statistics,
)
from synslator.evaluation.predictions.measurement import gains
from synslator.evaluation.predictions.observation import observe_all, words_of
from synslator.evaluation.provenance import code, constants, machine, made
from synslator.evaluation.reports.paper import TABLE_1, TableRow
from synslator.evaluation.system import System
from synslator.evaluation.testset import Pair, TestSet, read_test_set
from synslator.progress import SILENT, Progress
from synslator.runtime.manifest import Manifest, check
from synslator.runtime.package import Package
from synslator.training.data.corpus import read_pairs

LONG = 6
"""Words of a reference from which on it is one of the longer ones."""
AHEAD = 32
"""Pieces that are predicted: the three words that count hardly ever have more, and sentences take longer."""
MEASURES = 1
"""To be raised when what is measured changes, so that old journals are not taken up."""


@dataclass(frozen=True)
class TableOptions:
    """What to measure, and where."""

    data: Path
    """A folder with `<domain>/test.tsv.xz` and `<domain>/tm.tsv.xz`."""
    work: Path
    """Where the journals are."""
    model: Path
    fine_tuned: Path | None = None
    adaptive: Path | None = None
    """The model's package itself, if it is not named."""
    limit: int | None = None
    workers: int = 2
    beam: int = 4
    bootstrap: BootstrapOptions = field(default_factory=BootstrapOptions)


def domain_file(data: Path, domain: str, part: str) -> Path:
    """Return a file of a domain, packed or plain."""
    packed = data / domain / f"{part}.tsv.xz"
    return packed if packed.exists() else data / domain / f"{part}.tsv"


def measure_tables(
    options: TableOptions,
    watch: Callable[[str, int], Progress] = lambda label, total: SILENT,
    rows: Sequence[TableRow] = TABLE_1,
) -> dict[str, Any]:
    """Measure every row that can be; those that cannot are listed with the reason.

    `watch` is asked for a progress for each row, with its name and its number of segments.
    """
    language = check(options.model).target_language
    found: list[dict[str, Any]] = []
    missing: list[dict[str, Any]] = []
    plain: dict[str, Measured] = {}
    for row in rows:
        try:
            data = read_test_set(domain_file(options.data, row.domain, "test")).spread(options.limit)
            measured, result = measure_row(row, data, options, watch(row.name, len(data.pairs)))
        except SynslatorError as error:
            missing.append(described(row) | {"reason": str(error)})
            continue
        if (row.engine, row.package) == ("vanilla", "model"):
            plain[row.domain] = measured
        elif row.domain in plain:
            result["against_plain"] = against(measured, plain[row.domain], options)
        found.append(result)
    if not found:
        reasons = "; ".join(f"{one['domain']}, {one['label']}: {one['reason']}" for one in missing)
        raise SynslatorError(f"Not one row could be measured ({reasons}).")
    return {
        "kind": "tables",
        "limit": options.limit,
        "signatures": {metric.name: metric.signature for metric in metrics(language)},
        "rows": found,
        "missing": missing,
    }


def described(row: TableRow) -> dict[str, Any]:
    """Return what a row is about, and the paper's figures for it."""
    paper = {name: asdict(one) for name in ROWS if (one := getattr(row, name))}
    return {"domain": row.domain, "label": row.label, "paper": paper}


def measure_row(
    row: TableRow, data: TestSet, options: TableOptions, progress: Progress
) -> tuple[Measured, dict[str, Any]]:
    """Return the statistics of every segment, and the scores of all and of some of them."""
    started = time.perf_counter()
    with ExitStack() as stack:
        system = open_system(row, options, stack)
        journal = Journal.of(options.work, depends_on(row, data, system, options))
        scores = metrics(system.engine.package.manifest.target_language)
        for done in journal.run(data.pairs, lambda part: measure_part(system, part, scores)):
            progress.advance(done)
        measured = journal.whole()
        how = made(system, data, time.perf_counter() - started, bootstrap=asdict(options.bootstrap)).to_json()
    parts = {
        name: scores_of(measured, chosen, scores, row, options)
        for name, chosen in parts_of(row, data, options)
    }
    result = described(row) | {"parts": parts, "made": how}
    if row.with_box:
        counts = measured["exact"]
        result["box_gains"] = gains(counts.reshape(len(counts), -1), options.bootstrap)
    return measured, result


def open_system(row: TableRow, options: TableOptions, stack: ExitStack) -> System:
    """Open what a row measures."""
    if row.package == "fine_tuned" and options.fine_tuned is None:
        raise SynslatorError("No fine-tuned package was named.")
    package = Package.open(getattr(options, row.package) or options.model)
    drafting = SearchOptions.from_parameters(package.manifest.parameters, options.beam)
    engine = make_engine(row.engine, Setup(package, drafting, workers=options.workers))
    predicting = replace(drafting, longest_factor=0, longest_extra=AHEAD)
    if not row.with_box:
        predicting = replace(predicting, alternatives=0, language_model_words=0)
    memory = None
    if row.uses_memory:
        file = domain_file(options.data, row.domain, "tm")
        memory = stack.enter_context(live_memory(package.manifest, file))
    return System(engine, memory, predicting, options.workers)


def depends_on(row: TableRow, data: TestSet, system: System, options: TableOptions) -> dict[str, Any]:
    """Everything that the numbers of a row depend on."""
    return {
        "version": __version__,
        "measures": MEASURES,
        "package": used_parts(system.engine.package.manifest, row),
        "engine": row.engine,
        "data": data.sha256,
        "memory": system.memory.sha256 if system.memory else "",
        "limit": options.limit,
        "search": asdict(system.options) | constants(),
        "commit": code()["commit"],
        "machine": machine(system),
    }


def used_parts(manifest: Manifest, row: TableRow) -> dict[str, Any]:
    """Return the parts of a package that a row depends on: not its card, nor what other engines use."""
    files = {
        name: entry.sha256
        for name, entry in manifest.files.items()
        if not name.endswith(".md") and (row.engine == "adaptive" or not name.startswith("adaptive"))
    }
    tuned = {n: value for n, value in manifest.parameters.items() if n.startswith(f"{row.engine}_")}
    return files | tuned


def measure_part(system: System, pairs: Sequence[Pair], scores: Sequence[Metric]) -> Measured:
    """Draft and predict some segments, and count."""
    drafts = system.translate([pair.source for pair in pairs])
    references = [pair.reference for pair in pairs]
    observed = list(observe_all(system, pairs))
    counted = {name: statistics(observed, normalise) for name, normalise in CONVENTIONS.items()}
    return {metric.name: metric.statistics(drafts, references) for metric in scores} | counted


def parts_of(row: TableRow, data: TestSet, options: TableOptions) -> list[tuple[str, list[int]]]:
    """Return the whole set, its longer segments, and those whose reference is not in the domain's memory."""
    numbers = range(len(data.pairs))
    parts = [
        ("all", list(numbers)),
        ("long", [n for n in numbers if len(words_of(data.pairs[n].reference)) >= LONG]),
    ]
    memory = domain_file(options.data, row.domain, "tm")
    if memory.exists():
        held = {target for _, target in read_pairs(memory)}
        parts.append(("not_in_memory", [n for n in numbers if data.pairs[n].reference not in held]))
    return [(name, chosen) for name, chosen in parts if chosen]


def scores_of(
    measured: Measured, chosen: list[int], scores: Sequence[Metric], row: TableRow, options: TableOptions
) -> dict[str, Any]:
    """Return the scores of some segments with their intervals."""
    result: dict[str, Any] = {"lines": len(chosen)}
    for metric in scores:
        one = estimate(measured[metric.name][chosen], metric.score, options.bootstrap)
        result[metric.name] = [round(value, 2) for value in (one.value, one.low, one.high)]
    shown = ROWS if row.with_box else ROWS[:1]
    for name in CONVENTIONS:
        shares = accuracy(measured[name][chosen]).shares
        result[name] = {row: [round(value, 2) for value in shares[row]] for row in shown}
    return result


def against(measured: Measured, plain: Measured, options: TableOptions) -> dict[str, Any]:
    """Return the gain over the plain model on the same segments: BLEU and the next word, in points."""
    ours, theirs = (np.reshape(one["exact"], (len(one["exact"]), -1)) for one in (measured, plain))
    found = {
        "bleu": compare(measured["bleu"], plain["bleu"], Bleu().score, options.bootstrap),
        "accuracy": compare(ours, theirs, score_of(ROWS[0], LENGTHS[0]), options.bootstrap),
    }
    return {
        name: {key: round(value, 3) for key, value in (asdict(one.difference) | {"p": one.p}).items()}
        for name, one in found.items()
    }
