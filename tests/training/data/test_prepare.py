"""Ids: sources that are cut into pieces at random say the same text, the same way each time."""

from dataclasses import replace
from pathlib import Path

import pytest

from packages import PAIRS
from synslator.errors import UsageProblem
from synslator.training.data.preparation import Corpus, tokenize_chunk
from synslator.training.data.tokenized_pairs import load_tokenizer
from synslator.training.recipe import Recipe, SourceRecipe


def test_sampled_pieces_say_the_same_text(tiny_vocabularies: dict[str, Path]) -> None:
    folder = tiny_vocabularies["source.spm"].parent
    tokenizer = load_tokenizer(folder / "source.spm")

    def lines(sampling: float) -> list[list[int]]:
        # Few of the texts can be cut in more than one way, so each is cut often.
        ids, _, lengths = tokenize_chunk(PAIRS * 20, folder, 200, sampling)
        ends = lengths[:, 0].cumsum().tolist()
        return [ids[start:end].tolist() for start, end in zip([0, *ends], ends, strict=False)]

    plain, sampled = lines(0.0), lines(0.1)
    assert sampled != plain
    assert tokenizer.decode(sampled) == tokenizer.decode(plain)
    assert lines(0.1) == sampled


TRAINING = [("是的", "Yes"), ("默认值为 False。", "Default."), ("这是一个不在测试里的句子", "Not in a test.")]
RECIPE = Recipe(
    "zh", "en", (SourceRecipe("docs", "base/docs.tsv"),), {}, tests=("test.tsv",), excluded="excluded.tsv"
)


def data_folder(folder: Path, tests: list[str], excluded: str = "") -> Path:
    """A data folder with one training file, a test set of some sources and a list of what is left out."""
    (folder / "base").mkdir()
    lines = "".join(f"{source}\t{target}\n" for source, target in TRAINING)
    (folder / "base/docs.tsv").write_text(lines, encoding="utf-8")
    (folder / "test.tsv").write_text("".join(f"{text}\tx\n" for text in tests), encoding="utf-8")
    (folder / "excluded.tsv").write_text(excluded, encoding="utf-8")
    return folder


def test_a_training_pair_that_stands_in_a_test_set_is_refused(tmp_path: Path) -> None:
    data = data_folder(tmp_path, ["默认值为 FALSE"])  # punctuation and case make no difference
    with pytest.raises(UsageProblem, match=r"set \(1\): .* 默认值为 False。 \(test.tsv\)"):
        Corpus(RECIPE, data).overlap()


def test_what_is_left_out_is_no_leak_and_is_left_out_of_its_file_alone(tmp_path: Path) -> None:
    data = data_folder(tmp_path, ["默认值为 False"], "docs\t默认值为 False。\tDefault.\n")
    assert Corpus(RECIPE, data).overlap() == {"docs": 0}
    (data / "excluded.tsv").write_text("law\t默认值为 False。\tDefault.\n", encoding="utf-8")
    with pytest.raises(UsageProblem):
        Corpus(RECIPE, data).overlap()


def test_short_sources_recur_and_are_counted(tmp_path: Path) -> None:
    data = data_folder(tmp_path, ["是的", "七个字的短句子"])
    assert Corpus(replace(RECIPE, excluded=""), data).overlap() == {"docs": 1}


def test_words_of_a_language_with_spaces_are_no_leak_and_sentences_are(tmp_path: Path) -> None:
    turned = replace(RECIPE, excluded="", reverse=True, source_language="en", target_language="zh")
    data = data_folder(tmp_path, [])
    lines = "参数配置说明\tConfiguration parameters\n默认值为假。\tThe default value is the word False.\n"
    (data / "base/docs.tsv").write_text(lines, encoding="utf-8")
    (data / "test.tsv").write_text("配置\tconfiguration parameters\n", encoding="utf-8")
    assert Corpus(turned, data).overlap() == {"docs": 1}
    (data / "test.tsv").write_text("默认\tThe default value is the word false.\n", encoding="utf-8")
    with pytest.raises(UsageProblem, match="25 letters"):
        Corpus(turned, data).overlap()


SECOND = ["zh-en-hints", "en-zh-hints", "zh-en-teacher", "en-zh-teacher"]


@pytest.mark.parametrize("name", ["zh-en", "zh-en-second", "zh-en-third", "zh-en-taught", *SECOND])
def test_our_recipes_name_the_test_sets_and_what_is_left_out(name: str) -> None:
    recipe = Recipe.load(Path(__file__).parents[3] / f"recipes/{name}.toml")
    assert recipe.excluded
    assert {"it/test.tsv.xz", "law/test.tsv.xz", "subtitle/test.tsv.xz"} <= set(recipe.tests)
    assert any("wmt23" in file for file in recipe.tests)
