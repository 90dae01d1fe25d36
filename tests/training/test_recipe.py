"""Recipes: what is read, and that every problem is named at once."""

from pathlib import Path

import pytest

from synslator.training.recipe import Recipe
from synslator.training.recipe_tables import RecipeError

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


@pytest.mark.parametrize(
    "name", ["zh-en", "zh-en-second", "zh-en-third", "zh-en-taught", "zh-en-hints", "en-zh-teacher"]
)
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


def test_a_recipe_builds_on_another_one(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        MINIMAL + "[model]\nwidth = 64\nencoder_layers = 3\n", encoding="utf-8"
    )
    text = 'extends = "base.toml"\ntarget_language = "de"\n[model]\nwidth = 128\n'
    recipe = load(tmp_path, text)
    assert (recipe.source_language, recipe.target_language) == ("zh", "de")
    assert (recipe.model.width, recipe.model.encoder_layers) == (128, 3)
    assert [source.name for source in recipe.sources] == ["a"]
    with pytest.raises(RecipeError, match="must name a recipe that does not lead back here"):
        load(tmp_path, 'extends = "recipe.toml"')


def test_sources_that_do_not_allow_commercial_use_can_be_left_out() -> None:
    recipes = Path(__file__).parents[2] / "recipes"
    every, allowed = (Recipe.load(recipes / f"zh-en-{name}.toml") for name in ("hints", "commercial"))
    assert all(source.terms for source in every.sources)
    left_out = {source.name for source in every.sources} - {source.name for source in allowed.sources}
    assert {"subtitle", "itbooks", "news"} <= left_out
    assert not left_out & {"itdocs", "law", "wiki_pairs", "cedict"}


def test_a_recipe_may_leave_out_too_much(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="leaves out every source"):
        load(tmp_path, "commercial_only = true\n" + MINIMAL)


def test_a_recipe_weighs_the_sources_of_another_one(tmp_path: Path) -> None:
    more = (
        '[[sources]]\nname = "b"\nfile = "b.tsv"\n[[sources]]\nname = "c"\nfile = "c.tsv"\nkind = "spans"\n'
    )
    (tmp_path / "base.toml").write_text(MINIMAL + more, encoding="utf-8")
    text = 'extends = "base.toml"\nreverse = true\n[weights]\na = [0.5, 2]\nb = [0]\n'
    recipe = load(tmp_path, text)
    assert [(each.name, each.weight, each.final_weight) for each in recipe.sources] == [("a", 0.5, 2.0)]
    sampled = MINIMAL.replace('"a.tsv"', '"a.tsv"\nsampling = 0.3')
    assert load(tmp_path, sampled).sources[0].sampling == 0.3
    assert load(tmp_path, "sampling = false\n" + sampled).sources[0].sampling == 0
    with pytest.raises(RecipeError, match="names a source that the recipe has not"):
        load(tmp_path, MINIMAL + "[weights]\nz = [1]\n")
    with pytest.raises(RecipeError, match="one or two numbers"):
        load(tmp_path, MINIMAL + "[weights]\na = []\n")


def test_two_ways_to_learn_besides_the_text_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="consistency and teaching must not both be given"):
        load(tmp_path, MINIMAL + "[run]\nminutes = 1\nconsistency = 1.0\nteaching = 0.5\n")


def test_the_target_side_must_not_be_normalised(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="must not normalise"):
        load(tmp_path, MINIMAL + "[target_tokenizer]\nnormalization = 'nfkc'\n")


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="not a readable TOML file"):
        load(tmp_path, "= = =")
