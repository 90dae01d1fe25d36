"""Classic fine-tuning: a model trained on, on the pairs of one memory.

The pairs are turned into ids first and kept in the run's folder, a share of them as a development set; so a
run can be gone on with, and the training itself can be done on another machine.
"""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch

from synslator.errors import UsageProblem
from synslator.training.data.batches import TokenStore
from synslator.training.data.corpus import clean
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.data.preparation import tokenize
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.network.transformer import Transformer
from synslator.training.optimization.trainer import ReportStep, Task, Trainer
from synslator.training.recipe import (
    FilterRecipe,
    ModelRecipe,
    OptimizerRecipe,
    RunRecipe,
    SourceRecipe,
    check,
)
from synslator.training.recipe_tables import load
from synslator.training.runs import pick_device

PAIRS, HELD_OUT = "memory.npz", "dev-memory.npz"


@dataclass(frozen=True)
class FineTuningRecipe:
    """How a model is trained on. The run is short and the rate low, or it forgets what it knew."""

    filters: FilterRecipe = field(default_factory=FilterRecipe)
    held_out: float = 0.02
    """Share of the memory that is not learned from; the weights that do best on it are kept."""
    dropout: float = 0.1
    optimizer: OptimizerRecipe = field(
        default_factory=lambda: OptimizerRecipe(matrices="adamw", other_rate=5e-5)
    )
    run: RunRecipe = field(default_factory=lambda: RunRecipe(updates=1000))

    def __post_init__(self) -> None:
        check(
            (0 < self.held_out < 0.5, "held_out must be above 0 and below 0.5"),
            (0 <= self.dropout < 1, "dropout must be in [0, 1)"),
        )

    @classmethod
    def load(cls, path: Path) -> "FineTuningRecipe":
        """Read a recipe."""
        return load(cls, path)


def prepare_memory(
    pairs: Iterable[TextPair],
    recipe: FineTuningRecipe,
    languages: tuple[str, str],
    vocabularies: Path,
    folder: Path,
) -> int:
    """Write a memory's pairs as ids, unless an interrupted run has done so. Returns how many there are."""
    if all((folder / name).is_file() for name in (PAIRS, HELD_OUT)):
        return sum(len(TokenizedPairs.load(folder / name)) for name in (PAIRS, HELD_OUT))
    kept = list(clean(pairs, PairFilter.of(recipe.filters, *languages), Counter()))
    order = np.random.default_rng(recipe.run.seed).permutation(len(kept)).tolist()
    count = max(1, round(len(kept) * recipe.held_out))
    if len(kept) <= count:
        raise UsageProblem(f"training needs at least two pairs, but there are {len(kept)}")
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(1) as pool:
        for name, numbers in ((HELD_OUT, order[:count]), (PAIRS, order[count:])):
            chosen = (kept[number] for number in numbers)
            tokenize(chosen, vocabularies, recipe.filters.longest, pool).save(folder / name)
    return prepare_memory((), recipe, languages, vocabularies, folder)


def fine_tune(
    recipe: FineTuningRecipe,
    shape: ModelRecipe,
    base: dict[str, torch.Tensor],
    folder: Path,
    report: ReportStep,
) -> Transformer:
    """Train a model on with a folder's ids, or go on from the folder's checkpoint."""
    device = pick_device()
    vocabularies = (len(base[f"{side}.embedding.weight"]) for side in ("encoder", "decoder"))
    model = Transformer(replace(shape, dropout=recipe.dropout), *vocabularies)
    model.load_state_dict({name: weight.float() for name, weight in base.items()})
    pairs, held_out = (TokenStore([TokenizedPairs.load(folder / n)], device) for n in (PAIRS, HELD_OUT))
    task = Task(pairs, (SourceRecipe("memory", PAIRS),), {"memory": held_out})
    trainer = Trainer(model.to(device), task, recipe.optimizer, recipe.run, folder)
    trainer.resume()
    trainer.train(report)
    return model
