"""The paper's first table on our data: every row measured, resumably, and compared with the plain model."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup
from synslator.errors import SynslatorError
from synslator.evaluation.baselines import measured_engine
from synslator.evaluation.journal import Journal, Measured
from synslator.evaluation.memory import live_memory
from synslator.evaluation.metrics.bootstrap import BootstrapOptions, Score, compare, estimate, holm
from synslator.evaluation.metrics.scores import Bleu, Metric
from synslator.evaluation.metrics.translations import metrics
from synslator.evaluation.predictions.accuracy import (
    LENGTHS,
    ROWS,
    accuracy,
    conventions,
    moses,
    score_of,
    statistics,
)
from synslator.evaluation.predictions.measurement import gains
from synslator.evaluation.predictions.observation import observe_all, words_of
from synslator.evaluation.provenance import made
from synslator.evaluation.reports.paper import RUNS, TABLE_1, TableRow
from synslator.evaluation.system import System
from synslator.evaluation.testset import RUN, ReferencePair, TestSet, read_test_set
from synslator.progress import SILENT, Progress
from synslator.runtime.manifest import check
from synslator.runtime.package import Package
from synslator.training.data.corpus import read_pairs

LONG = 6
"""Words of a reference from which on it is one of the longer ones."""
PEERS = {("vanilla", "model"): "against_plain", ("vanilla", "fine_tuned"): "against_fine_tuned"}
"""Engine and package that every later row of the domain is compared with, and where the result is noted."""
AHEAD = 32
"""Pieces that are predicted: the three words that count hardly ever have more, and sentences take longer."""


@dataclass(frozen=True)
class TableOptions:
    """What to measure, and where."""

    data: Path
    """A folder with `<domain>/test.tsv.xz` and `<domain>/tm.tsv.xz`."""
    work: Path
    """Where the journals are."""
    model: Path
    fine_tuned: Mapping[str, Path] = field(default_factory=dict)
    """Packages that were fine-tuned on a domain's memory, by domain."""
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
    peers: dict[tuple[str, str], dict[str, Measured]] = {}
    for row in rows:
        try:
            file = domain_file(options.data, row.domain, "test")
            data = read_test_set(file, RUNS.get(row.domain, RUN)).spread(options.limit)
            measured, result = measure_row(row, data, options, watch(row.name, len(data.pairs)))
        except SynslatorError as error:
            missing.append(described(row) | {"reason": str(error)})
            continue
        for peer, theirs in peers.setdefault(peer_key(row, data), {}).items():
            result[peer] = against(measured, theirs, result["lines_of"], data, options)
        if row.completion == "greedy" and (name := PEERS.get((row.engine, row.package))):
            peers[peer_key(row, data)][name] = measured
        found.append(result)
    for result in found:
        del result["lines_of"]
    correct(found)
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


def peer_key(row: TableRow, data: TestSet) -> tuple[str, str]:
    """Return what two rows must share to be compared: the domain, and the very lines."""
    return row.domain, f"{data.sha256} {data.lines}"


def correct(rows: Sequence[dict[str, Any]]) -> None:
    """Correct the p-values of all comparisons of the table for being many."""
    shown = [one for row in rows for name in PEERS.values() for one in comparisons(row.get(name, {}))]
    for one, corrected in zip(shown, holm([one["p"] for one in shown]), strict=True):
        one["p_corrected"] = round(corrected, 4)


def comparisons(measures: dict[str, Any]) -> list[dict[str, float]]:
    """Return the comparisons with one peer: by measure, and by part and measure."""
    return [one for each in measures.values() for one in ([each] if "p" in each else comparisons(each))]


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
        journal = Journal.of(options.work, depends_on(row, data, system))
        scores = metrics(system.engine.package.manifest.target_language)
        for done in journal.run(data.pairs, lambda part: measure_part(system, part, scores)):
            progress.advance(done)
        measured = journal.whole()
        how = made(system, data, time.perf_counter() - started, bootstrap=asdict(options.bootstrap)).to_json()
    parts = {
        name: scores_of(measured, chosen, scores, row, data, options)
        for name, chosen in parts_of(row, data, options)
    }
    lines_of = dict(parts_of(row, data, options))
    result = described(row) | {"parts": parts, "made": how, "lines_of": lines_of}
    if row.with_box:
        counts = measured["exact"]
        result["box_gains"] = gains(counts.reshape(len(counts), -1), options.bootstrap, data.units)
    return measured, result


