"""Scores of likely pieces: what is asked of others is scored then, and exactly."""

import numpy as np
import pytest

from synslator.decoding.completion.likely_scores import LikelyScores, all_scores, settle
from synslator.decoding.knn.datastore import Evidence
from synslator.decoding.model import Floats, Ids

WHOLE = np.log(np.array([[0.05, 0.4, 0.2, 0.1, 0.25]], np.float32))
"""What a model says of five pieces after its first hidden state; after the second, the other way round."""
NOTHING: tuple[int, ...] = ()


class Three:
    """Of five pieces, the last ones are likely: implements `LikelyPieces`."""

    ids: Ids = np.array([2, 3, 4])
    places: Ids = np.array([-1, -1, 0, 1, 2])

    def __init__(self) -> None:
        self.asked: list[int] = []

    def all_scores(self, hidden: Floats) -> Floats:
        self.asked.append(len(hidden))
        return np.concatenate([WHOLE if state[0] == 1 else WHOLE[:, ::-1] for state in hidden])


def scores_of(likely: Three, state: float = 1, evidence: Evidence | None = None) -> LikelyScores:
    values = np.log(np.array([0.36, 0.18, 0.46], np.float32))
    return LikelyScores(values, likely, np.array([state], np.float32), evidence, NOTHING)


def test_a_likely_piece_needs_no_others() -> None:
    likely = Three()
    scores = scores_of(likely)
    assert np.exp(scores[3]) == pytest.approx(0.18)
    assert scores.has(3)
    assert not scores.has(1)
    assert not scores.exact
    assert likely.asked == []


@pytest.mark.parametrize("asked", [1, np.array([0, 3]), slice(None)], ids=["a piece", "pieces", "all"])
def test_what_else_is_asked_is_exact_from_then_on(asked: object) -> None:
    likely = Three()
    scores = scores_of(likely)
    np.testing.assert_array_equal(scores[asked], WHOLE[0][asked])
    assert scores[3] == WHOLE[0, 3]
    np.testing.assert_array_equal(all_scores(scores), WHOLE[0])
    assert scores.exact
    assert scores.has(0)
    assert likely.asked == [1]


def test_several_positions_are_settled_at_once() -> None:
    likely = Three()
    rows = [scores_of(likely, state) for state in (1, 2, 1)]
    settle(rows)
    assert likely.asked == [3]
    assert [int(row.all.argmax()) for row in rows] == [1, 3, 1]
    assert likely.asked == [3]


def test_the_memory_keeps_its_share() -> None:
    """The neighbours were given 0.3 of the probability: two of them have piece 3, one has piece 0."""
    evidence = Evidence(((3, 0.1, 7, 0), (0, 0.15, 7, 1), (3, 0.05, 8, 0)))
    scores = scores_of(Three(), evidence=evidence)
    expected = 0.7 * np.exp(WHOLE[0]) + [0.15, 0, 0, 0.15, 0]
    np.testing.assert_allclose(np.exp(scores.all), expected, rtol=1e-5)
    assert np.exp(scores.all).sum() == pytest.approx(1, abs=1e-5)


def test_unused_pieces_stay_impossible_and_memory_is_counted() -> None:
    scores = LikelyScores(np.zeros(3, np.float32), Three(), np.ones(1, np.float32), None, (1,))
    before = scores.nbytes
    assert scores.all[1] == -np.inf
    assert scores.size == 3
    assert scores.nbytes == before + scores.all.nbytes
