"""The adaptive engine: the plain model without a match, and interactive like any other engine with one."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from packages import PAIRS, SHAPE
from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.options import SearchOptions
from synslator.decoding.scheduler import Scheduler
from synslator.engines.adaptive import NO_LAYERS, AdaptiveEngine
from synslator.engines.protocol import Example
from synslator.engines.registry import ENGINES, Setup, default_engine
from synslator.engines.vanilla import VanillaEngine
from synslator.errors import SynslatorError
from synslator.runtime.manifest import MANIFEST, PackageError
from synslator.runtime.package import Package
from synslator.testing.engines import EngineContract
from synslator.training.adaptive.model import AddedLayers
from synslator.training.export.derived import Derived, write_adaptive
from synslator.training.recipe import ModelRecipe
from trained import shake

OPTIONS = SearchOptions(beam=2, longest_factor=1.0, longest_extra=5, alternatives=1)
TEXTS = [source for source, _ in PAIRS[:6]]


@pytest.fixture(scope="module")
def folder(tiny_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny package with random layers added to it."""
    torch.manual_seed(3)
    layers = AddedLayers(ModelRecipe(SHAPE.width, 64, SHAPE.heads, dropout=0.0))
    shake(layers, 3)
    weights = {f"adaptive.{name}": weight for name, weight in layers.state_dict().items()}
    package = tmp_path_factory.mktemp("models") / "adaptive"
    write_adaptive(tiny_folder, package, weights, 50, Derived("adaptive", "1"))
    return package


@pytest.fixture(scope="module")
def package(folder: Path) -> Package:
    return Package.open(folder)


@pytest.fixture(scope="module")
def engine(package: Package) -> AdaptiveEngine:
    return AdaptiveEngine(package, OPTIONS)


def example(number: int, rate: int = 80) -> Example:
    source, target = PAIRS[number]
    return Example(number, 1, source, target, rate)


def scores(engine: AdaptiveEngine | VanillaEngine, text: str, examples: Sequence[Example]) -> np.ndarray:
    """Log-probabilities after a few pieces."""
    source = engine.bind(text, examples)
    ids = np.array([[source.model.start, 300, 310, 320]])
    return source.model.step(source.encoded, ids, source.model.empty(1), 4).log_probabilities


@pytest.mark.parametrize("offered", [[], [example(7, rate=49)]], ids=["no match", "a poor match"])
def test_without_a_good_match_it_is_the_plain_model_bit_for_bit(
    engine: AdaptiveEngine, tiny_package: Package, offered: list[Example]
) -> None:
    plain = VanillaEngine(tiny_package, OPTIONS)
    for text in TEXTS:
        np.testing.assert_array_equal(scores(engine, text, offered), scores(plain, text, ()))
    examples = [offered for _ in TEXTS]
    assert engine.translate(TEXTS, examples) == engine.translate(TEXTS) == plain.translate(TEXTS)


def test_the_best_match_is_read(engine: AdaptiveEngine) -> None:
    alone = scores(engine, TEXTS[0], [example(7)])
    among = scores(engine, TEXTS[0], [example(8, 60), example(7), example(9, 70)])
    np.testing.assert_array_equal(alone, among)
    assert np.abs(alone - scores(engine, TEXTS[0], [example(8)])).max() > 0.01
    assert np.abs(alone - scores(engine, TEXTS[0], [])).max() > 0.01


def test_an_example_without_text_is_none(engine: AdaptiveEngine) -> None:
    empty = Example(1, 1, " ", "", 100)
    np.testing.assert_array_equal(scores(engine, TEXTS[0], [empty]), scores(engine, TEXTS[0], []))


def complete(engine: AdaptiveEngine, number: int, typed: str) -> Completion:
    source = engine.bind(TEXTS[number], [example(number + 10)])
    return driver.run(Completer(source, engine.package.vocabulary, options=OPTIONS).complete(typed))