def open_system(row: TableRow, options: TableOptions, stack: ExitStack) -> System:
    """Open what a row measures."""
    package = Package.open(package_of(row, options))
    drafting = SearchOptions.from_parameters(package.manifest.parameters, options.beam)
    engine = measured_engine(row.engine, Setup(package, drafting, workers=options.workers))
    predicting = replace(drafting, longest_factor=0, longest_extra=AHEAD)
    if not row.with_box:
        predicting = replace(predicting, alternatives=0, language_model_words=0)
    memory = None
    if row.uses_memory:
        file = domain_file(options.data, row.domain, "tm")
        memory = stack.enter_context(live_memory(package.manifest, file))
    return System(engine, memory, predicting, row.completion, options.workers)


def package_of(row: TableRow, options: TableOptions) -> Path:
    """Return the package that a row translates with."""
    if row.package == "fine_tuned":
        if row.domain not in options.fine_tuned:
            raise SynslatorError("No fine-tuned package was named.")
        return options.fine_tuned[row.domain]
    return (options.adaptive if row.package == "adaptive" else None) or options.model


def depends_on(row: TableRow, data: TestSet, system: System) -> dict[str, Any]:
    """Everything that the numbers of a row depend on: all that a result records but date and duration."""
    how = made(system, data, 0.0, with_box=row.with_box).to_json()
    return {name: value for name, value in how.items() if name not in ("date", "seconds")}


def measure_part(system: System, pairs: Sequence[ReferencePair], scores: Sequence[Metric]) -> Measured:
    """Draft and predict some segments, and count."""
    language = system.engine.package.manifest.target_language
    drafts = system.translate([pair.source for pair in pairs])
    references = [pair.reference for pair in pairs]
    observed = list(observe_all(system, pairs, tokenize=moses(language)))
    counted = {name: statistics(observed, one) for name, one in conventions(language).items()}
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
    measured: Measured,
    chosen: list[int],
    scores: Sequence[Metric],
    row: TableRow,
    data: TestSet,
    options: TableOptions,
) -> dict[str, Any]:
    """Return the scores of some segments with their intervals."""
    result: dict[str, Any] = {"lines": len(chosen)}
    units = [data.units[n] for n in chosen]
    for metric in scores:
        one = estimate(measured[metric.name][chosen], metric.score, options.bootstrap, units)
        result[metric.name] = [round(value, 2) for value in (one.value, one.low, one.high)]
    shown = ROWS if row.with_box else ROWS[:1]
    for name in measured.keys() - {metric.name for metric in scores}:
        shares = accuracy(measured[name][chosen]).shares
        result[name] = {row: [round(value, 2) for value in shares[row]] for row in shown}
    return result


def against(
    ours: Measured, theirs: Measured, parts: dict[str, list[int]], data: TestSet, options: TableOptions
) -> dict[str, Any]:
    """Return the gain over a peer on the same segments: BLEU and the next word, in points.

    Of all segments, and below `not_in_memory` of those whose reference the memory does not hold.
    """
    found = gain(ours, theirs, parts["all"], data, options)
    if chosen := parts.get("not_in_memory"):
        found["not_in_memory"] = gain(ours, theirs, chosen, data, options)
    return found


def gain(
    ours: Measured, theirs: Measured, chosen: list[int], data: TestSet, options: TableOptions
) -> dict[str, Any]:
    """Return the gain on some segments."""
    units = [data.units[n] for n in chosen]
    scores: dict[str, Score] = {"bleu": Bleu().score, "exact": score_of(ROWS[0], LENGTHS[0])}
    found = {}
    for name, score in scores.items():
        mine, other = (np.reshape(one[name][chosen], (len(chosen), -1)) for one in (ours, theirs))
        one = compare(mine, other, score, options.bootstrap, units)
        rounded = {key: round(value, 3) for key, value in asdict(one.difference).items()}
        found["accuracy" if name == "exact" else name] = rounded | {"p": round(one.p, 4)}
    return found
