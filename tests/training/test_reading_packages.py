"""The weights of a package come back from its graphs, and fine-tuning goes on from them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from packages import PAIRS
from synslator.errors import UsageProblem
from synslator.runtime.manifest import check
from synslator.training.export.package_weights import read_model
from synslator.training.fine_tuning import FineTuningRecipe, fine_tune, prepare_memory
from synslator.training.optimization.trainer import Trainer, read_log
from synslator.training.recipe import ModelRecipe, OptimizerRecipe, RunRecipe
from trained import RECIPE, make_base, make_trained_package

pytestmark = pytest.mark.usefixtures("one_thread")

LANGUAGES = "zh", "en"
TUNING = FineTuningRecipe(
    held_out=0.1,
    optimizer=OptimizerRecipe(matrices="adamw", other_rate=3e-3, warmup=3),
    run=RunRecipe(
        updates=40,
        batch_tokens=800,
        accumulate=1,
        pass_pairs=60,
        log_every=10,
        evaluate_every=10,
        checkpoint_every=15,
    ),
)


@pytest.mark.parametrize(("int8", "close"), [(False, 0.0), (True, 0.01)])
def test_the_weights_of_a_package_come_back(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], int8: bool, close: float
) -> None:
    model = make_base()
    folder = make_trained_package(tmp_path / "package", tiny_vocabularies, model, int8)
    recipe, weights = read_model(folder, check(folder))
    assert recipe == replace(RECIPE, dropout=ModelRecipe().dropout)
    assert weights.keys() == model.state_dict().keys()
    for name, weight in model.state_dict().items():
        allowed = close * weight.abs().max().item()
        np.testing.assert_allclose(weights[name].numpy(), weight.numpy(), atol=allowed)


def test_what_came_back_from_eight_bits_is_written_the_same_again(
    tmp_path: Path, tiny_vocabularies: dict[str, Path]
) -> None:
    first = make_trained_package(tmp_path / "first", tiny_vocabularies, make_base())
    model = make_base()
    model.load_state_dict(read_model(first, check(first))[1])
    second = make_trained_package(tmp_path / "second", tiny_vocabularies, model)
    values = [np.frombuffer((folder / "weights.bin").read_bytes(), np.int8) for folder in (first, second)]
    assert (values[0] == values[1]).mean() > 0.99


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Path:
    """Ids of the sentences of the tests."""
    folder = tmp_path_factory.mktemp("memory")
    vocabularies = tiny_vocabularies["source.spm"].parent
    assert prepare_memory(PAIRS, TUNING, LANGUAGES, vocabularies, folder) == len(PAIRS)
    return folder


def test_fine_tuning_learns_the_memory(folder: Path) -> None:
    base = make_base().state_dict()
    fine_tune(TUNING, RECIPE, base, folder, lambda record: None)
    losses = [record["loss"] for record in read_log(folder) if "loss" in record]
    final = list(read_log(folder))[-1]["final"]
    assert losses[-1] < losses[0]
    first = next(record["development"]["memory"] for record in read_log(folder) if "development" in record)
    assert min(kind["memory"] for kind in final.values()) <= first


def test_interrupted_fine_tuning_ends_the_same(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    vocabularies, base = tiny_vocabularies["source.spm"].parent, make_base().state_dict()
    ended = []
    for name in ("whole", "broken"):
        prepare_memory(PAIRS, TUNING, LANGUAGES, vocabularies, tmp_path / name)
        if name == "broken":
            original = Trainer.save

            def save_and_stop(trainer: Trainer, save: object = original) -> None:
                save(trainer)  # type: ignore[operator]
                raise KeyboardInterrupt

            monkeypatch.setattr(Trainer, "save", save_and_stop)
            with pytest.raises(KeyboardInterrupt):
                fine_tune(TUNING, RECIPE, base, tmp_path / name, lambda record: None)
            monkeypatch.setattr(Trainer, "save", original)
            prepare_memory([], TUNING, LANGUAGES, vocabularies, tmp_path / name)
        ended.append(fine_tune(TUNING, RECIPE, base, tmp_path / name, lambda record: None).state_dict())
    for name, weight in ended[0].items():
        assert torch.equal(weight, ended[1][name]), name


def test_a_memory_with_nothing_to_learn_is_told(tmp_path: Path, tiny_vocabularies: dict[str, Path]) -> None:
    with pytest.raises(UsageProblem, match="training needs at least two pairs, but there are 1"):
        prepare_memory(PAIRS[:1], TUNING, LANGUAGES, tiny_vocabularies["source.spm"].parent, tmp_path)


def test_the_shipped_recipe_is_read() -> None:
    recipe = FineTuningRecipe.load(Path(__file__).parents[2] / "recipes/fine-tune.toml")
    assert recipe.held_out == 0.02
