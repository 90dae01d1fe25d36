"""Examples for training: found as a translator's lookup finds them, never the pair itself, made once."""

import random
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from packages import PAIRS
from synslator.errors import UsageProblem
from synslator.memory.model import LookupOptions
from synslator.storage.memories.entry_changes import Confirmation
from synslator.training.adaptive import neighbours
from synslator.training.adaptive.neighbours import Memory, Searcher, make_neighbours
from synslator.training.adaptive.pairs import ExamplePairs
from synslator.training.adaptive.recipe import AdaptiveRecipe, NeighbourRecipe
from synslator.training.adaptive.retrieval import Retriever, build_index
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.data.tokenized_pairs import load_tokenizer
from synslator.training.recipe import SourceRecipe
from synslator.workbench.resources.memories import open_memories


def similar_pairs(count: int, seed: int = 1) -> list[TextPair]:
    """Pairs of which many are like each other: sentences with words left out, numbers and doubles."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        source, target = rng.choice(PAIRS)
        at = rng.randrange(len(source) - 2)
        cut = rng.randrange(3)
        made.append((source[:at] + source[at + cut :], f"{target} {number % 50}" if cut else target))
    return made


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    for name, pairs in (("tm.tsv", similar_pairs(150)), ("dev.tsv", similar_pairs(20, seed=2))):
        text = "".join(f"{source}\t{target}\n" for source, target in pairs)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


RECIPE = AdaptiveRecipe(
    "zh",
    "en",
    (SourceRecipe("tm", "tm.tsv"),),
    {"tm": "dev.tsv"},
    neighbours=NeighbourRecipe(without=0.2, most=100),
)


@pytest.fixture
def vocabularies(tiny_vocabularies: dict[str, Path]) -> Path:
    return tiny_vocabularies["source.spm"].parent


def test_a_retriever_finds_what_a_translators_lookup_finds(tmp_path: Path) -> None:
    pairs = list(dict.fromkeys(similar_pairs(300)))
    options = LookupOptions(matches=5, minimum_rate=40)
    build_index(tmp_path / "own", pairs, "one")
    retriever = Retriever(tmp_path / "own", pairs, options)
    with open_memories(tmp_path / "theirs") as memories:
        memory = memories.create("tm", "zh", "en", "ann").id
        for source, target in pairs:
            memories.confirm(memory, Confirmation(source, target, "ann"))
        memories.rebuild(memory)
        search = memories.search(memory)
        for source, _ in similar_pairs(60, seed=3):
            expected = [match.rate for match in search.lookup(source, options=options).matches]
            assert [rate for _, rate in retriever.matches(None, source)] == expected


def test_a_pair_is_never_its_own_example(tmp_path: Path) -> None:
    double = ("日志文件保存在数据文件夹中。", "Log files are kept in the data folder.")
    other = (double[0], "The log is in the data folder.")
    pairs = [double, *PAIRS[:5], double, other]
    build_index(tmp_path, pairs, "one")
    retriever = Retriever(tmp_path, pairs, LookupOptions(minimum_rate=60))
    assert retriever.matches(double, double[0]) == [(7, 100)]
    assert [pairs[number] for number, _ in retriever.matches(None, double[0])] == [double, other]


def test_an_index_is_made_once(tmp_path: Path) -> None:
    build_index(tmp_path, PAIRS, "one")
    before = (tmp_path / "1/state.json").read_bytes()
    build_index(tmp_path, PAIRS, "one")
    assert (tmp_path / "1/state.json").read_bytes() == before
    build_index(tmp_path, PAIRS, "another")
    assert (tmp_path / "1/state.json").read_bytes() != before


def texts(made: ExamplePairs, vocabularies: Path) -> list[TextPair]:
    """A file's pairs as text again."""
    found = []
    ends = np.cumsum(made.tokens.lengths, axis=0)
    for (source_end, target_end), (source, target) in zip(ends, made.tokens.lengths, strict=True):
        ids = (
            made.tokens.source[source_end - source : source_end - 1],
            made.tokens.target[target_end - target : target_end],
        )
        sides = zip(("source", "target"), ids, strict=True)
        one, other = (load_tokenizer(vocabularies / f"{s}.spm").decode(i.tolist()) for s, i in sides)
        found.append((one, other))
    return found


