"""Nearest keys and mixtures, compiled, against the same in NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.arithmetic.library import Library
from synslator.decoding.knn.datastore import Datastore, EntryKeys
from synslator.decoding.knn.gate import FEATURES, NOWHERE, KnnOptions, NearestKeys, shares
from synslator.decoding.knn.mixer import Mixer, union
from synslator.decoding.knn.mixing import KeyList, Mixing
from synslator.decoding.model import Best, Floats

SEEDS = st.integers(0, 2**32 - 1)
TOP, PIECES, WIDTH = 6, 12, 48


def numbers(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.normal(0, 1, shape).astype(np.float32)


def settings_of(rng: np.random.Generator, count: int, gated: bool) -> KnnOptions:
    gate = tuple(rng.normal(0, 1, len(FEATURES)).tolist()) if gated else ()
    return KnnOptions(count, temperature=0.4, likeness=2.0, record=3.0, reach=2.0, gate=gate)


def key_list(rng: np.random.Generator, size: int) -> KeyList:
    keys = EntryKeys.of(numbers(rng, size, WIDTH), range(size), range(size))
    return keys.keys, keys.scales, keys.norms


@settings(max_examples=30)
@given(SEEDS, st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 9))
def test_the_nearest(compiled: Library, seed: int, together: list[int], count: int) -> None:
    rng = np.random.default_rng(seed)
    owners = np.repeat(rng.permutation(len(together)), together)
    lists = [key_list(rng, int(size)) for size in rng.integers(0, 30, len(together))]
    states = numbers(rng, len(owners), WIDTH)
    near, found = Mixing(compiled, lists, settings_of(rng, count, False)).nearest(states, owners)
    for row, owner in enumerate(owners):
        keys, scales, _ = lists[owner]
        distances = ((keys * scales[:, None] - states[row]) ** 2).sum(axis=1) / WIDTH
        order = np.argsort(distances, kind="stable")[:count]
        np.testing.assert_array_equal(found[row, : len(order)], order)
        np.testing.assert_allclose(near[row, : len(order)], distances[order], rtol=1e-3)
        assert np.isinf(near[row, len(order) :]).all()


def test_nothing_is_compiled_for_keys_that_are_no_whole_vectors() -> None:
    odd = np.zeros((3, 20), np.int8), *np.zeros((2, 3), np.float32)
    assert Mixing.find([odd], KnnOptions()) is None


def neighbours(rng: np.random.Generator, rows: int, count: int) -> NearestKeys:
    """Some that are near, some that are far, and some that are not there."""
    distances = rng.choice([0, 0.1, 0.3, 1, 3, NOWHERE], (rows, count)).astype(np.float32)
    distances += rng.random((rows, count), np.float32) / 10
    values = rng.integers(0, PIECES, (rows, count))
    likeness, (best, brevity) = rng.random((rows, count), np.float32), rng.random((2, rows), np.float32)
    return NearestKeys(np.sort(distances, axis=1), values, likeness, best, brevity)


def best_of(scores: Floats, hidden: Floats, asked: Floats) -> Best:
    order = np.argsort(-scores, axis=1)[:, :TOP]
    return Best(np.take_along_axis(scores, order, 1), order, hidden, asked)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_best_of_a_mixture(compiled: Library, seed: int, rows: int, count: int, gated: bool) -> None:
    rng = np.random.default_rng(seed)
    knn, found = settings_of(rng, count, gated), neighbours(rng, rows, count)
    scores = np.log(rng.dirichlet(np.ones(PIECES), rows)).astype(np.float32)
    said = np.take_along_axis(scores, found.values, 1)
    best = best_of(scores, scores, said)
    given_ = shares(found, said, best.log_probabilities[:, 0], knn)
    expected, pieces = union(best, found.values, given_, said)
    mixed, chosen = Mixing(compiled, [], knn).best(found, said, best)
    np.testing.assert_allclose(mixed, expected, rtol=1e-3, atol=1e-3)
    # Where two are as good as each other, the last bit decides.
    clear = np.diff(expected, axis=1, append=-np.inf) < -1e-3
    clear[:, 1:] &= clear[:, :-1]
    np.testing.assert_array_equal(chosen[clear], pieces[clear])


def random_store(rng: np.random.Generator, knn: KnnOptions) -> Datastore:
    def entry(size: int) -> EntryKeys:
        values = rng.integers(0, PIECES, size).tolist()
        return EntryKeys.of(numbers(rng, size, WIDTH) / 2, values, range(size))

    return Datastore([(n, float(rng.random()), entry(int(rng.integers(3, 7)))) for n in range(3)], knn)


@settings(max_examples=40)
@given(SEEDS, st.booleans())
def test_a_search_is_told_the_same(compiled: Library, seed: int, gated: bool) -> None:
    rng = np.random.default_rng(seed)
    knn = settings_of(rng, 4, gated)
    mixer = Mixer([random_store(rng, knn), None, random_store(rng, knn)], knn)
    owners, found = np.array([0, 0, 1, 2, 2]), mixer.compiled
    assert found is not None
    scores = np.log(rng.dirichlet(np.ones(PIECES), len(owners))).astype(np.float32)
    asked = np.take_along_axis(scores, mixer.values[owners], 1)
    best = best_of(scores, numbers(rng, len(owners), WIDTH) / 2, asked)
    mixer.compiled = None
    expected = mixer.mix(best, owners)
    mixer.compiled = Mixing(compiled, found.kept, knn)
    mixed = mixer.mix(best, owners)
    np.testing.assert_allclose(mixed.log_probabilities, expected.log_probabilities, rtol=1e-2, atol=1e-2)


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 12), st.integers(0, 8), st.booleans())
def test_a_text_is_told_the_same(compiled: Library, seed: int, steps: int, before: int, gated: bool) -> None:
    rng = np.random.default_rng(seed)
    store = random_store(rng, settings_of(rng, 4, gated))
    scores = np.log(rng.dirichlet(np.ones(PIECES), steps)).astype(np.float32)
    asked = (
        scores,
        numbers(rng, steps, WIDTH) / 2,
        rng.random(before).tolist(),
        rng.integers(0, PIECES, steps - 1),
    )
    told = []
    for how in (None, Mixing(compiled, [store.key_list], store.options)):
        store.compiled = how
        told.append(store(*asked))
    np.testing.assert_allclose(told[0][0], told[1][0], rtol=1e-2, atol=1e-2)
    for ours, theirs in zip(told[0][1], told[1][1], strict=True):
        assert [one[::2] for one in ours.given] == [one[::2] for one in theirs.given]
        assert ours.whole == pytest.approx(theirs.whole, abs=1e-3)


def test_steps_need_the_pieces_that_follow_them(compiled: Library) -> None:
    rng = np.random.default_rng(3)
    store = random_store(rng, settings_of(rng, 4, True))
    store.compiled = Mixing(compiled, [store.key_list], store.options)
    with pytest.raises(ValueError, match="3 steps are followed by 1 pieces"):
        store(np.zeros((3, PIECES), np.float32), numbers(rng, 3, WIDTH), [], [1])
