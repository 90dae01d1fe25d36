"""From a recipe and a prepared folder to trained weights."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from synslator.errors import SynslatorError, UsageProblem
from synslator.text.pieces import SPACE
from synslator.text.words import count_words, has_spaceless
from synslator.training.data.batches import TokenStore
from synslator.training.data.hints import HintedStore
from synslator.training.data.tokenized_pairs import TokenizedPairs, load_tokenizer
from synslator.training.export.package_weights import base_weights
from synslator.training.network.reversal import pieces_of, reversed_weights
from synslator.training.network.transformer import Transformer
from synslator.training.optimization.teachers import Teachers
from synslator.training.optimization.trainer import ReportStep, Task, Trainer
from synslator.training.recipe import ModelRecipe, Recipe, RunRecipe

WITH_HINTS = "with hints"
"""What the name of a development set ends with where its sources carry hints."""
HINT_EMBEDDING = "encoder.hint_embedding.weight"
"""What a model that knew no hints has to learn first."""


@dataclass(frozen=True)
class RunOptions:
    """What the command line decides about a run; what is None is the recipe's."""

    language_model: bool = False
    minutes: float | None = None
    updates: int | None = None
    start_from: Path | None = None
    """Weights to begin with, of a run or of a package."""
    other_direction: Path | None = None
    """A package of the other direction to begin with."""
    teachers: tuple[Path, ...] = ()
    """Weights of models to learn from, of the same build."""

    def __post_init__(self) -> None:
        if self.minutes is not None and self.updates is not None:
            raise UsageProblem("minutes and updates exclude each other; use one of them")
        if self.start_from is not None and self.other_direction is not None:
            raise UsageProblem(
                "a run begins with weights of its own direction or of the other one, not with both"
            )

    def run(self, recipe: Recipe) -> RunRecipe:
        """Return how long and in what portions to train."""
        return self.lasting(recipe.language_model_run if self.language_model else recipe.run)

    def lasting(self, run: RunRecipe) -> RunRecipe:
        """Return a run that lasts as long as the command line says."""
        if self.minutes is not None:
            return replace(run, minutes=self.minutes, updates=0)
        return replace(run, minutes=0.0, updates=self.updates) if self.updates is not None else run

    def shape(self, recipe: Recipe) -> ModelRecipe:
        """Return the model to train."""
        return recipe.language_model if self.language_model else recipe.model


def pick_device() -> torch.device:
    """Return the GPU where there is one."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    torch.set_float32_matmul_precision("high")
    # cuDNN's kernel plans each new shape for 0.1 s, and every batch is a new shape; the flash kernel is
    # slower than the memory-efficient one at the length of sentences.
    torch.backends.cuda.enable_cudnn_sdp(False)
    torch.backends.cuda.enable_flash_sdp(False)
    return torch.device("cuda")


def check_prepared(recipe: Recipe, prepared: Path) -> None:
    """Name every file that a prepared folder of this recipe must have and this one has not."""
    names = ["source.spm", "target.spm", *(f"{source.name}.npz" for source in recipe.sources)]
    names += [f"dev-{name}.npz" for name in recipe.development]
    missing = [name for name in names if not (prepared / name).is_file()]
    if missing:
        raise UsageProblem(
            f"{prepared} has no {', '.join(missing)}; make it with `synslator train prepare` and this recipe"
        )


def load_task(recipe: Recipe, prepared: Path, device: torch.device, hinted: bool = False) -> Task:
    """Put a recipe's prepared ids onto the device. With hints the development sets are there twice."""
    parts = [TokenizedPairs.load(prepared / f"{s.name}.npz") for s in recipe.sources]
    store = store_of(parts, recipe, prepared, device, hinted)
    if not len(store.lengths):
        raise UsageProblem(f"{prepared} has no pairs to train on: none passed the filters")
    held_out = {name: TokenizedPairs.load(prepared / f"dev-{name}.npz") for name in recipe.development}
    development = {name: TokenStore([pairs], device) for name, pairs in held_out.items()}
    empty = [name for name, held_out in development.items() if not len(held_out.lengths)]
    if empty:
        raise UsageProblem(f"{prepared} has no pairs in the development set {', '.join(empty)}")
    if hinted:
        always = replace(recipe, hints=replace(recipe.hints, share=1.0))
        development |= {
            f"{name} {WITH_HINTS}": store_of([pairs], always, prepared, device, hinted)
            for name, pairs in held_out.items()
        }
    return Task(store, recipe.sources, development)


