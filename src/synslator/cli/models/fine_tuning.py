"""`synslator train neighbours|adaptive|add-layers|fine-tune`: models that learn from translation memories."""

import getpass
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from synslator.cli.extras import require_training
from synslator.cli.models.permissions import ask_for_files
from synslator.cli.models.runs import FILE, FOLDER, conclude, lasting, tell
from synslator.cli.options import takes_settings
from synslator.errors import UsageProblem
from synslator.progress import bar
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.runtime.manifest import Manifest

MEMORIES = ("data_folder", "memory_backend", "memory_url")
RECIPE = click.argument("recipe", type=FILE)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print how the run ended as JSON.")


@click.command
@RECIPE
@click.option("--data", type=FOLDER, required=True, help="Folder that the recipe's files are in.")
@click.option(
    "--vocabularies", type=FOLDER, required=True, help="The base model's package, or what it was prepared in."
)
@click.option("--out", type=FOLDER, required=True, help="Folder to write pairs with examples to.")
@click.option("--workers", type=click.IntRange(1, 256), default=2, help="Processes side by side.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@takes_settings("data_folder", "database_url")
def neighbours(
    *, loaded: Loaded, recipe: Path, data: Path, vocabularies: Path, out: Path, workers: int, as_json: bool
) -> None:
    """Find an example for every pair in the rest of its memory, for `synslator train adaptive`.

    RECIPE is one such as recipes/zh-en-adaptive.toml. The table printed says how many pairs have no example
    and how like the others' are. The same command again goes on where it was stopped.
    """
    from synslator.training.adaptive.neighbours import make_neighbours
    from synslator.training.adaptive.recipe import AdaptiveRecipe

    read = AdaptiveRecipe.load(recipe)
    files = [*(source.file for source in read.sources), *read.development.values()]
    ask_for_files(loaded, [data / name for name in files], "finding neighbours")
    with bar("Looking up", len(read.sources)) as shown:
        report = make_neighbours(read, data, vocabularies, out, workers, shown)
    if as_json:
        click.echo(json.dumps(report))
        return
    for name, counts in report.items():
        pairs, *shares = counts.items()
        rates = "  ".join(f"{band}: {share:.1%}" for band, share in shares)
        click.echo(f"{name:<16} {pairs[1]:>10} pairs  {rates}")


@click.command
@RECIPE
@click.option("--examples", type=FOLDER, required=True, help="What `synslator train neighbours` has written.")
@click.option(
    "--base",
    type=click.Path(path_type=Path, exists=True),
    required=True,
    help="The base model: a package, or a weights.pt.",
)
@click.option("--out", type=FOLDER, required=True, help="Folder of the run.")
@lasting
@click.option("--everything", is_flag=True, help="Train the base model along, whatever the recipe says.")
@AS_JSON
@takes_settings("data_folder", "database_url")
def adaptive(
    *,
    loaded: Loaded,
    recipe: Path,
    examples: Path,
    base: Path,
    out: Path,
    everything: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Train the layers that read the best match of a memory.

    The base model stays as it is, unless everything is trained. The run's folder OUT gets log.jsonl,
    checkpoints and, at the end, weights.pt. The same command again goes on from the last checkpoint.
    `synslator train add-layers` makes a package of the result.
    """
    require_training()
    from synslator.training.adaptive.recipe import AdaptiveRecipe
    from synslator.training.adaptive.runs import run_adaptive
    from synslator.training.export.package_weights import base_weights
    from synslator.training.runs import RunOptions

    read = AdaptiveRecipe.load(recipe)
    run = RunOptions(minutes=given["minutes"], updates=given["updates"]).lasting(read.run)
    read = replace(read, run=run, everything=read.everything or everything)
    ask_for_files(loaded, [examples], "training adaptive layers")
    run_adaptive(read, examples, base_weights(base), out, tell)
    conclude(out, as_json)


@click.command("add-layers")
@RECIPE
@click.option("--weights", type=FILE, required=True, help="weights.pt of `synslator train adaptive`.")
@click.option("--out", type=FOLDER, required=True, help="Folder of the package to write.")
@click.option("--version", metavar="TEXT", help="Version of the package; the date unless given.")
@click.option("--minimum-rate", type=click.IntRange(0, 100), help="Match rate below which no match is read.")
@takes_settings("model")
def add_layers(
    loaded: Loaded, recipe: Path, weights: Path, out: Path, version: str | None, minimum_rate: int | None
) -> None:
    """Add trained layers to a copy of the model package.

    The package that --model names stays as it is. The files of its models are in the new one unchanged,
    unless everything was trained.
    """
    require_training()
    from synslator.runtime.manifest import check
    from synslator.training.adaptive.recipe import AdaptiveRecipe
    from synslator.training.export.derived import Derived, write_adaptive
    from synslator.training.optimization.trainer import read_weights

    least = AdaptiveRecipe.load(recipe).neighbours.minimum_rate if minimum_rate is None else minimum_rate
    base = Path(loaded.settings.model)
    derived = Derived(check(base).name, version or today())
    write_adaptive(base, out, read_weights(weights), least, derived)
    click.echo(
        f"{out} holds {derived.name} {derived.version} with adaptive layers; use it with --model {out}"
    )


@click.command("fine-tune")
@RECIPE
@click.option("--memory", "name", required=True, metavar="NAME", help="The memory to learn from.")
@click.option("--run", type=FOLDER, required=True, help="Folder of the run.")
@click.option("--out", type=FOLDER, required=True, help="Folder of the package to write.")
@lasting
@AS_JSON
@takes_settings("model", *MEMORIES)
def fine_tune(
    loaded: Loaded, recipe: Path, name: str, run: Path, out: Path, as_json: bool, **given: Any
) -> None:
    """Train the model of a package on, on a translation memory, and make a new package of it.

    RECIPE is one such as recipes/fine-tune.toml. The memory's owner must allow training on it (`synslator
    memory import --permission "may train"`); that somebody asked is put on record either way. The same
    command again goes on from the last checkpoint.
    """
    require_training()
    from synslator.runtime.manifest import check
    from synslator.training.export.derived import Derived, write_trained_on
    from synslator.training.export.package_weights import read_model
    from synslator.training.fine_tuning import FineTuningRecipe, fine_tune, prepare_memory
    from synslator.training.runs import RunOptions

    base = Path(loaded.settings.model)
    manifest, settings = check(base), FineTuningRecipe.load(recipe)
    shape, weights = read_model(base, manifest)
    options = RunOptions(minutes=given["minutes"], updates=given["updates"])
    languages = manifest.source_language, manifest.target_language
    count = prepare_memory(memory_pairs(loaded, name, manifest), settings, languages, base, run)
    model = fine_tune(replace(settings, run=options.lasting(settings.run)), shape, weights, run, tell)
    card = f"# {out.resolve().name}\n\n{manifest.name} {manifest.version}, trained on with {count:,} pairs of"
    card += (
        " one translation memory. Nothing was measured with it yet. The card of what it was made from:\n\n"
    )
    derived = Derived(out.resolve().name, today(), card + (base / "README.md").read_text(encoding="utf-8"))
    write_trained_on(base, out, model.learned(), derived)
    conclude(run, as_json)


def memory_pairs(loaded: Loaded, name: str, manifest: "Manifest") -> list[tuple[str, str]]:
    """Return the pairs of a memory that may be trained on and fits a package's languages."""
    from synslator.workbench.resources.memories import open_memories
    from synslator.workbench.resources.training_data import training_pairs

    settings = loaded.settings
    with open_memories(settings.data_folder, settings.memory_backend, settings.memory_url) as memories:
        info = memories.find(name)
        languages = [tag.partition("-")[0].lower() for tag in (info.source_language, info.target_language)]
        wanted = [manifest.source_language, manifest.target_language]
        if languages != wanted:
            raise UsageProblem(
                f"the model translates from {wanted[0]} to {wanted[1]}, but the memory {name} is"
                f" from {info.source_language} to {info.target_language}"
            )
        return list(training_pairs(memories, info.id, getpass.getuser(), "fine-tuning"))


def today() -> str:
    """Return the date as a version."""
    return datetime.now(UTC).strftime("%Y.%m.%d")
