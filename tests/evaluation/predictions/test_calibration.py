"""Calibration: bins, errors and runs counted by hand, and the threshold that pays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.evaluation.predictions.calibration import (
    THRESHOLDS,
    expected_error,
    recommended,
    reliability,
    runs,
    sure_run,
)
from synslator.evaluation.predictions.observation import Observation


def seen(expected: str, *shown: tuple[str, float]) -> Observation:
    words, probabilities = zip(*shown, strict=True) if shown else ((), ())
    return Observation(tuple(expected.split()), words, probabilities, (), ())


def test_bins_by_hand() -> None:
    found = reliability(
        [
            seen("a", ("a", 0.92)),
            seen("a", ("b", 0.98)),
            seen("a", ("a", 1.0)),
            seen("a", ("b", 0.2)),
            seen("a"),
        ]
    )
    low, high = found
    assert (low.count, low.probability, low.right) == (1, 0.2, 0)
    assert (high.low, high.high, high.count, high.right) == (0.9, 1.0, 3, pytest.approx(2 / 3))
    assert expected_error(found) == pytest.approx((0.2 + 3 * abs((0.92 + 0.98 + 1) / 3 - 2 / 3)) / 4)


def test_a_perfectly_calibrated_machine_has_no_error() -> None:
    rows = [seen("a", ("a" if n < 7 else "b", 0.7)) for n in range(10)]
    assert expected_error(reliability(rows)) == pytest.approx(0)


@pytest.mark.parametrize(
    ("threshold", "expected"), [(0.9, (0, 0)), (0.8, (1, 1)), (0.6, (3, 2)), (0.1, (4, 2))]
)
def test_the_sure_run_ends_at_the_first_doubt_and_is_right_up_to_the_first_error(
    threshold: float, expected: tuple[int, int]
) -> None:
    one = seen("a b c d", ("a", 0.8), ("b", 0.7), ("x", 0.6), ("d", 0.5))
    assert sure_run(one, threshold) == expected


def test_words_beyond_the_end_of_the_reference_are_wrong() -> None:
    assert sure_run(seen("a", ("a", 0.9), ("b", 0.9)), 0.5) == (2, 1)


def test_a_threshold_by_hand() -> None:
    rows = [seen("a b", ("a", 0.9), ("b", 0.9)), seen("a b", ("a", 0.9), ("x", 0.9)), seen("a", ("a", 0.3))]
    found = runs(rows, 0.6)
    assert (found.coverage, found.words, found.precision) == pytest.approx((2 / 3, 2, 3 / 4))
    assert found.whole == 0.5
    assert found.value == pytest.approx((3 - 2 * 1) / 3)


def test_the_recommended_threshold_keeps_what_pays() -> None:
    good = [seen("a", ("a", 0.7))] * 9 + [seen("a", ("b", 0.7))]
    bad = [seen("a", ("a", 0.4))] * 5 + [seen("a", ("b", 0.4))] * 5
    assert 0.4 < recommended(good + bad) <= 0.7


words = st.lists(st.sampled_from("ab"), min_size=1, max_size=5).map(" ".join)
shown = st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 1)), max_size=5)
observations = st.lists(st.builds(lambda e, s: seen(e, *s), words, shown), min_size=1, max_size=8)


@given(observations)
def test_a_higher_threshold_takes_less(rows: list[Observation]) -> None:
    found = [runs(rows, threshold) for threshold in THRESHOLDS]
    taken = [run.coverage * run.words for run in found]
    assert taken == pytest.approx(sorted(taken, reverse=True))