def store_of(
    parts: list[TokenizedPairs], recipe: Recipe, prepared: Path, device: torch.device, hinted: bool
) -> TokenStore:
    """Return a store of pairs, whose sources carry hints or not."""
    if not hinted:
        return TokenStore(parts, device)
    source, target = (load_tokenizer(prepared / f"{side}.spm") for side in ("source", "target"))
    pieces = [target.id_to_piece(n) for n in range(target.get_piece_size())]
    begins = np.array([piece.startswith(SPACE) or has_spaceless(piece[0]) for piece in pieces])
    return HintedStore(parts, device, recipe.hints, begins, source.get_piece_size())


def build_model(shape: ModelRecipe, prepared: Path, seed: int) -> Transformer:
    """Return a new model for the prepared vocabularies."""
    torch.manual_seed(seed)
    sizes = [load_tokenizer(prepared / f"{side}.spm").get_piece_size() for side in ("source", "target")]
    return Transformer(shape, *sizes)


def load_weights(model: Transformer, path: Path, may_lack_hints: bool = False) -> None:
    """Read weights, of a run or of a package, into a model of the same shape; pickled code is never run.

    A model that takes hints may begin with one that does not.
    """
    try:
        weights = base_weights(path)
        if may_lack_hints and model.recipe.hints and HINT_EMBEDDING not in weights:
            weights = weights | {HINT_EMBEDDING: model.state_dict()[HINT_EMBEDDING]}
        model.load_state_dict(weights)
    except SynslatorError:
        raise
    except Exception as error:
        # A damaged file raises errors of many kinds, depending on where it is damaged.
        reason = " ".join(str(error).split())
        reason = reason if len(reason) < 300 else reason[:300] + "…"
        raise SynslatorError(f"{path} does not hold weights of this recipe's model: {reason}") from error


def load_other_direction(model: Transformer, package: Path, prepared: Path) -> None:
    """Begin with a package of the other direction."""
    sides = "source.spm", "target.spm"
    own, other = (tuple(pieces_of(load_tokenizer(at / side)) for side in sides) for at in (prepared, package))
    weights = reversed_weights(
        model.state_dict(), base_weights(package), (own[0], own[1]), (other[0], other[1])
    )
    model.load_state_dict(weights)


def load_teachers(weights: Sequence[Path], shape: ModelRecipe, prepared: Path) -> list[Transformer]:
    """Return the models to learn from."""
    models = [build_model(shape, prepared, seed=0) for _ in weights]
    for model, path in zip(models, weights, strict=True):
        load_weights(model, path)
    return models


def run_training(
    recipe: Recipe, prepared: Path, folder: Path, report: ReportStep, options: RunOptions
) -> Transformer:
    """Train from the beginning, from given weights, or on from the folder's checkpoint."""
    check_prepared(recipe, prepared)
    device, run = pick_device(), options.run(recipe)
    if bool(options.teachers) != (run.teaching > 0):
        raise UsageProblem(
            "teachers and their share of the loss (teaching) need each other, but there are"
            f" {len(options.teachers)} teachers and teaching is {run.teaching:g}"
        )
    model = build_model(options.shape(recipe), prepared, run.seed)
    if options.start_from is not None:
        load_weights(model, options.start_from, may_lack_hints=True)
    if options.other_direction is not None:
        load_other_direction(model, options.other_direction, prepared)
    hinted = recipe.model.hints and not options.language_model
    task = load_task(recipe, prepared, device, hinted)
    taught_by = [m.to(device) for m in load_teachers(options.teachers, options.shape(recipe), prepared)]
    teachers = Teachers(taught_by) if taught_by else None
    trainer = Trainer(model.to(device), task, recipe.optimizer, run, folder, teachers)
    trainer.resume()
    trainer.train(report)
    losses = trainer.evaluate()
    found = {name: perplexity(losses[name], prepared, name) for name in recipe.development}
    trainer.log({"update": trainer.updates, "progress": 1.0, "perplexity": found}, report)
    return model


def perplexity(loss: float, prepared: Path, name: str) -> dict[str, float]:
    """Return how many choices a model is torn between, for each piece and for each word of a development set.

    `loss` is the mean over pieces, the end of each line included. Words make models comparable that have
    different vocabularies.
    """
    tokens = TokenizedPairs.load(prepared / f"dev-{name}.npz")
    tokenizer = load_tokenizer(prepared / "target.spm")
    ends = tokens.lengths[:, 1].cumsum().tolist()
    starts = [0, *ends[:-1]]
    lines = [tokens.target[start:end].tolist() for start, end in zip(starts, ends, strict=True)]
    words = sum(count_words(text) for text in tokenizer.decode(lines))
    pieces = len(tokens.target) + len(tokens)
    exponent = loss * pieces / max(1, words)
    return {"piece": math.exp(min(loss, 700.0)), "word": math.exp(min(exponent, 700.0))}
