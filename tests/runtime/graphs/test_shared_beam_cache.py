"""The store of a beam search: every hypothesis sees what it descends from, in order, and nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from synslator.decoding.model import Ids
from synslator.runtime.graphs.shared_beam_cache import ROOM, SharedBeamCache


def seen(cache: SharedBeamCache, group: int, hypothesis: int) -> list[float]:
    """What a hypothesis sees, of the only layer's only number."""
    columns = cache.mask[group, hypothesis] == 0
    found: list[float] = cache.layers[0][group, 0, columns, 0].tolist()
    return found


def moves(rng: np.random.Generator, groups: int, beam: int) -> Ids:
    """Rows that go on: some of the groups, each with any of its hypotheses."""
    kept = np.sort(rng.choice(groups, int(rng.integers(max(1, groups - 1), groups + 1)), replace=False))
    return np.array(kept[:, None] * beam + rng.integers(0, beam, (len(kept), beam)))


@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 5))
def test_it_remembers_what_lists_would(seed: int, groups: int, beam: int) -> None:
    rng = np.random.default_rng(seed)
    cache = SharedBeamCache(1, groups, 1, 1)
    lists: list[list[float]] = [[] for _ in range(groups)]
    width = 1
    for step in range(30):
        new = rng.integers(0, 99, (groups, width)).astype(np.float32)
        cache.add([new[:, None, :, None]])
        lists = [[*one, float(piece)] for one, piece in zip(lists, new.ravel(), strict=True)]
        found = [seen(cache, group, n) for group in range(groups) for n in range(width)]
        assert found == lists
        rows = moves(rng, groups, beam) if step else np.repeat(np.arange(groups), beam).reshape(groups, beam)
        cache.select(rows)
        lists = [list(lists[row]) for row in rows.ravel()]
        groups, width = rows.shape


def test_what_nobody_descends_from_is_thrown_away() -> None:
    cache = SharedBeamCache(1, 1, 1, 1)
    for step in range(200):
        cache.add([np.full((1, 1, 1 if not step else 4, 1), step, np.float32)])
        cache.select(np.zeros((1, 4), np.int64))
    assert seen(cache, 0, 3) == list(range(200))
    assert cache.layers[0].shape[2] < 200 + 2 * ROOM
