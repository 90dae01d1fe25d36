"""How well the quality estimate tells drafts apart, on figures that can be worked out by hand."""

import math

import pytest

from synslator.engines.quality import CERTAIN, QualityOptions
from synslator.evaluation.predictions.quality import RatedDraft, bins, correlation, describe

OPTIONS = QualityOptions(0.0, 1.0)
EVEN, LOW = CERTAIN - 1, CERTAIN - math.e
"""Log-probabilities that the options estimate at 1/2, and at 1 in 1 + e."""


def test_correlation_goes_by_ranks() -> None:
    assert correlation([0.1, 0.2, 0.3], [1.0, 10.0, 1000.0]) == pytest.approx(1)
    assert correlation([0.1, 0.2, 0.3], [3.0, 2.0, 1.0]) == pytest.approx(-1)
    # Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    assert correlation([0.1, 0.2, 0.2, 0.3], [1, 2, 3, 4]) == pytest.approx(0.9487, abs=1e-4)


def test_bins_have_the_mean_estimate_and_the_mean_worth() -> None:
    first, second = bins([0.12, 0.18, 1.0], [0.4, 0.2, 0.9])
    assert (first.low, first.high, first.count) == (0.1, 0.2, 2)
    assert (first.probability, first.right) == pytest.approx((0.15, 0.3))
    assert (second.low, second.count, second.right) == (0.9, 1, 0.9)


def test_the_description_says_how_far_estimates_are_off() -> None:
    found = describe([RatedDraft(EVEN, 0.8), RatedDraft(EVEN, 0.6), RatedDraft(LOW, 0.5)], OPTIONS)
    assert found["estimated"] == pytest.approx((0.5 + 0.5 + 0.2689) / 3, abs=1e-3)
    assert found["worth"] == pytest.approx(1.9 / 3, abs=1e-3)
    assert found["expected_calibration_error"] == pytest.approx((2 * 0.2 + 0.2311) / 3, abs=1e-3)
    assert found["correlation"] > 0.8
