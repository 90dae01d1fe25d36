"""`synslator train`: the whole way from sentence pairs to a package that translates."""

import json
import lzma
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from packages import PAIRS
from synslator.cli import extras, main
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package

pytestmark = pytest.mark.usefixtures("one_thread")

RECIPE = """
source_language = "zh"
target_language = "en"
[[sources]]
name = "manual"
file = "manual.tsv"
[[sources]]
name = "talk"
file = "talk.tsv.xz"
weight = 0.5
[development]
held_out = "dev.tsv"
[source_tokenizer]
vocabulary = 466
normalization = "nmt_nfkc"
coverage = 1.0
[target_tokenizer]
vocabulary = 400
[model]
width = 16
feed_forward = 32
heads = 2
encoder_layers = 1
decoder_layers = 1
[language_model]
width = 16
feed_forward = 32
heads = 2
encoder_layers = 0
decoder_layers = 1
[run]
updates = 12
batch_tokens = 400
accumulate = 1
pass_pairs = 40
log_every = 4
evaluate_every = 6
checkpoint_every = 6
[language_model_run]
updates = 8
batch_tokens = 400
accumulate = 1
pass_pairs = 40
log_every = 4
evaluate_every = 4
"""


HELD_OUT = [(f"又问：{source}", f"Again: {target}") for source, target in PAIRS[20:]]


def run(*arguments: str | Path) -> "click.testing.Result":
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


