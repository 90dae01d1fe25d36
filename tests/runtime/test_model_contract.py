"""The contract of models holds for a package's graphs, its language model, and its adaptive layers."""

from pathlib import Path

import pytest

from model_contract import SOURCES, StepModelContract, TranslationModelContract
from synslator.decoding.model import EncodedSource, ExampleModel, StepModel, TranslationModel
from synslator.runtime.package import Package
from synslator.training.export.derived import Derived, write_adaptive
from trained import make_adaptive, make_base, make_trained_package

pytestmark = pytest.mark.usefixtures("one_thread")


class TestGraphs(TranslationModelContract):
    @pytest.fixture
    def model(self, tiny_package: Package) -> TranslationModel:
        return tiny_package.model


class TestLanguageModel(StepModelContract):
    @pytest.fixture
    def model(self, tiny_package: Package) -> StepModel:
        assert tiny_package.language_model
        return tiny_package.language_model

    @pytest.fixture
    def sources(self) -> list[EncodedSource | None]:
        return [None] * 3


@pytest.fixture(scope="module")
def adaptive_package(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Package:
    folder = tmp_path_factory.mktemp("models")
    make_trained_package(folder / "base", tiny_vocabularies, make_base(), True)
    learned = make_adaptive(make_base()).learned()
    write_adaptive(folder / "base", folder / "adaptive", learned, 40, Derived("trained", "2.0"))
    return Package.open(folder / "adaptive")


class TestAdaptive(StepModelContract):
    @pytest.fixture
    def model(self, adaptive_package: Package) -> ExampleModel:
        assert adaptive_package.adaptive
        return adaptive_package.adaptive

    @pytest.fixture
    def sources(self, model: ExampleModel) -> list[EncodedSource | None]:
        examples = [([6, 5, 2], [30, 31]), ([9, 9, 8, 7, 2], [25]), ([5, 2], [21, 22, 23, 24])]
        pairs = zip(SOURCES, examples, strict=True)
        return [model.encode([source], [example]) for source, example in pairs]
