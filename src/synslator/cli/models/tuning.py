"""`synslator tune`: find the values of a package that development sets ask for."""

import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from synslator.cli.models.permissions import ask_for_files
from synslator.cli.options import takes_settings
from synslator.errors import UsageProblem
from synslator.progress import bar
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.engines.knn import KnnEngine
    from synslator.engines.tuning import Observed
    from synslator.evaluation.predictions.quality import RatedDraft
    from synslator.runtime.package import Package

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
LEARNED_FROM = 0.75
"""The part of every set that is learned from; the rest shows how well it went."""


@click.group
def command() -> None:
    """Tune a model package on development sets."""


@command.command
@click.argument("package", type=FOLDER)
@click.option(
    "--on",
    "sets",
    type=(FILE, FILE),
    multiple=True,
    required=True,
    metavar="DEV MEMORY",
    help="A set of source<TAB>reference lines and a memory (TMX or TSV), also as .xz. Repeatable.",
)
@click.option("--limit", type=click.IntRange(10), default=500, show_default=True, help="Lines of each set.")
@click.option(
    "--neighbours", type=click.IntRange(1, 64), default=8, show_default=True, help="Neighbours at each piece."
)
@click.option(
    "--least-rate",
    type=click.IntRange(0, 100),
    default=30,
    show_default=True,
    help="Lowest match rate of the entries that are used.",
)
@click.option("--dry-run", is_flag=True, help="Leave the package as it is.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@takes_settings("data_folder", "database_url")
def knn(
    *,
    loaded: Loaded,
    package: Path,
    sets: tuple[tuple[Path, Path], ...],
    limit: int,
    neighbours: int,
    least_rate: int,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Learn how far PACKAGE may trust a memory's entries.

    Reads every reference beside the matches of its source, learns the gate, the temperature and the weight of
    likeness that make the references most probable, and writes them into the package's manifest. Give sets
    of several domains, and one whose memory has little to say, so that the gate learns when to keep out.

    The table shows the loss (nats a piece; less is better) on the last quarter of each set, which was not
    learned from: of the model alone, and of the mixture.
    """
    from synslator.decoding.knn.gate import KnnOptions
    from synslator.engines.keys.store import KeyStore
    from synslator.engines.knn import KnnEngine
    from synslator.engines.registry import KEY_BYTES
    from synslator.engines.tuning import Learner
    from synslator.runtime.package import Package

    ask_for_files(loaded, [memory for _, memory in sets], "tuning")
    opened = Package.open(package)
    untuned = KnnOptions(neighbours=neighbours, least_rate=least_rate)
    engine = KnnEngine(opened, KeyStore(opened, KEY_BYTES), untuned)
    seen = [look(engine, dev, memory, limit) for dev, memory in sets]
    parts = [divide(one) for one in seen]
    learner = Learner([learn for learn, _ in parts], engine.knn)
    options = learner.learn()
    outcomes = {str(dev): learner.outcome(rest) for (dev, _), (_, rest) in zip(sets, parts, strict=True)}
    if not dry_run:
        parameters = opened.manifest.parameters | options.to_parameters()
        replace(opened.manifest, parameters=parameters).write(package)
    if as_json:
        rows = {name: vars(outcome) for name, outcome in outcomes.items()}
        click.echo(json.dumps({"parameters": options.to_parameters(), "sets": rows}))
        return
    for name, outcome in outcomes.items():
        click.echo(
            f"{name}: {outcome.alone:.3f} alone, {outcome.mixed:.3f} mixed, on {outcome.pieces} pieces"
        )
    click.echo("Nothing was written." if dry_run else f"Wrote the values into {package}.")


@command.command
@click.argument("package", type=FOLDER)
@click.option(
    "--on",
    "plain",
    type=FILE,
    multiple=True,
    metavar="DEV",
    help="A set of source<TAB>reference lines, drafted without a memory; also as .xz. Repeatable.",
)
@click.option(
    "--with",
    "remembered",
    type=(FILE, FILE),
    multiple=True,
    metavar="DEV MEMORY",
    help="A set, drafted with a memory (TMX or TSV) by kNN; also as .xz. Repeatable.",
)
@click.option("--limit", type=click.IntRange(10), default=400, show_default=True, help="Lines of each set.")
@click.option("--dry-run", is_flag=True, help="Leave the package as it is.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@takes_settings("data_folder", "database_url")
def quality(
    *,
    loaded: Loaded,
    package: Path,
    plain: tuple[Path, ...],
    remembered: tuple[tuple[Path, Path], ...],
    limit: int,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Learn how good drafts of PACKAGE are, by what it says of them itself.

    Drafts the lines, learns from three quarters of them which chrF a draft of a given probability has, and
    writes that into the package's manifest. The table shows the last quarter, which was not learned from.
    """
    from itertools import chain

    from synslator.engines.quality import learn
    from synslator.evaluation.predictions.quality import describe
    from synslator.runtime.package import Package

    if not plain and not remembered:
        raise UsageProblem("there is nothing to learn from; name development sets with --on or --with")
    ask_for_files(loaded, [memory for _, memory in remembered], "tuning")
    opened = Package.open(package)
    asked = [*((dev, None) for dev in plain), *remembered]
    rated = {name_of(dev, memory): rate_set(opened, dev, memory, limit) for dev, memory in asked}
    cuts = {name: int(len(drafts) * LEARNED_FROM) for name, drafts in rated.items()}
    known = list(chain.from_iterable(drafts[: cuts[name]] for name, drafts in rated.items()))
    options = learn([one.likelihood for one in known], [one.worth for one in known])
    sets = {name: describe(drafts[cuts[name] :], options) for name, drafts in rated.items()}
    if not dry_run:
        parameters = opened.manifest.parameters | options.to_parameters()
        replace(opened.manifest, parameters=parameters).write(package)
    if as_json:
        click.echo(json.dumps({"parameters": options.to_parameters(), "sets": sets}))
        return
    for name, found in sets.items():
        click.echo(
            f"{name}: rank correlation {found['correlation']:.2f}, chrF {100 * found['worth']:.1f},"
            f" estimated {100 * found['estimated']:.1f}"
        )
    click.echo("Nothing was written." if dry_run else f"Wrote the values into {package}.")


def name_of(dev: Path, memory: Path | None) -> str:
    """Return what a set is called in the table."""
    return f"{dev} with {memory}" if memory else str(dev)


def rate_set(package: "Package", dev: Path, memory: Path | None, limit: int) -> "list[RatedDraft]":
    """Draft a development set, with a memory or without, and rate the drafts; neighbours stay apart."""
    from synslator.engines.registry import Setup, make_engine
    from synslator.evaluation.memory import live_memory
    from synslator.evaluation.predictions.quality import rate_drafts
    from synslator.evaluation.system import System
    from synslator.evaluation.testset import read_test_set

    engine = make_engine("knn" if memory else "vanilla", Setup(package))
    data = read_test_set(dev).spread(limit)
    with ExitStack() as stack:
        known = stack.enter_context(live_memory(package.manifest, memory)) if memory else None
        progress = stack.enter_context(bar(f"Drafting {dev.name}", data.lines))
        return rate_drafts(System(engine, known), data, progress)


def look(engine: "KnnEngine", dev: Path, memory: Path, limit: int) -> "Observed":
    """Return what the neighbours and the model say of a development set."""
    from synslator.engines.tuning import TuningPair, observe
    from synslator.evaluation.memory import live_memory
    from synslator.evaluation.testset import read_test_set

    pairs = read_test_set(dev).spread(limit).pairs
    with live_memory(engine.package.manifest, memory) as known:
        lines = [TuningPair(source, target, known.examples(source)) for source, target in pairs]
    with bar(f"Reading {dev.name}", len(lines)) as progress:
        try:
            return observe(engine, lines, progress)
        except ValueError as error:
            raise UsageProblem(f"{dev} and {memory}: {error}.") from error


def divide(seen: "Observed") -> "tuple[Observed, Observed]":
    """Return what is learned from, and what shows how well it went."""
    cut = int(len(seen.said) * LEARNED_FROM)
    return seen.select(slice(cut)), seen.select(slice(cut, None))
