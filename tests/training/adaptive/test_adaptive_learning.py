"""Training the added layers: they learn to read examples, the base model stays, a resumed run is the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from synslator.errors import UsageProblem
from synslator.training.adaptive.model import AdaptiveTransformer
from synslator.training.adaptive.pairs import ExamplePairs
from synslator.training.adaptive.recipe import AdaptiveRecipe
from synslator.training.adaptive.runs import build_adaptive, load_examples, run_adaptive
from synslator.training.adaptive.store import ExampleStore
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.network.transformer import Transformer
from synslator.training.optimization.trainer import Trainer, read_log
from synslator.training.recipe import ModelRecipe, OptimizerRecipe, RunRecipe, SourceRecipe

pytestmark = pytest.mark.usefixtures("one_thread")

VOCABULARY = 30
SHAPE = ModelRecipe(width=32, feed_forward=64, heads=2, encoder_layers=1, decoder_layers=1, dropout=0.0)
RECIPE = AdaptiveRecipe(
    "zh",
    "en",
    (SourceRecipe("one", "-"), SourceRecipe("two", "-", weight=2.0)),
    {"one": "-"},
    model=SHAPE,
    optimizer=OptimizerRecipe(rate=5e-3, other_rate=5e-3, warmup=3),
    run=RunRecipe(
        updates=12,
        batch_tokens=1500,
        accumulate=1,
        pass_pairs=150,
        log_every=4,
        evaluate_every=30,
        checkpoint_every=5,
    ),
)


def flat(rows: list[list[int]]) -> np.ndarray:
    return np.array([piece for row in rows for piece in row], np.uint16)


def made_up(seed: int, count: int = 60) -> ExamplePairs:
    """Pairs whose targets nobody could know from their sources, and examples that tell them.

    Each pair has a twin with the same source and target; every fifth has no example.
    """
    rng = np.random.default_rng(seed)
    sources = [[*rng.integers(4, VOCABULARY, rng.integers(2, 5)).tolist(), 2] for _ in range(count)]
    targets = [rng.integers(4, VOCABULARY, rng.integers(2, 5)).tolist() for _ in range(count)]
    lengths = np.array([(len(s), len(t)) for s, t in zip(sources, targets, strict=True)] * 2, np.int32)
    tokens = TokenizedPairs(flat(2 * sources), flat(2 * targets), lengths)
    numbers = np.arange(count, dtype=np.int32)
    examples = np.where(numbers % 5, numbers + count, -1).astype(np.int32)
    return ExamplePairs(tokens, numbers, examples, np.where(numbers % 5, 100, 0).astype(np.uint8))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for seed, name in enumerate(("one", "two", "dev-one")):
        made_up(seed).save(folder / f"{name}.npz")
    return folder


def base_weights() -> dict[str, torch.Tensor]:
    torch.manual_seed(7)
    return Transformer(SHAPE, VOCABULARY, VOCABULARY).state_dict()


def train(recipe: AdaptiveRecipe, files: Path, folder: Path) -> AdaptiveTransformer:
    return run_adaptive(recipe, files, base_weights(), folder, lambda record: None)


def test_a_batch_has_each_pairs_own_example_or_none(files: Path) -> None:
    parts = [ExamplePairs.load(files / f"{name}.npz") for name in ("one", "two")]
    store = ExampleStore(parts, torch.device("cpu"))
    assert store.first.tolist() == [0, 60, 120]
    seen: list[int] = []
    for batch in store.cut(np.arange(120), tokens=400):
        source, read, example, answer = store.gather(batch)
        seen += batch.pairs.tolist()
        assert batch.pieces == int((answer != 0).sum())
        if example is None:
            assert (batch.pairs % 5 == 0).all()
            continue
        assert (batch.pairs % 5 != 0).all()
        steps = answer.shape[1]
        assert torch.equal(example.source[:, : source.shape[1]], source)  # the twins are the same
        assert torch.equal(example.answer[:, :steps][answer != 0], answer[answer != 0])
        assert torch.equal(example.read[:, 1:], example.answer[:, :-1] * (example.answer[:, 1:] != 0))
        assert torch.equal(example.mask[:, 0, 0], example.answer != 0)
        assert torch.equal(example.source_mask[:, 0, 0], example.source != 0)
        assert read[:, 0].eq(1).all()
    assert sorted(seen) == list(range(120))


def test_batches_count_the_examples_pieces(files: Path) -> None:
    store = ExampleStore([ExamplePairs.load(files / "one.npz")], torch.device("cpu"), needed=True)
    assert len(store.pairs) == 48
    for batch in store.cut(np.arange(48), tokens=60):
        pieces = store.lengths[batch.pairs].sum() + store.everything[store.examples[batch.pairs]].sum()
        assert pieces <= 60


def test_some_pairs_are_shown_themselves() -> None:
    made = made_up(1, count=1000)
    copied = made.with_copies(0.3, seed=1)
    itself = copied.examples == copied.pairs
    assert 0.25 < itself.mean() < 0.35
    assert (copied.rates[itself] == 100).all()
    assert (copied.examples[~itself] == made.examples[~itself]).all()
    assert (made.with_copies(0.0, seed=1).examples == made.examples).all()


def test_the_layers_learn_to_read_examples_and_the_base_model_stays(files: Path, tmp_path: Path) -> None:
    recipe = replace(RECIPE, run=replace(RECIPE.run, updates=150))
    model = train(recipe, files, tmp_path)
    losses = [record["development"]["one"] for record in read_log(tmp_path) if "development" in record]
    assert losses[-1] < 0.75 * losses[0]
    for name, weight in base_weights().items():
        assert torch.equal(model.state_dict()[name], weight), name
    kept = torch.load(tmp_path / "weights.pt")
    assert kept
    assert all(name.startswith("adaptive.") for name in kept)


def test_everything_can_be_trained(files: Path, tmp_path: Path) -> None:
    recipe = replace(RECIPE, everything=True)
    model = train(recipe, files, tmp_path)
    changed = [not torch.equal(model.state_dict()[name], old) for name, old in base_weights().items()]
    assert all(changed)
    assert torch.load(tmp_path / "weights.pt").keys() == model.state_dict().keys()


@pytest.mark.parametrize("everything", [False, True])
def test_a_resumed_run_is_the_same_run(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everything: bool
) -> None:
    recipe = replace(RECIPE, everything=everything, model=replace(SHAPE, dropout=0.1))
    whole = train(recipe, files, tmp_path / "whole")
    original = Trainer.save

    def save_and_stop(trainer: Trainer) -> None:
        original(trainer)
        raise KeyboardInterrupt

    monkeypatch.setattr(Trainer, "save", save_and_stop)
    with pytest.raises(KeyboardInterrupt):
        train(recipe, files, tmp_path / "broken")
    monkeypatch.setattr(Trainer, "save", original)
    resumed = train(recipe, files, tmp_path / "broken")
    for name, weight in whole.state_dict().items():
        assert torch.equal(weight, resumed.state_dict()[name]), name
    assert len(list(read_log(tmp_path / "broken"))) < len(list(read_log(tmp_path / "whole"))) + 3


def test_a_frozen_base_model_has_no_dropout(files: Path) -> None:
    model = build_adaptive(replace(RECIPE, model=replace(SHAPE, dropout=0.5)), base_weights()).train()
    source, target = torch.tensor([[5, 6, 2]]), torch.tensor([[1, 7]])
    assert torch.equal(model(source, target), model(source, target))
    assert model.adaptive.training


def test_what_is_missing_is_named(files: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match=r"has no one.npz, two.npz, dev-one.npz"):
        load_examples(RECIPE, tmp_path, torch.device("cpu"))
    with pytest.raises(UsageProblem, match=r"there is no encoder.embedding.weight"):
        build_adaptive(RECIPE, {})
    wide = replace(RECIPE, model=replace(SHAPE, width=64))
    with pytest.raises(UsageProblem, match=r"not weights of the recipe's base model: .*size"):
        build_adaptive(wide, base_weights())
