"""Recipes: what is read, and that every problem is named at once."""

from pathlib import Path

import pytest

from synslator.training.recipe import Recipe, RecipeError

MINIMAL = """
source_language = "zh"
target_language = "en"
[[sources]]
name = "a"
file = "a.tsv"
[development]
"""


def load(tmp_path: Path, text: str) -> Recipe:
    path = tmp_path / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return Recipe.load(path)


def test_a_minimal_recipe_takes_the_defaults(tmp_path: Path) -> None:
    recipe = load(tmp_path, MINIMAL)
    assert recipe.sources[0].weight == 1.0
    assert recipe.model.width == 512
    assert recipe.language_model.encoder_layers == 0


@pytest.mark.parametrize("name", ["zh-en", "zh-en-second", "zh-en-third", "zh-en-taught"])
def test_the_shipped_recipes_load(name: str) -> None:
    recipe = Recipe.load(Path(__file__).parents[2] / "recipes" / f"{name}.toml")
    assert {s.name for s in recipe.sources} >= {"itdocs", "law", "subtitle"}


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    text = MINIMAL + "[model]\nwidth = 'wide'\nlayers = 3\n[run]\nminutes = 1\nupdates = 2\n"
    with pytest.raises(RecipeError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert "model.width must be a whole number, not 'wide'" in message
    assert "model.layers: unknown" in message
    assert "exactly one of minutes and updates" in message


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="source_language is missing") as caught:
        load(tmp_path, MINIMAL.replace('source_language = "zh"', "").replace('file = "a.tsv"', ""))
    assert "sources[0].file is missing" in str(caught.value)


def test_two_ways_to_learn_besides_the_text_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="consistency and teaching must not both be given"):
        load(tmp_path, MINIMAL + "[run]\nminutes = 1\nconsistency = 1.0\nteaching = 0.5\n")


def test_the_target_side_must_not_be_normalised(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="must not normalise"):
        load(tmp_path, MINIMAL + "[target_tokenizer]\nnormalization = 'nfkc'\n")


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="not a readable TOML file"):
        load(tmp_path, "= = =")
