"""The quality estimate: what it is made of, and that drafts carry it only where it was learned."""

import math
from dataclasses import replace

import numpy as np
import pytest

from packages import PAIRS
from synslator.decoding.knn.gate import KnnOptions
from synslator.engines.drafter import Drafter
from synslator.engines.keys.store import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Example
from synslator.engines.quality import FLOOR, Likelihood, QualityOptions, learn, likelihoods, sum_of
from synslator.engines.registry import KEY_BYTES
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package

SOURCES, TARGETS = [source for source, _ in PAIRS], [target for _, target in PAIRS]
LEARNED = QualityOptions(1.0, 0.5)


@pytest.fixture(scope="module")
def learned(tiny_package: Package) -> Package:
    """The tiny package, with an estimate in its manifest."""
    return replace(tiny_package, manifest=replace(tiny_package.manifest, parameters=LEARNED.to_parameters()))


def test_a_likelihood_is_what_the_model_says_of_every_piece_and_the_end(tiny_package: Package) -> None:
    model, vocabulary = tiny_package.model, tiny_package.vocabulary
    (said,) = likelihoods(VanillaEngine(tiny_package), SOURCES[:1], TARGETS[:1], [()])
    ids = vocabulary.encode(TARGETS[0])
    read = np.array([[model.start, *ids]])
    step = model.step(
        model.encode([tiny_package.pieces(SOURCES[0])]), read, model.empty(1), keep=len(ids) + 1
    )
    expected = step.log_probabilities[0, np.arange(len(ids) + 1), [*ids, vocabulary.end]].sum()
    assert said.pieces == len(ids) + 1
    assert said.total == pytest.approx(float(expected), rel=0.02)


def test_likelihoods_come_in_order_whatever_is_read_together(tiny_package: Package) -> None:
    engine = VanillaEngine(tiny_package)
    several = likelihoods(engine, SOURCES, TARGETS, [()] * len(PAIRS), workers=2)
    for number in (0, 5, len(PAIRS) - 1):
        (alone,) = likelihoods(engine, [SOURCES[number]], [TARGETS[number]], [()])
        assert several[number].pieces == alone.pieces
        assert several[number].mean == pytest.approx(alone.mean, abs=0.05)


def test_what_can_never_be_said_is_very_improbable_and_no_more(tiny_package: Package) -> None:
    (said,) = likelihoods(VanillaEngine(tiny_package), SOURCES[:1], ["☃☃☃"], [()])
    assert math.isfinite(said.total)
    assert said.mean >= FLOOR
    assert 0 <= LEARNED.estimate(said.mean) < LEARNED.estimate(-1.0)


def test_a_memory_that_knows_the_text_makes_it_likelier(tiny_package: Package) -> None:
    engine = KnnEngine(tiny_package, KeyStore(tiny_package, KEY_BYTES), KnnOptions())
    known = [Example(1, 1, SOURCES[0], TARGETS[0], 100)]
    (with_memory,) = likelihoods(engine, SOURCES[:1], TARGETS[:1], [known])
    (without,) = likelihoods(engine, SOURCES[:1], TARGETS[:1], [()])
    assert with_memory.mean > without.mean + 0.5


def test_a_likelier_text_is_expected_to_be_better() -> None:
    estimates = [LEARNED.estimate(mean) for mean in (-10.0, -2.0, -1.0, -0.1, 0.0)]
    assert estimates == sorted(estimates)
    assert all(0 < one < 1 for one in estimates)


def test_the_options_are_read_from_a_manifest_and_may_be_missing() -> None:
    assert QualityOptions.from_parameters({"knn_share": 0.4} | LEARNED.to_parameters()) == LEARNED
    assert QualityOptions.from_parameters({"knn_share": 0.4}) is None


def test_learning_finds_the_curve_that_worth_follows() -> None:
    true = QualityOptions(1.2, 2.0)
    means = np.linspace(-3, 0, 4000)
    found = learn(means.tolist(), [true.estimate(mean) for mean in means])
    assert found.bias == pytest.approx(true.bias, abs=0.05)
    assert found.likelihood == pytest.approx(true.likelihood, abs=0.05)


def test_rated_drafts_say_what_they_are_worth_and_parts_count_by_their_length(learned: Package) -> None:
    engine = VanillaEngine(learned)
    long = "，".join(source.rstrip("。？") for source in 3 * SOURCES)
    texts = [SOURCES[0], "", long]
    drafter = Drafter(engine, rated=True)
    short, blank, whole = drafter.translate(texts)
    (said,) = likelihoods(engine, SOURCES[:1], [short.text], [()])
    assert short.quality == pytest.approx(LEARNED.estimate(said.mean), abs=0.01)
    assert blank.quality is None
    parts = [part.text for part in drafter.parts(long)]
    assert len(parts) > 1
    written = engine.translate(parts)
    all_of_it = sum_of(likelihoods(engine, parts, written, [()] * len(parts)))
    assert whole.quality == pytest.approx(LEARNED.estimate(all_of_it.mean), abs=0.02)


def test_parts_are_added_up() -> None:
    assert sum_of([Likelihood(-6.0, 2), Likelihood(-2.0, 6)]).mean == -1.0


def test_nothing_is_estimated_where_nothing_was_learned_or_asked(
    tiny_package: Package, learned: Package
) -> None:
    for package, rated in ((tiny_package, True), (learned, False)):
        (draft,) = Drafter(VanillaEngine(package), rated=rated).translate(SOURCES[:1])
        assert draft.text
        assert draft.quality is None
