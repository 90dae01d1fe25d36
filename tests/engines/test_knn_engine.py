"""The engine that learns from the memory: on a real, tiny package."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from packages import PAIRS
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import run
from synslator.decoding.knn.datastore import restored
from synslator.decoding.knn.gate import KnnOptions
from synslator.engines.keys.store import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import ENGINES, Setup, make_engine
from synslator.engines.tuning import Learner, TuningPair, observe
from synslator.errors import UsageProblem
from synslator.runtime.package import Package
from synslator.runtime.shortlist import Lexicon, families_of
from synslator.training.export.derived import write_shortlisted

ROOM = 2**20
NEAR = KnnOptions(reach=0.3, temperature=0.005)


def example(pair: tuple[str, str], rate: int = 100, entry: int = 1) -> Example:
    return Example(entry, 1, *pair, rate)


@pytest.fixture
def engine(tiny_package: Package) -> KnnEngine:
    return KnnEngine(tiny_package, KeyStore(tiny_package, ROOM), NEAR)


@pytest.mark.parametrize("pair", PAIRS[:6])
def test_what_was_confirmed_is_known_at_once(engine: KnnEngine, pair: tuple[str, str]) -> None:
    source, target = pair
    assert engine.translate([source]) != [target]
    assert engine.translate([source], [[example(pair)]]) == [target]
    completer = Completer(engine.bind(source, [example(pair)]), engine.package.vocabulary)
    completion = run(completer.complete(target[:5]))
    assert completion.text == target
    assert completion.words[-1].origins[0].entry == 1


@pytest.fixture(scope="module")
def speechless(tiny_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> KnnEngine:
    """The engine with a package whose shortlists hold nothing but the end and a few pieces."""
    folder = tmp_path_factory.mktemp("models") / "speechless"
    vocabulary = Package.open(tiny_folder).vocabulary
    counts = np.zeros(int(families_of(vocabulary.table.surfaces).max()) + 1, np.uint16)
    always = np.arange(len(vocabulary.table)) < 20
    write_shortlisted(tiny_folder, folder, Lexicon(always, counts, counts[:0]))
    package = Package.open(folder)
    return KnnEngine(package, KeyStore(package, ROOM), NEAR)


@pytest.mark.parametrize("pair", PAIRS[:6])
def test_what_the_memory_says_is_on_the_shortlist(speechless: KnnEngine, pair: tuple[str, str]) -> None:
    source, target = pair
    assert speechless.translate([source]) != [target]
    assert speechless.translate([source], [[example(pair)]]) == [target]


def test_without_matches_it_is_the_plain_model(engine: KnnEngine) -> None:
    texts = [source for source, _ in PAIRS]
    plain = make_engine("vanilla", Setup(engine.package)).translate(texts)
    unlike = [[example(pair, engine.knn.cover_rate - 1)] for pair in PAIRS]
    assert engine.translate(texts) == plain
    assert engine.translate(texts, unlike) == plain


def test_a_short_text_needs_a_better_match(engine: KnnEngine) -> None:
    good, near, far = (example(PAIRS[n], rate, entry=n) for n, rate in enumerate((50, 49, 29)))
    assert engine.usable("好。", [near, far]) == []
    assert engine.usable("好。", [far, near, good]) == [good, near]
    assert engine.usable("很" * 40, [far, near]) == [near]


def test_the_gate_is_told_how_short_a_text_is(engine: KnnEngine) -> None:
    def brevity(text: str) -> float:
        store = engine.datastore(text, [example(PAIRS[0], 90)])
        assert store is not None
        return float(store.brevity)

    assert brevity("好。") > brevity("很" * 4) > 0
    assert brevity("很" * 40) == 0


def test_keys_are_computed_once_and_follow_the_texts(tiny_package: Package) -> None:
    store = KeyStore(tiny_package, ROOM)
    (first,) = store.of([PAIRS[0]])
    again, other = store.of([PAIRS[0], (PAIRS[0][0], PAIRS[1][1])])
    assert again is first
    assert other.values.tolist() != first.values.tolist()


def test_engines_of_one_package_share_their_keys(tiny_package: Package) -> None:
    store = KeyStore(tiny_package, ROOM)
    make_engine("knn", Setup(tiny_package, keys=store)).bind(PAIRS[0][0], [example(PAIRS[0])])
    assert PAIRS[0] in store.kept(PAIRS)


def test_keys_do_not_depend_on_their_batch(tiny_package: Package) -> None:
    together = KeyStore(tiny_package, ROOM).of(PAIRS)
    alone = [KeyStore(tiny_package, ROOM).of([pair])[0] for pair in PAIRS]
    one, other = (np.concatenate([restored(k.keys, k.scales) for k in keys]) for keys in (together, alone))
    apart = np.abs(one - other).max(axis=1)
    # Where an activation lies between two bytes it may be rounded either way, by a step of 1/63.
    assert apart.max() < 2 / 63
    assert np.mean(apart < 5e-3) > 0.95


def test_keys_stay_within_their_room(tiny_package: Package) -> None:
    store = KeyStore(tiny_package, 8000)
    kept = []
    for pair in PAIRS:
        store.of([pair])
        kept.append(store.nbytes)
    assert max(kept) <= 8000
    assert 0 < len(store.kept(PAIRS)) < len(PAIRS)
    assert len(store.of(PAIRS)) == len(PAIRS)


def test_a_learned_gate_beats_the_model_alone_and_keeps_out_of_noise(engine: KnnEngine) -> None:
    """Exact matches help; matches of other sentences must not harm much."""
    good = [TuningPair(*pair, [example(pair)]) for pair in PAIRS[:12]]
    noise = [TuningPair(*pair, [example(PAIRS[n - 5], 35)]) for n, pair in enumerate(PAIRS)]
    sets = [observe(engine, good), observe(engine, noise)]
    learner = Learner(sets, engine.knn)
    learned = learner.learn(steps=300)
    helped, harmed = (learner.outcome(one) for one in sets)
    assert helped.mixed < 0.2 * helped.alone
    assert harmed.mixed < harmed.alone + 0.05
    tuned = replace(engine, knn=learned)
    assert tuned.translate([PAIRS[0][0]], [[example(PAIRS[0])]]) == [PAIRS[0][1]]


def test_the_gradient_is_that_of_the_loss(engine: KnnEngine) -> None:
    seen = observe(
        engine, [TuningPair(*pair, [example(PAIRS[n - 1], 60)]) for n, pair in enumerate(PAIRS[:6])]
    )
    learner = Learner([seen], engine.knn)
    learner.values += np.random.default_rng(1).normal(0, 0.1, learner.values.shape)
    gradient = learner.gradient(seen)
    for place in range(len(gradient)):
        values = learner.values.copy()
        sides = []
        for nudge in (1e-5, -1e-5):
            learner.values = values.copy()
            learner.values[place] += nudge
            sides.append(learner.outcome(seen).mixed)
        learner.values = values
        assert gradient[place] == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=1e-4)


def test_lines_without_matches_cannot_be_learned_from(engine: KnnEngine) -> None:
    with pytest.raises(ValueError, match="none of the lines has a match"):
        observe(engine, [TuningPair(*PAIRS[0], [])])


def test_engines_are_made_by_name(tiny_package: Package) -> None:
    able = [kind.name for kind in ENGINES.values() if kind.lack(tiny_package.manifest) is None]
    made: list[Engine] = [make_engine(name, Setup(tiny_package)) for name in able]
    assert [engine.name for engine in made] == able == ["knn", "vanilla"]
    with pytest.raises(UsageProblem, match=r"named magic\. Choose one of knn, adaptive, vanilla"):
        make_engine("magic", Setup(tiny_package))
