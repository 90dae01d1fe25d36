"""`synslator train translate|rate`: what trained weights make of much text, without a package."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from synslator.cli.extras import require_training
from synslator.cli.models.permissions import ask_for_files
from synslator.cli.models.runs import FILE, FOLDER
from synslator.cli.options import takes_settings
from synslator.progress import bar
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.training.generation.files import TrainedTranslator


def trained(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say which weights to use and where the result goes."""
    options: list[Callable[[Callable[..., None]], Callable[..., None]]] = [
        click.argument("recipe", type=FILE),
        click.option("--prepared", type=FOLDER, required=True, help="Folder that holds the vocabularies."),
        click.option("--weights", type=FILE, required=True, help="weights.pt of a translation model."),
        click.option(
            "--out", type=click.Path(path_type=Path), required=True, help="Table to write; goes on if there."
        ),
        click.option("--batch", type=click.IntRange(1), default=20_000, help="Pieces in a batch."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@click.command
@trained
@click.argument("texts", type=FILE)
@click.option("--beam", type=click.IntRange(1, 32), default=4, help="Hypotheses of the beam search.")
@click.option("--sample", type=click.IntRange(0), default=0, help="Draw among so many best pieces instead.")
@click.option("--seed", type=int, default=1, help="Seed of what is drawn.")
@takes_settings("data_folder", "database_url")
def translate(
    *, loaded: Loaded, texts: Path, out: Path, beam: int, sample: int, seed: int, **given: Any
) -> None:
    """Translate a file of texts, one a line, with trained weights.

    The table gets a line for each text: the text, its translation, and the mean log-probability of its
    pieces. Teachers make training pairs this way, forwards with a beam or backwards with --sample. The same
    command again goes on where it was stopped. A GPU is used where there is one.
    """
    require_training()
    ask_for_files(loaded, [texts], "translating for training")
    from synslator.training.generation.files import translate_file
    from synslator.training.generation.search import GenerationOptions

    options = GenerationOptions(beam=1 if sample else beam, sample=sample, seed=seed)
    translator = open_weights(**given)
    with bar("Translating", None) as shown:
        lines = translate_file(translator, texts, out, options, shown)
    click.echo(f"{out} holds {lines:,} translations")


@click.command
@trained
@click.argument("pairs", type=FILE)
@takes_settings("data_folder", "database_url")
def rate(*, loaded: Loaded, pairs: Path, out: Path, **given: Any) -> None:
    """Rate pairs by how probable their targets are to a model.

    The table gets a line for each pair: source, target, and the mean log-probability of the target's pieces.
    Pairs that a model of the other direction finds improbable are seldom worth learning from.
    """
    require_training()
    ask_for_files(loaded, [pairs], "rating for training")
    from synslator.training.generation.files import rate_file

    translator = open_weights(**given)
    with bar("Rating", None) as shown:
        lines = rate_file(translator, pairs, out, shown)
    click.echo(f"{out} holds {lines:,} rated pairs")


def open_weights(recipe: Path, prepared: Path, weights: Path, batch: int) -> "TrainedTranslator":
    """Return the model of a recipe with trained weights."""
    from synslator.training.generation.files import TrainedTranslator
    from synslator.training.recipe import Recipe
    from synslator.training.runs import build_model, load_weights, pick_device

    model = build_model(Recipe.load(recipe).model, prepared, seed=1)
    load_weights(model, weights)
    return TrainedTranslator(model, prepared, pick_device(), batch)
