"""`synslator train neighbours|adaptive|add-layers|fine-tune`: from their inputs to packages that work."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from packages import PAIRS
from synslator.cli import main
from synslator.engines.protocol import Example
from synslator.engines.registry import ENGINES, Setup, make_engine
from synslator.memory.model import Permission
from synslator.runtime.manifest import check
from synslator.runtime.package import Package
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.people.audit import records_of
from synslator.workbench.resources.memories import open_memories
from trained import make_base, make_trained_package

pytestmark = pytest.mark.usefixtures("one_thread")

RECIPE = """
source_language = "zh"
target_language = "en"
[[sources]]
name = "tm"
file = "tm.tsv"
[development]
tm = "dev.tsv"
[model]
width = 32
feed_forward = 48
heads = 4
encoder_layers = 2
decoder_layers = 2
[neighbours]
minimum_rate = 0
[run]
updates = 6
batch_tokens = 800
accumulate = 1
pass_pairs = 40
log_every = 2
evaluate_every = 3
checkpoint_every = 3
"""
FINE_TUNING = """
held_out = 0.1
[run]
updates = 6
batch_tokens = 800
accumulate = 1
pass_pairs = 40
log_every = 2
evaluate_every = 3
checkpoint_every = 3
"""


def run(*arguments: str | Path) -> "click.testing.Result":
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Path:
    """A package of a model as we train them."""
    return make_trained_package(tmp_path_factory.mktemp("models") / "base", tiny_vocabularies, make_base())


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, base: Path) -> Path:
    """A folder in which layers were trained and added."""
    folder = tmp_path_factory.mktemp("adaptive")
    lines = [f"{source}\t{target}\n" for source, target in PAIRS]
    lines += [f"{source[1:]}\t{target} again\n" for source, target in PAIRS]
    (folder / "tm.tsv").write_text("".join(lines), encoding="utf-8")
    (folder / "dev.tsv").write_text("".join(lines[30:36]), encoding="utf-8")
    (folder / "recipe.toml").write_text(RECIPE)
    recipe, examples = folder / "recipe.toml", folder / "examples"
    arguments = ("--data", folder, "--vocabularies", base, "--out", examples, "--workers", "1")
    found = run("neighbours", recipe, *arguments)
    assert found.exit_code == 0, found.stderr
    (folder / "neighbours.txt").write_text(found.stdout)
    result = run("adaptive", recipe, "--examples", examples, "--base", base, "--out", folder / "run")
    assert result.exit_code == 0, result.stderr
    (folder / "adaptive.err").write_text(result.stderr)
    weights = folder / "run/weights.pt"
    added = run("add-layers", recipe, "--weights", weights, "--model", base, "--out", folder / "package")
    assert added.exit_code == 0, added.stderr
    return folder


def test_the_examples_are_counted(trained: Path) -> None:
    memory, held_out = (trained / "neighbours.txt").read_text().splitlines()
    assert memory.split()[:3] == ["tm", "48", "pairs"]
    assert "80-99: " in memory
    assert held_out.split()[:3] == ["dev-tm", "6", "pairs"]


def test_training_tells_how_it_goes(trained: Path) -> None:
    shown = (trained / "adaptive.err").read_text()
    assert "update 4  loss " in shown
    assert "development: tm " in shown


def test_a_package_with_layers_reads_examples(trained: Path, base: Path) -> None:
    package = Package.open(trained / "package")
    assert all(kind.lack(package.manifest) is None for kind in ENGINES.values())
    assert package.manifest.adaptive is not None
    assert package.manifest.adaptive.minimum_rate == 0
    assert package.manifest.name == "trained"
    engine, plain = make_engine("adaptive", Setup(package)), make_engine("vanilla", Setup(Package.open(base)))
    texts = [source for source, _ in PAIRS[:3]]
    assert engine.translate(texts) == plain.translate(texts)
    examples = [[Example(1, 1, *PAIRS[n], 70)] for n in range(3)]
    assert len(engine.translate(texts, examples)) == 3


def test_a_finished_run_and_other_weights(trained: Path, base: Path, tmp_path: Path) -> None:
    arguments = ("adaptive", trained / "recipe.toml", "--examples", trained / "examples")
    again = run(*arguments, "--base", base, "--out", trained / "run", "--json")
    assert json.loads(again.stdout)["updates"] == 6
    result = run(*arguments, "--base", base, "--out", tmp_path, "--everything", "--updates", "2", "--json")
    assert json.loads(result.stdout)["updates"] == 2
    wrong = run(*arguments, "--base", trained / "run/weights.pt", "--out", tmp_path / "wrong")
    assert wrong.exit_code == 2
    assert "not the weights of a translation model" in wrong.stderr


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a memory that may be trained on, and one that may not."""
    folder = tmp_path / "data"
    with open_memories(folder) as memories:
        for name, languages in (("open", "zh-CN en"), ("closed", "zh en"), ("german", "de en")):
            memory = memories.create(name, *languages.split(), "ann").id
            if name != "closed":
                memories.permit(memory, Permission.MAY_TRAIN, "ann")
            for source, target in PAIRS:
                memories.confirm(memory, Confirmation(source, target, "ann"))
    return folder


def fine_tune(data: Path, base: Path, name: str, *more: str) -> "click.testing.Result":
    folder = data.parent
    (folder / "fine-tune.toml").write_text(FINE_TUNING)
    arguments = ("fine-tune", folder / "fine-tune.toml", "--memory", name, "--model", base)
    return run(*arguments, "--data-folder", data, "--run", folder / "run", "--out", folder / "tuned", *more)


def test_fine_tuning_makes_a_new_package(data: Path, base: Path) -> None:
    before = check(base).files
    result = fine_tune(data, base, "open", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["updates"] == 6
    package = Package.open(data.parent / "tuned")
    assert package.manifest.name == "tuned"
    assert package.manifest.files["weights.bin"] != before["weights.bin"]
    assert package.manifest.files["source.spm"] == before["source.spm"]
    assert "trained on with 24 pairs" in (data.parent / "tuned/README.md").read_text()
    assert check(base).files == before
    assert make_engine("vanilla", Setup(package)).translate([PAIRS[0][0]])
    with open_memories(data) as memories, memories.database.reading() as connection:
        assert [(one.action, one.allowed) for one in records_of(connection, "open")][-1] == (
            "read for training",
            True,
        )


def test_fine_tuning_is_refused_with_the_reason(data: Path, base: Path) -> None:
    result = fine_tune(data, base, "closed")
    assert result.exit_code == 1
    assert "closed may not be trained on: its owner, ann, allows inference only" in result.stderr
    assert not (data.parent / "tuned").exists()
    assert not (data.parent / "run").exists()
    with open_memories(data) as memories, memories.database.reading() as connection:
        assert [one.allowed for one in records_of(connection, "closed")] == [False]


def test_fine_tuning_needs_the_models_languages_and_kind(data: Path, base: Path, tiny_folder: Path) -> None:
    result = fine_tune(data, base, "german")
    assert result.exit_code == 2
    assert "the model translates from zh to en, but the memory german is from de" in result.stderr
    other = fine_tune(data, tiny_folder, "open")
    assert other.exit_code == 1
    assert "is not a model of the kind that `synslator train` makes: there is" in other.stderr