def write_data(folder: Path) -> Path:
    """A data folder and a recipe; returns the recipe's path."""
    lines = [f"{source}\t{target}\n" for source, target in PAIRS]
    data = folder / "data"
    data.mkdir()
    (data / "manual.tsv").write_text("".join([*lines[:16], "not Chinese\tnot Chinese\n"]), encoding="utf-8")
    (data / "talk.tsv.xz").write_bytes(lzma.compress("".join(lines[12:]).encode()))
    held_out = "".join(f"{source}\t{target}\n" for source, target in HELD_OUT)
    (data / "dev.tsv").write_text(held_out, encoding="utf-8")
    (folder / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    return folder / "recipe.toml"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where everything was done once, in order."""
    folder = tmp_path_factory.mktemp("training")
    recipe, prepared = write_data(folder), folder / "prepared"
    result = run("prepare", recipe, "--data", folder / "data", "--out", prepared)
    assert result.exit_code == 0, result.stderr
    (folder / "prepare.txt").write_text(result.stdout)
    for name in ("model", "language-model"):
        result = run(name, recipe, "--prepared", prepared, "--out", folder / name)
        assert result.exit_code == 0, result.stderr
        (folder / f"{name}.txt").write_text(result.stdout)
        (folder / f"{name}.err").write_text(result.stderr)
    return folder


def test_prepare_counts_pairs_and_what_was_dropped(trained: Path) -> None:
    manual, talk = (trained / "prepare.txt").read_text().splitlines()
    assert "16 pairs" in manual
    assert manual.endswith("dropped: 1 language of the source")
    assert f"{len(PAIRS) - 12} pairs" in talk


def test_a_development_set_that_was_trained_on_is_refused(tmp_path: Path) -> None:
    recipe = write_data(tmp_path)
    (tmp_path / "data/dev.tsv").write_text(f"{PAIRS[0][0]}\tx\n", encoding="utf-8")
    result = run("prepare", recipe, "--data", tmp_path / "data", "--out", tmp_path / "p")
    assert result.exit_code == 2
    assert PAIRS[0][0] in result.stderr
    assert "Leave them out" in result.stderr


def test_training_tells_how_it_goes_and_how_it_ended(trained: Path) -> None:
    shown = (trained / "model.err").read_text()
    assert "update 8  loss " in shown
    assert "tokens/s" in shown
    assert "development: held_out " in shown
    ended = (trained / "model.txt").read_text()
    assert ended.startswith("12 updates in 0:")
    assert (trained / "model/weights.pt").is_file()


def test_a_language_model_ends_with_its_perplexity(trained: Path) -> None:
    ended = (trained / "language-model.txt").read_text()
    assert "perplexity " in ended
    summary = json.loads(run("plot", trained / "language-model", "--json").stdout)
    found, loss = summary["perplexity"]["held_out"], summary["development"]["held_out"]
    assert found["piece"] == pytest.approx(2.718281828**loss, rel=1e-3)
    words = sum(len(target.split()) for _, target in HELD_OUT)
    pieces = count_pieces(trained / "prepared", [target for _, target in HELD_OUT])
    assert found["word"] == pytest.approx(2.718281828 ** (loss * pieces / words), rel=1e-3)
    assert not (trained / "language-model/loss.svg").exists()


def count_pieces(prepared: Path, lines: list[str]) -> int:
    """Pieces of some lines, with an end for each."""
    import sentencepiece

    tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(prepared / "target.spm"))
    return sum(len(tokenizer.encode(line)) + 1 for line in lines)


def test_a_finished_run_is_not_trained_again(trained: Path) -> None:
    arguments = ("model", trained / "recipe.toml", "--prepared", trained / "prepared")
    result = run(*arguments, "--out", trained / "model", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["updates"] == 12


def test_training_begins_with_given_weights(trained: Path, tmp_path: Path) -> None:
    arguments = ("model", trained / "recipe.toml", "--prepared", trained / "prepared", "--out", tmp_path)
    result = run(*arguments, "--updates", "4", "--from", trained / "model/weights.pt", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["updates"] == 4
    wrong = run(*arguments, "--from", trained / "language-model/weights.pt")
    assert wrong.exit_code == 1
    assert "does not hold weights of this recipe's model: " in wrong.stderr


def test_training_learns_from_teachers(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE.replace("[run]", "[run]\nteaching = 0.7", 1))
    package, weights = tmp_path / "package", trained / "model/weights.pt"
    exported = ("export", trained / "recipe.toml", "--prepared", trained / "prepared", "--out", package)
    assert run(*exported, "--model", weights).exit_code == 0
    arguments = ("--prepared", trained / "prepared", "--updates", "4", "--json")
    taught = ("model", tmp_path / "recipe.toml", *arguments, "--out", tmp_path / "taught")
    result = run(*taught, "--from", package, "--teacher", package, "--teacher", weights)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["updates"] == 4
    alone = ("model", trained / "recipe.toml", *arguments, "--out", tmp_path / "alone")
    for refused in (run(*taught), run(*alone, "--teacher", weights)):
        assert refused.exit_code == 2
        assert "teachers and their share of the loss (teaching) need each other" in refused.stderr


def test_the_export_translates(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "scores.json").write_text('{"flores": {"bleu": 20.5, "signature": "s"}}')
    result = run(
        *("export", trained / "recipe.toml", "--prepared", trained / "prepared"),
        *("--model", trained / "model/weights.pt"),
        *("--language-model", trained / "language-model/weights.pt"),
        *("--out", tmp_path / "mine", "--scores", tmp_path / "scores.json"),
    )
    assert result.exit_code == 0, result.stderr
    package = Package.open(tmp_path / "mine")
    assert package.manifest.name == "mine"
    assert package.manifest.scores["flores"]["bleu"] == 20.5
    assert package.language_model
    assert "| manual | 16 | 1 |" in (tmp_path / "mine/README.md").read_text()
    model = str(tmp_path / "mine")
    line = CliRunner().invoke(main, ["translate", "--model", model], input="你好。\n")
    assert line.exit_code == 0
    described = CliRunner().invoke(main, ["model", "info", model]).stdout
    assert "score on flores" in described
    assert "bleu 20.5, signature s" in described


def test_an_export_in_fp32_with_a_card(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "card.md").write_text("# My own card\n")
    arguments = ("export", trained / "recipe.toml", "--prepared", trained / "prepared")
    more = ("--model", trained / "model/weights.pt", "--out", tmp_path / "p", "--card", tmp_path / "card.md")
    assert run(*arguments, *more, "--fp32", "--version", "7").exit_code == 0
    package = Package.open(tmp_path / "p")
    assert (package.manifest.version, package.manifest.architecture["precision"]) == ("7", "fp32")
    assert (tmp_path / "p/README.md").read_text() == "# My own card\n"


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_run_is_drawn(trained: Path, tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"loss.{suffix}"
    assert run("plot", trained / "model", "--out", picture).exit_code == 0
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    assert run("plot", trained / "model", "--out", tmp_path / "loss.txt").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("prepare", "recipe.toml", "--data", "nowhere", "--out", "p"),
            "has no manual.tsv, talk.tsv.xz, dev.tsv",
        ),
        (
            ("model", "recipe.toml", "--prepared", "nowhere", "--out", "r"),
            "has no source.spm, target.spm, man",
        ),
        (
            ("model", "recipe.toml", "--prepared", "p", "--out", "r", "--minutes", "1", "--updates", "2"),
            "minutes and updates exclude each other",
        ),
        (("plot", "nowhere"), "nowhere has no log.jsonl of a training run that can be read"),
    ],
)
def test_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    write_data(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_vocabulary_too_large_for_the_text_is_one_sentence(tmp_path: Path) -> None:
    recipe = write_data(tmp_path)
    recipe.write_text(RECIPE.replace("vocabulary = 400", "vocabulary = 9000"))
    result = run("prepare", recipe, "--data", tmp_path / "data", "--out", tmp_path / "p")
    assert result.exit_code == 2
    assert "a vocabulary of 9000 pieces cannot be learned from this text: Vocabulary size" in result.stderr
    assert not (tmp_path / "p/target.spm").exists()


def test_batches_that_the_recipe_forbids_are_told(trained: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE.replace("updates = 12", "updates = 12\nleast_rows = 50"))
    result = run("model", recipe, "--prepared", trained / "prepared", "--out", tmp_path / "run")
    assert result.exit_code == 2
    assert "make no batch of at least 50 pairs" in result.stderr


@pytest.mark.parametrize("name", ["model", "language-model", "export", "plot"])
def test_without_pytorch_one_sentence_says_what_to_install(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    recipe = (trained / "recipe.toml", "--prepared", trained / "prepared", "--out", tmp_path / "x")
    rest = {"export": (*recipe, "--model", trained / "model/weights.pt"), "plot": (trained / "model",)}
    result = run(name, *rest.get(name, recipe))
    assert result.exit_code == 1
    assert result.stderr.endswith("install it with: pip install 'synslator[train]'\n")


def test_an_exported_package_has_a_shortlist(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "package"
    result = run(
        *("export", trained / "recipe.toml", "--prepared", trained / "prepared"),
        *("--model", trained / "model/weights.pt", "--out", out),
    )
    assert result.exit_code == 0, result.stderr
    package = Package.open(out)
    assert package.graphs.search is not None
    source = package.source.encode("火车晚点了。")
    assert package.vocabulary.end in package.graphs.search.shortlist.pieces([source], ["火车晚点了。"])


def test_a_shortlist_is_added_to_a_package_that_has_none(trained: Path, tmp_path: Path) -> None:
    plain, listed = tmp_path / "plain", tmp_path / "listed"
    run(
        *("export", trained / "recipe.toml", "--prepared", trained / "prepared"),
        *("--model", trained / "model/weights.pt", "--out", plain),
    )
    for name in ("search.onnx", "output.onnx", "shortlist.xz"):
        (plain / name).unlink()
    replace(Manifest.read(plain), shortlist=False).write(plain)
    assert Package.open(plain).graphs.search is None
    result = run("shortlist", "--prepared", trained / "prepared", "--model", plain, "--out", listed)
    assert result.exit_code == 0, result.stderr
    assert Package.open(listed).graphs.search is not None
    assert Package.open(plain).graphs.search is None


def test_a_shortlist_needs_the_vocabularies_of_the_package(
    trained: Path, tiny_folder: Path, tmp_path: Path
) -> None:
    result = run(
        "shortlist", "--prepared", trained / "prepared", "--model", tiny_folder, "--out", tmp_path / "new"
    )
    assert result.exit_code != 0
    assert "has another source.spm and target.spm than" in result.stderr
    assert not (tmp_path / "new").exists()


def test_trained_weights_translate_and_rate_a_file(trained: Path, tmp_path: Path) -> None:
    texts, made, rated = (tmp_path / name for name in ("texts.txt", "made.tsv", "rated.tsv"))
    texts.write_text("".join(f"{source}\n" for source, _ in PAIRS[:3]), encoding="utf-8")
    given = ["--prepared", trained / "prepared", "--weights", trained / "model/weights.pt"]
    result = run("translate", trained / "recipe.toml", texts, *given, "--out", made, "--beam", "2")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.endswith("holds 3 translations\n")
    rows = [line.split("\t") for line in made.read_text(encoding="utf-8").splitlines()]
    assert [row[0] for row in rows] == [source for source, _ in PAIRS[:3]]
    assert all(float(score) < 0 for _, _, score in rows)
    result = run("rate", trained / "recipe.toml", trained / "data/dev.tsv", *given, "--out", rated)
    assert result.exit_code == 0, result.stderr
    assert len(rated.read_text(encoding="utf-8").splitlines()) == len(HELD_OUT)


def test_a_model_learns_to_take_hints(trained: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "hints.toml"
    hinted = RECIPE.replace("[model]\n", "[model]\nhints = true\n") + "[hints]\nshare = 0.6\n"
    recipe.write_text(hinted, encoding="utf-8")
    prepared = ["--prepared", trained / "prepared"]
    start = ["--from", trained / "model/weights.pt"]
    result = run("model", recipe, *prepared, "--out", tmp_path / "run", *start)
    assert result.exit_code == 0, result.stderr
    assert {"held_out", "held_out with hints"} == set(
        json.loads(run("plot", tmp_path / "run", "--json").stdout)["development"]
    )
    weights = ["--model", tmp_path / "run/weights.pt", "--out", tmp_path / "package"]
    assert run("export", recipe, *prepared, *weights).exit_code == 0
    assert Package.open(tmp_path / "package").takes_hints
    taught = run("model", recipe, *prepared, "--out", tmp_path / "taught", "--teacher", start[1])
    assert taught.exit_code == 2