def test_it_completes_what_is_typed_and_keeps_what_it_knows(engine: AdaptiveEngine) -> None:
    text = complete(engine, 1, "").text
    completer = Completer(engine.bind(TEXTS[1], [example(11)]), engine.package.vocabulary, options=OPTIONS)
    for typed in ("", text[:9] + "x", "If the pro", "Q"):
        kept = driver.run(completer.complete(typed))
        fresh = complete(engine, 1, typed)
        assert kept.text.startswith(typed)
        assert (kept.text, kept.suggestions) == (fresh.text, fresh.suggestions)


def test_several_users_share_a_pass(engine: AdaptiveEngine) -> None:
    """With and without a match, at the same time: everyone gets what they would get alone."""
    scheduler, vocabulary = Scheduler(), engine.package.vocabulary
    try:
        futures = []
        for number, text in enumerate(TEXTS):
            offered = [example(number + 10)] if number % 3 else []
            completer = Completer(engine.bind(text, offered), vocabulary, options=OPTIONS)
            futures.append((completer, scheduler.submit(number, completer.complete("The "))))
        for completer, future in futures:
            alone = driver.run(Completer(completer.source, vocabulary, options=OPTIONS).complete("The "))
            assert future.result(timeout=120).text == alone.text
    finally:
        scheduler.close()


def test_many_texts_get_what_each_gets_alone(engine: AdaptiveEngine) -> None:
    texts = [*TEXTS, "", "  ", TEXTS[0] * 30]
    examples = [[example(n + 8)] if n % 2 else [] for n in range(len(texts))]
    together = engine.translate(texts, examples)
    assert together == [
        engine.translate([text], [given])[0] for text, given in zip(texts, examples, strict=True)
    ]
    assert together[6:8] == ["", ""]
    assert replace(engine, workers=2).translate(texts, examples) == together
    assert together[1] != engine.translate([texts[1]])[0]


def test_a_package_without_layers_says_so(tiny_package: Package) -> None:
    assert tiny_package.adaptive is None
    with pytest.raises(SynslatorError, match="The model package has no layers that read matches"):
        AdaptiveEngine(tiny_package)


def test_a_project_is_told_what_the_engine_needs(package: Package, tiny_package: Package) -> None:
    kind = ENGINES["adaptive"]
    assert kind.refusal({"inference only"}) == (
        "reading the best match needs a memory whose owner allows training; none of the project's does."
    )
    assert kind.refusal({"inference only", "may train"}) is None
    assert kind.lack(package.manifest) is None
    assert kind.lack(tiny_package.manifest) == NO_LAYERS
    assert kind.make(Setup(package)).name == "adaptive"
    assert default_engine({"may train"}).name == "knn"


@pytest.mark.parametrize("name", ["adaptive_encoder.onnx", "adaptive_decoder.onnx", "adaptive.bin"])
def test_damaged_layers_are_noticed(folder: Path, tmp_path: Path, name: str) -> None:
    broken = shutil.copytree(folder, tmp_path / "broken")
    content = bytearray((broken / name).read_bytes())
    content[len(content) // 2] ^= 1
    (broken / name).write_bytes(content)
    with pytest.raises(PackageError, match=f"{name} is damaged"):
        Package.open(broken)
    manifest = json.loads((broken / MANIFEST).read_text())
    del manifest["files"][name]
    (broken / MANIFEST).write_text(json.dumps(manifest))
    if name.endswith("onnx"):
        with pytest.raises(PackageError, match=f"{name} is not in the manifest"):
            Package.open(broken)


def test_a_manifest_from_before_there_were_layers_is_read(tiny_folder: Path, tmp_path: Path) -> None:
    old = shutil.copytree(tiny_folder, tmp_path / "old")
    manifest = json.loads((old / MANIFEST).read_text())
    del manifest["adaptive"]
    (old / MANIFEST).write_text(json.dumps(manifest))
    assert Package.open(old).adaptive is None
    manifest["adaptive"] = {"minimum_rate": 101}
    (old / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(PackageError, match="minimum_rate must be 0 to 100, not 101"):
        Package.open(old)


class TestContract(EngineContract):
    kind = ENGINES["adaptive"]

    @pytest.fixture(scope="class")
    @classmethod
    def model(cls, package: Package) -> Package:
        return package
