"""Who goes through the model together."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from synslator.decoding.driver import PASS, shared


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