def test_files_hold_every_pair_once_with_its_example(data: Path, vocabularies: Path, tmp_path: Path) -> None:
    report = make_neighbours(RECIPE, data, vocabularies, tmp_path / "out", workers=1)
    made = ExamplePairs.load(tmp_path / "out/tm.npz")
    pairs = texts(made, vocabularies)
    assert len(set(pairs)) == len(pairs)
    assert len(made.pairs) == len(made.examples) == len(made.rates) == 100
    has = made.examples >= 0
    assert all(
        pairs[pair] != pairs[example]
        for pair, example in zip(made.pairs[has], made.examples[has], strict=True)
    )
    assert (made.rates[has] >= 30).all()
    assert (made.rates[~has] == 0).all()
    assert 0.08 < (~has).mean() < 0.4
    assert len(set((made.rates[has] // 10).tolist())) > 3
    assert report["tm"]["pairs"] == 100
    assert report["tm"]["none"] == pytest.approx((~has).mean(), abs=1e-3)
    held_out = ExamplePairs.load(tmp_path / "out/dev-tm.npz")
    assert len(held_out.pairs) == 20
    assert texts(held_out, vocabularies)[held_out.pairs[3]][0] == similar_pairs(20, seed=2)[3][0].replace(
        "，", ","
    )
    assert not list((tmp_path / "out").glob(".tm-*"))


def test_an_interrupted_run_goes_on_and_ends_the_same(
    data: Path, vocabularies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "CHUNK", 30)
    make_neighbours(RECIPE, data, vocabularies, tmp_path / "whole", workers=1)
    kept = neighbours.keep

    def keep_two(chunk: neighbours.ChosenExamples, path: Path) -> None:
        if len(list(path.parent.glob("*.npy"))) == 2:
            raise KeyboardInterrupt
        kept(chunk, path)

    monkeypatch.setattr(neighbours, "keep", keep_two)
    with pytest.raises(KeyboardInterrupt):
        make_neighbours(RECIPE, data, vocabularies, tmp_path / "broken", workers=1)
    monkeypatch.setattr(neighbours, "keep", kept)
    asked: list[Future[neighbours.ChosenExamples]] = []
    submit = neighbours.ProcessPoolExecutor.submit

    def counting(self: object, *work: object) -> "Future[neighbours.ChosenExamples]":
        asked.append(submit(self, *work))  # type: ignore[arg-type]
        return asked[-1]

    monkeypatch.setattr(neighbours.ProcessPoolExecutor, "submit", counting)
    make_neighbours(RECIPE, data, vocabularies, tmp_path / "broken", workers=1)
    assert len(asked) == 4 - 2 + 1  # four chunks of the memory, of which two were there, and one held out
    for name in ("tm.npz", "dev-tm.npz"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    make_neighbours(RECIPE, data, vocabularies, tmp_path / "broken", workers=1)
    assert len(asked) == 3


def test_another_recipe_is_made_anew(data: Path, vocabularies: Path, tmp_path: Path) -> None:
    make_neighbours(RECIPE, data, vocabularies, tmp_path, workers=1)
    other = replace(RECIPE, neighbours=NeighbourRecipe(most=50))
    assert make_neighbours(other, data, vocabularies, tmp_path, workers=1)["tm"]["pairs"] == 50


def test_shares_of_the_best_and_of_none(data: Path, tmp_path: Path) -> None:
    recipe = NeighbourRecipe(best=0.5, without=0.25, matches=8)
    memory = Memory(RECIPE.sources[0], data, PairFilter.of(RECIPE.filters, "zh", "en"), False, recipe, None)
    pairs = memory.pairs()
    build_index(tmp_path / "index", pairs, "one")
    searcher = Searcher(memory, tmp_path / "index")
    found = [
        (searcher.choose(n), searcher.retriever.matches(pairs[n], pairs[n][0])) for n in range(len(pairs))
    ]
    several = [(chosen, matches) for chosen, matches in found if len(matches) >= 3]
    without = [chosen for chosen, _ in several if chosen == (-1, 0)]
    best = [chosen for chosen, matches in several if chosen == matches[0]]
    assert 0.12 < len(without) / len(several) < 0.38
    assert 0.3 < len(best) / (len(several) - len(without)) < 0.8
    assert all(chosen in matches for chosen, matches in several if chosen != (-1, 0))


def test_a_recipe_names_every_problem(tmp_path: Path) -> None:
    recipe_file = tmp_path / "recipe.toml"
    recipe_file.write_text(
        'source_language = "zh"\ntarget_language = "en"\n'
        '[[sources]]\nname = "tm"\nfile = "tm.tsv"\n[development]\nother = "dev.tsv"\n'
        "[neighbours]\nbest = 2.0\nmost = 0\n"
    )
    with pytest.raises(UsageProblem, match="best and without must be shares; most must be positive"):
        AdaptiveRecipe.load(recipe_file)
    recipe_file.write_text(recipe_file.read_text().partition("[neighbours]")[0])
    with pytest.raises(UsageProblem, match="development: other must be the name of a source"):
        AdaptiveRecipe.load(recipe_file)


def test_the_shipped_recipe_is_read() -> None:
    recipe = AdaptiveRecipe.load(Path(__file__).parents[3] / "recipes/zh-en-adaptive.toml")
    assert {source.name for source in recipe.sources} >= recipe.development.keys()
    assert not recipe.everything
