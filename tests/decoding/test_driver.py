"""Who goes through the model together."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from synslator.decoding.driver import PASS, shared
from synslator.decoding.model import Cache


def cost(lengths: list[int], passes: list[list[int]]) -> int:
    return sum(PASS + len(rows) * max(lengths[row] for row in rows) for rows in passes)


def test_a_long_draft_does_not_hold_up_those_who_read_one_piece() -> None:
    assert shared([1, 24, 1, 1]) == [[1], [0, 2, 3]]
    assert shared([1, 2, 1, 1]) == [[0, 1, 2, 3]]


@given(st.lists(st.integers(1, 40), max_size=9))
def test_nobody_is_left_out_and_no_partition_is_cheaper(lengths: list[int]) -> None:
    passes = shared(lengths)
    assert sorted(row for rows in passes for row in rows) == list(range(len(lengths)))
    # The slow twin: the rows in order of their length, cut at every set of places.
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    everywhere = [
        [order[a:b] for a, b in zip((0, *cuts), (*cuts, len(order)), strict=True)]
        for count in range(len(lengths))
        for cuts in combinations(range(1, len(lengths)), count)
    ]
    assert cost(lengths, passes) == min((cost(lengths, one) for one in everywhere), default=0)


def test_a_cache_that_was_cut_takes_what_it_still_holds() -> None:
    whole = Cache((np.zeros((1, 2, 50, 4), np.float32),), np.ones((1, 50), np.bool_))
    assert whole.cut(5).nbytes == whole.nbytes
    assert whole.cut(5).row(0).nbytes < whole.nbytes / 5
