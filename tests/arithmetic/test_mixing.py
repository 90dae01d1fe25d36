"""The nearest keys and the mixture, compiled, against the same in NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.arithmetic.library import Library
from synslator.arithmetic.mixing import KeyLists, Mixture
from synslator.decoding.gate import FEATURES, NOWHERE, KnnOptions, Neighbours, shares
from synslator.decoding.knn import Datastore, EntryKeys
from synslator.decoding.knn_beam import Mixer, union
from synslator.decoding.model import Best, Floats

SEEDS = st.integers(0, 2**32 - 1)
TOP, PIECES = 6, 12


def numbers(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.normal(0, 3, shape).astype(np.float32)


@settings(max_examples=30)
@given(SEEDS, st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 9))
def test_the_nearest(compiled: Library, seed: int, together: list[int], count: int) -> None:
    rng = np.random.default_rng(seed)
    owners = np.repeat(rng.permutation(len(together)), together)
    keys = [numbers(rng, int(size), 48).astype(np.float16) for size in rng.integers(0, 30, len(together))]
    states = numbers(rng, len(owners), 48)
    lists = KeyLists(compiled, [(one, (one.astype(np.float32) ** 2).sum(axis=1)) for one in keys])
    near, found = lists.nearest(states, owners, count)
    for row, owner in enumerate(owners):
        distances = ((keys[owner] - states[row]) ** 2).sum(axis=1) / 48
        order = np.argsort(distances, kind="stable")[:count]
        np.testing.assert_array_equal(found[row, : len(order)], order)
        np.testing.assert_allclose(near[row, : len(order)], distances[order], rtol=1e-3)
        assert np.isinf(near[row, len(order) :]).all()


def test_keys_that_are_no_whole_vectors_are_refused(compiled: Library) -> None:
    with pytest.raises(ValueError, match="20 numbers are not whole vectors"):
        KeyLists(compiled, [(np.zeros((3, 20), np.float16), np.zeros(3, np.float32))])


def neighbours(rng: np.random.Generator, rows: int, count: int) -> Neighbours:
    """Some that are near, some that are far, and some that are not there."""
    distances = rng.choice([0, 0.1, 0.3, 1, 3, NOWHERE], (rows, count)).astype(np.float32)
    distances += rng.random((rows, count), np.float32) / 10
    values = rng.integers(0, PIECES, (rows, count))
    likeness, (best, brevity) = rng.random((rows, count), np.float32), rng.random((2, rows), np.float32)
    return Neighbours(np.sort(distances, axis=1), values, likeness, best, brevity)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_mixture(compiled: Library, seed: int, rows: int, count: int, gated: bool) -> None:
    rng = np.random.default_rng(seed)
    gate = tuple(rng.normal(0, 1, len(FEATURES)).tolist()) if gated else ()
    knn = KnnOptions(count, temperature=0.2, likeness=2.0, reach=2.0, gate=gate)
    raw = numbers(rng, rows, PIECES)
    scores = raw - np.log(np.exp(raw).sum(axis=1, keepdims=True))
    order = np.argsort(-scores, axis=1)[:, :TOP]
    found = neighbours(rng, rows, count)
    said = np.take_along_axis(scores, found.values, 1)
    best = Best(np.take_along_axis(scores, order, 1), order, scores, said)
    expected, pieces = union(best, found.values, shares(found, said, best.log_probabilities[:, 0], knn), said)
    mixture = Mixture(
        compiled, knn.neighbours, knn.temperature, knn.likeness, knn.reach, np.array(gate, np.float32)
    )
    about = found.best_likeness, found.brevity
    mixed, chosen = mixture(
        found.distances, found.values, found.likeness, said, *about, best.log_probabilities, best.ids
    )
    np.testing.assert_allclose(mixed, expected, rtol=1e-3, atol=1e-3)
    # Where two are as good as each other, the last bit decides.
    clear = np.diff(expected, axis=1, append=-np.inf) < -1e-3
    clear[:, 1:] &= clear[:, :-1]
    np.testing.assert_array_equal(chosen[clear], pieces[clear])


@settings(max_examples=20)
@given(SEEDS)
def test_a_search_is_told_the_same_with_and_without(compiled: Library, seed: int) -> None:
    rng = np.random.default_rng(seed)
    knn = KnnOptions(4, temperature=0.2, likeness=2.0, reach=20.0)

    def store() -> Datastore:
        keys = [numbers(rng, int(size), 32).astype(np.float16) for size in rng.integers(2, 7, 3)]
        entries = [EntryKeys(one, rng.integers(0, PIECES, len(one)), np.arange(len(one))) for one in keys]
        return Datastore([(n, float(rng.random()), one) for n, one in enumerate(entries)], knn)

    stores = [store(), None, store()]
    quick, plain = Mixer(stores, knn), Mixer(stores, knn)
    quick.compile(compiled)
    plain.lists = plain.mixture = None
    owners = np.array([0, 0, 1, 2, 2, 2])
    scores = np.log(rng.dirichlet(np.ones(PIECES), len(owners))).astype(np.float32)
    order = np.argsort(-scores, axis=1)[:, :TOP]
    asked = np.take_along_axis(scores, plain.values[owners], 1)
    best = Best(np.take_along_axis(scores, order, 1), order, numbers(rng, len(owners), 32), asked)
    ours, theirs = quick.mix(best, owners), plain.mix(best, owners)
    np.testing.assert_allclose(ours.log_probabilities, theirs.log_probabilities, rtol=1e-2, atol=1e-2)


def test_more_neighbours_than_there_is_room_for_are_refused(compiled: Library) -> None:
    with pytest.raises(ValueError, match="at most 64 neighbours can be mixed, not 65"):
        Mixture(compiled, 65, 0.1, 0.0, 1.0, np.zeros(0, np.float32))
