"""Graphs of a model that takes hints say what PyTorch says, with and without target text behind a source."""

from pathlib import Path

import numpy as np
import pytest
import torch

from packages import PIECES, SHAPE
from synslator.decoding.model import Floats
from synslator.runtime.hints import HintNumbers, Hints
from synslator.runtime.manifest import check
from synslator.runtime.package import Package
from synslator.training.export.package_weights import read_model
from synslator.training.network.transformer import Transformer
from synslator.training.recipe import ModelRecipe
from trained import RECIPE, make_trained_package, shake

pytestmark = pytest.mark.usefixtures("one_thread")

HINTED = ModelRecipe(**{**RECIPE.__dict__, "hints": True})
NUMBERS = HintNumbers(SHAPE.source_vocabulary)
TARGET = [PIECES.start, 31, 8, 99, 250]
SOURCES = [[40, 7, 300, PIECES.end], [5, 479, PIECES.end]]
HINTS = [Hints(terms=("a", "bc"), end="d"), Hints(kept=("c",))]


def pieces(text: str) -> list[int]:
    return [SHAPE.target_vocabulary - 1 - ord(letter) % 20 for letter in text]


@pytest.fixture(scope="module")
def model() -> Transformer:
    torch.manual_seed(4)
    model = Transformer(HINTED, SHAPE.source_vocabulary, SHAPE.target_vocabulary).eval()
    shake(model, 4)
    return model


def opened(folder: Path, vocabularies: dict[str, Path], model: Transformer, int8: bool) -> Package:
    return Package.open(make_trained_package(folder, vocabularies, model, int8))


def predicted(package: Package, sources: list[list[int]]) -> Floats:
    """What comes after the whole target, for each source: (sources, vocabulary)."""
    ids = np.array([TARGET] * len(sources), np.int64)
    step = package.model.step(package.model.encode(sources), ids, package.model.empty(len(ids)))
    return step.log_probabilities[:, 0]


def expected(model: Transformer, source: list[int]) -> Floats:
    with torch.no_grad():
        hidden = model(torch.tensor([source]), torch.tensor([TARGET]))[0, -1]
        scores: Floats = model.logits(hidden).log_softmax(-1).numpy()
    return scores


@pytest.mark.parametrize("hinted", [False, True])
def test_the_graphs_read_hints_as_training_does(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], model: Transformer, hinted: bool
) -> None:
    package = opened(tmp_path / "fp32", tiny_vocabularies, model, int8=False)
    told = [NUMBERS.encode(hints, pieces) if hinted else [] for hints in HINTS]
    sources = [[*source, *hints] for source, hints in zip(SOURCES, told, strict=True)]
    for found, source in zip(predicted(package, sources), sources, strict=True):
        np.testing.assert_allclose(found, expected(model, source), atol=1e-4)


def test_hints_change_what_is_predicted_also_in_eight_bits(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], model: Transformer
) -> None:
    package = opened(tmp_path / "int8", tiny_vocabularies, model, int8=True)
    told = [[*SOURCES[0], *NUMBERS.encode(hints, pieces)] for hints in (Hints(), *HINTS)]
    found = predicted(package, told)
    exact = [expected(model, source) for source in told]
    assert np.abs(found - exact).max() < np.abs(exact[0] - exact[1]).max()
    assert np.abs(found[0] - found[1]).max() > 0.1


def test_a_package_of_such_a_model_can_be_trained_on(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], model: Transformer
) -> None:
    folder = make_trained_package(tmp_path / "package", tiny_vocabularies, model, int8=False)
    shape, weights = read_model(folder, check(folder))
    assert shape.hints
    again = Transformer(shape, SHAPE.source_vocabulary, SHAPE.target_vocabulary)
    again.load_state_dict(weights)
    torch.testing.assert_close(again.state_dict(), model.state_dict())
