"""Training the added layers: from a recipe, files of pairs with examples and a base model's weights.

Nothing here needs a memory or its index: the files are made beforehand (see `neighbours`), where those are.
"""

from pathlib import Path

import torch

from synslator.errors import UsageProblem
from synslator.training.adaptive.model import AdaptiveTransformer
from synslator.training.adaptive.pairs import ExamplePairs
from synslator.training.adaptive.recipe import AdaptiveRecipe
from synslator.training.adaptive.store import ExampleStore
from synslator.training.optimization.trainer import ReportStep, Task, Trainer
from synslator.training.runs import pick_device


def load_examples(recipe: AdaptiveRecipe, folder: Path, device: torch.device) -> Task:
    """Put a recipe's pairs with examples onto the device."""
    names = {source.name: f"{source.name}.npz" for source in recipe.sources}
    held_out = {name: f"dev-{name}.npz" for name in recipe.development}
    missing = [file for file in [*names.values(), *held_out.values()] if not (folder / file).is_file()]
    if missing:
        raise UsageProblem(
            f"{folder} has no {', '.join(missing)}; make it with `synslator train neighbours` and this recipe"
        )
    parts = [
        ExamplePairs.load(folder / file).with_copies(recipe.copies, recipe.run.seed)
        for file in names.values()
    ]
    development = {
        name: ExampleStore([ExamplePairs.load(folder / file)], device) for name, file in held_out.items()
    }
    return Task(ExampleStore(parts, device, needed=not recipe.everything), recipe.sources, development)


def build_adaptive(recipe: AdaptiveRecipe, base: dict[str, torch.Tensor]) -> AdaptiveTransformer:
    """Return a base model with new layers added to it."""
    torch.manual_seed(recipe.run.seed)
    names = ("encoder.embedding.weight", "decoder.embedding.weight")
    if missing := [name for name in names if name not in base]:
        raise UsageProblem(
            f"these are not the weights of a translation model: there is no {', '.join(missing)}"
        )
    model = AdaptiveTransformer(
        recipe.model, *(len(base[name]) for name in names), frozen=not recipe.everything
    )
    try:
        model.load_learned({name: weight.float() for name, weight in base.items()})
    except RuntimeError as error:
        reason = " ".join(str(error).split())[:300]
        raise UsageProblem(f"these are not weights of the recipe's base model: {reason}") from error
    return model


def run_adaptive(
    recipe: AdaptiveRecipe, examples: Path, base: dict[str, torch.Tensor], folder: Path, report: ReportStep
) -> AdaptiveTransformer:
    """Train from the base model, or on from the folder's checkpoint."""
    device = pick_device()
    model = build_adaptive(recipe, base).to(device)
    task = load_examples(recipe, examples, device)
    trainer = Trainer(model, task, recipe.optimizer, recipe.run, folder)
    trainer.resume()
    trainer.train(report)
    return model
