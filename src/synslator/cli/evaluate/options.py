"""What the `evaluate` commands share: which system is measured on what, and how the result is shown."""

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from synslator.cli.options import takes_settings
from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup
from synslator.evaluation.baselines import measured_engine
from synslator.evaluation.benchmarks.cases import Cases, read_cases
from synslator.evaluation.memory import live_memory
from synslator.evaluation.system import SearchKind, System
from synslator.evaluation.testset import RUN, TestSet, read_test_set
from synslator.progress import bar
from synslator.runtime.package import Package
from synslator.settings import Loaded

RUN_HELP = "Lines in a row that intervals draw together where the file names no documents."
FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class EvaluationChoice:
    """What the user asked for."""

    model: Path
    test: Path
    engine: str
    memory: Path | None
    limit: int | None
    beam: int
    workers: int
    as_json: bool
    save: Path | None
    run: int = RUN
    parameters: tuple[tuple[str, float], ...] = ()
    completion: SearchKind = "greedy"

    @cached_property
    def data(self) -> TestSet:
        """The test set, read when it is first needed."""
        return read_test_set(self.test, self.run)

    def cases(self, fields: Sequence[str]) -> Cases:
        """Return the cases of a benchmark, spread over the file where a limit is set."""
        return read_cases(self.test, fields).spread(self.limit)

    def show(self, result: dict[str, Any], lines: Sequence[str]) -> None:
        """Print a result, for people or as JSON, and save it where that was asked for."""
        if self.save:
            self.save.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        click.echo(json.dumps(result, ensure_ascii=False) if self.as_json else "\n".join(lines))


def system_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command the options that name a system and a test set; it receives a `EvaluationChoice`."""

    @functools.wraps(command)
    def measuring(
        *,
        loaded: Loaded,
        test: Path,
        engine: str,
        memory: Path | None,
        limit: int | None,
        beam: int,
        workers: int,
        as_json: bool,
        save: Path | None,
        run: int,
        parameters: tuple[tuple[str, float], ...],
        **options: Any,
    ) -> None:
        model = loaded.settings.model
        chosen = EvaluationChoice(
            model, test, engine, memory, limit, beam, workers, as_json, save, run, parameters
        )
        command(chosen=chosen, **options)

    for option in (
        click.option("--save", type=FILE, help="File for the result as JSON, for `evaluate report`."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Threads."),
        click.option(
            "--beam", type=click.IntRange(1, 64), default=4, show_default=True, help="Width of the beam."
        ),
        click.option("--run", type=click.IntRange(1), default=RUN, show_default=True, help=RUN_HELP),
        click.option("--limit", type=click.IntRange(1), help="Lines of the test set to use."),
        click.option(
            "--memory", type=FILE, help="Memory file to look up, loaded for this command; also .xz."
        ),
        click.option(
            "--engine",
            default="vanilla",
            show_default=True,
            help="Engine: vanilla, knn, adaptive, or a baseline: copy, knn-paper.",
        ),
        click.option(
            "--parameter",
            "parameters",
            type=(str, float),
            multiple=True,
            metavar="NAME VALUE",
            help="Value that the engine is to use instead of the package's.",
        ),
        click.option("--test", type=FILE, required=True, help="Lines to measure on, also .xz."),
    ):
        measuring = option(measuring)
    return takes_settings("model")(measuring)


@contextmanager
def opened(chosen: EvaluationChoice, learning: bool = False) -> Iterator[System]:
    """Open the system until the block ends; with `learning` it has a memory even where none was named."""
    package = Package.open(chosen.model)
    options = SearchOptions.from_parameters(package.manifest.parameters, chosen.beam)
    setup = Setup(package, options, dict(chosen.parameters), chosen.workers)
    engine = measured_engine(chosen.engine, setup)
    with ExitStack() as stack:
        memory = None
        if chosen.memory or learning:
            with bar("Reading the memory") as progress:
                memory = stack.enter_context(live_memory(package.manifest, chosen.memory, progress))
        yield System(engine, memory, options, chosen.completion, chosen.workers)
