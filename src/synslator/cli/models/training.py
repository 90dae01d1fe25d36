"""`synslator train`: from sentence pairs to a model package."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from synslator.cli.extras import require_training
from synslator.cli.models.fine_tuning import adaptive, add_layers, fine_tune, neighbours
from synslator.cli.models.generation import rate, translate
from synslator.cli.models.permissions import ask_for_files
from synslator.cli.models.runs import FILE, FOLDER, WEIGHTS, conclude, lasting, tell
from synslator.cli.options import takes_settings
from synslator.errors import UsageProblem
from synslator.progress import bar
from synslator.settings import Loaded

PREPARED = click.option(
    "--prepared", type=FOLDER, required=True, help="What `synslator train prepare` has written."
)


@click.group
def command() -> None:
    """Train models and make packages of them.

    \b
    The usual way, with a recipe such as recipes/zh-en.toml:
      synslator train prepare recipe.toml --data DATA --out PREPARED
      synslator train model recipe.toml --prepared PREPARED --out runs/model
      synslator train language-model recipe.toml --prepared PREPARED --out runs/lm
      synslator train export recipe.toml --prepared PREPARED --model runs/model/weights.pt \\
          --language-model runs/lm/weights.pt --out models/mine

    A recipe is a TOML file that holds everything that decides how a model is made: the files of sentence
    pairs and their shares, the vocabularies, the shape of the model, how long to train. docs/training.md
    explains every field. Training wants a GPU; a small model can be trained on a CPU.
    """


for part in (neighbours, adaptive, add_layers, fine_tune, translate, rate):
    command.add_command(part)


@command.command
@click.argument("recipe", type=FILE)
@click.option("--data", type=FOLDER, required=True, help="Folder that the recipe's files are in.")
@click.option("--out", type=FOLDER, required=True, help="Folder to write vocabularies and ids to.")
@click.option("--workers", type=click.IntRange(1, 256), default=2, help="Processes side by side.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@takes_settings("data_folder", "database_url")
def prepare(*, loaded: Loaded, recipe: Path, data: Path, out: Path, workers: int, as_json: bool) -> None:
    """Learn the vocabularies, filter the pairs and turn them into ids.

    Files are `source<TAB>target` lines, plain or .xz. Vocabularies that OUT has already are kept. The table
    printed says how many pairs of each file are used, and how many were dropped for which reason. Pairs of
    eight characters or more that stand in a development or test set are refused; of shorter ones the table
    says how many there are.
    """
    from synslator.training.data.preparation import prepare as prepare_corpus
    from synslator.training.data.preparation import steps
    from synslator.training.recipe import Recipe

    read = Recipe.load(recipe)
    files = [*(source.file for source in read.sources), *read.development.values(), *read.tests]
    ask_for_files(loaded, [data / name for name in files], "preparing")
    with bar("Preparing", steps(read)) as shown:
        report = prepare_corpus(read, data, out, workers, shown)
    if as_json:
        click.echo(json.dumps(report))
        return
    for name, counts in report.items():
        dropped = [f"{n} {key.removeprefix('dropped: ')}" for key, n in counts.items() if "dropped" in key]
        sizes = f"{counts['pairs']:>10} pairs  {counts['source']:>12} and {counts['target']:>12} pieces"
        shared = counts["short ones of a test"]
        notes = [f"  dropped: {', '.join(dropped)}"] if dropped else []
        notes += [f"  {shared} short ones stand in a development or test set"] if shared else []
        click.echo(f"{name:<16} {sizes}{''.join(notes)}")


def training_options(function: Callable[..., None]) -> Callable[..., None]:
    """Return the options that both kinds of models are trained with."""
    options: list[Callable[[Callable[..., None]], Callable[..., None]]] = [
        click.argument("recipe", type=FILE),
        PREPARED,
        click.option("--out", type=FOLDER, required=True, help="Folder of the run."),
        lasting,
        click.option(
            "--from", "start", type=WEIGHTS, help="Begin with these weights (a weights.pt or a package)."
        ),
        click.option(
            "--from-other-direction",
            "other_direction",
            type=FOLDER,
            help="Begin with a package that translates the other way round.",
        ),
        click.option(
            "--teacher",
            "teachers",
            type=WEIGHTS,
            multiple=True,
            help="Learn from this model too (a weights.pt or a package); may be given several times.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print how the run ended as JSON."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@command.command
@training_options
@takes_settings("data_folder", "database_url")
def model(*, loaded: Loaded, recipe: Path, prepared: Path, out: Path, as_json: bool, **given: Any) -> None:
    """Train the translation model.

    The run's folder OUT gets log.jsonl, checkpoints and, at the end, weights.pt. The same command again goes
    on from the last checkpoint, to the same result as without the break. --minutes or --updates replace what
    the recipe says; the schedule is laid out so that the run ends just then.
    """
    ask_for_files(loaded, [prepared], "training a model")
    train(recipe, prepared, out, as_json, given, language_model=False)


@command.command("language-model")
@training_options
@takes_settings("data_folder", "database_url")
def language_model(
    *, loaded: Loaded, recipe: Path, prepared: Path, out: Path, as_json: bool, **given: Any
) -> None:
    """Train the language model of the target language.

    Works like `synslator train model`, on the target side of the same pairs. At the end the perplexity on
    every development set is told, for each piece and for each word.
    """
    ask_for_files(loaded, [prepared], "training a language model")
    train(recipe, prepared, out, as_json, given, language_model=True)


def train(
    recipe: Path, prepared: Path, out: Path, as_json: bool, given: dict[str, Any], language_model: bool
) -> None:
    """Run a training and tell how it goes and how it ended."""
    require_training()
    from synslator.training.recipe import Recipe
    from synslator.training.runs import RunOptions, run_training

    begin = given["start"], given["other_direction"]
    options = RunOptions(language_model, given["minutes"], given["updates"], *begin, given["teachers"])
    run_training(Recipe.load(recipe), prepared, out, tell, options)
    conclude(out, as_json)


@command.command
@click.argument("recipe", type=FILE)
@PREPARED
@click.option("--model", "weights", type=FILE, required=True, help="weights.pt of the translation model.")
@click.option("--language-model", type=FILE, help="weights.pt of the language model.")
@click.option("--out", type=FOLDER, required=True, help="Folder of the package to write.")
@click.option("--name", metavar="TEXT", help="Name of the package; the folder's unless given.")
@click.option("--version", metavar="TEXT", help="Version of the package; the date unless given.")
@click.option("--card", type=FILE, help="The model card (Markdown); without it a short one is written.")
@click.option("--scores", type=FILE, help="JSON file of scores by test set, for the manifest.")
@click.option("--parameters", type=FILE, help="JSON file of tuned values, for the manifest.")
@click.option("--fp32", is_flag=True, help="Keep the weights as they are; without it they become int8.")
def export(
    recipe: Path,
    prepared: Path,
    weights: Path,
    language_model: Path | None,
    out: Path,
    fp32: bool,
    scores: Path | None,
    parameters: Path | None,
    **given: Any,
) -> None:
    """Create a model package from trained weights.

    A package holds the vocabularies, the models as ONNX graphs with weights in int8, a manifest with
    checksums, and the model card. `synslator translate --model OUT` uses it.
    """
    require_training()
    from synslator.training.data.shortlist import ShortlistOptions
    from synslator.training.export.trained import ExportOptions, export_trained
    from synslator.training.recipe import Recipe
    from synslator.training.runs import check_prepared

    loaded = Recipe.load(recipe)
    check_prepared(loaded, prepared)
    said = {key: value for key, value in given.items() if value is not None}
    options = ExportOptions(
        **{"name": out.resolve().name, **said},
        scores=read_table(scores) if scores else {},
        parameters=read_table(parameters) if parameters else {},
        int8=not fp32,
    )
    with bar("Learning a shortlist", ShortlistOptions().steps) as shown:
        manifest = export_trained(loaded, prepared, weights, language_model, out, options, shown)
    click.echo(f"{out} holds {manifest.name} {manifest.version}; use it with --model {out}")


@command.command
@PREPARED
@click.option("--out", type=FOLDER, required=True, help="Folder of the package to write.")
@takes_settings("model")
def shortlist(loaded: Loaded, prepared: Path, out: Path) -> None:
    """Add a shortlist to a copy of the model package, so that it translates many texts more quickly.

    Whole texts are then searched for among the pieces that their words are translated by, which are learned
    from the prepared pairs: for vocabularies of 16,000 that takes a few minutes and 3 GB of memory. The
    package must have the vocabularies of the prepared folder. It stays as it is, unless OUT is the same.
    """
    require_training()
    from synslator.training.data.shortlist import ShortlistOptions, learn_prepared
    from synslator.training.export.derived import write_shortlisted

    base, options = Path(loaded.settings.model), ShortlistOptions()
    with bar("Learning", options.steps) as shown:
        lexicon = learn_prepared(prepared, base, options, shown)
    manifest = write_shortlisted(base, out, lexicon)
    click.echo(f"{out} holds {manifest.name} {manifest.version} with a shortlist; use it with --model {out}")


def read_table(path: Path) -> dict[str, Any]:
    """Return a JSON file with one table."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageProblem(f"{path} is not valid JSON: {error}") from error
    if not isinstance(content, dict):
        raise UsageProblem(f"{path} must hold a JSON object, not a {type(content).__name__}")
    return content


@command.command
@click.argument("run", type=FOLDER)
@click.option(
    "--out", type=click.Path(path_type=Path), help="An .svg or .png file; RUN/loss.svg unless given."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print how the run stands as JSON; draw only with --out."
)
def plot(run: Path, out: Path | None, as_json: bool) -> None:
    """Draw the losses and the rate of a run, finished or not.

    RUN is the folder of a run. Drawn are the training loss, the loss on every development set, and the rate.
    """
    require_training("torch", "matplotlib")
    from synslator.training.plots import plot as draw
    from synslator.training.summary import summarize

    summary = summarize(run)
    if out or not as_json:
        out = out or run / "loss.svg"
        draw(summary, out)
        click.echo(f"{out} shows {summary.updates} updates", err=True)
    if as_json:
        click.echo(json.dumps(summary.to_json()))
