"""Baselines: the match itself, and the paper's own kNN-MT."""

import math

import numpy as np
import pytest

from packages import PAIRS
from synslator.decoding.knn.gate import NearestKeys, shares
from synslator.engines.protocol import Example
from synslator.engines.registry import Setup
from synslator.errors import UsageProblem
from synslator.evaluation.baselines import ENTRIES, measured_engine, paper_options
from synslator.runtime.package import Package


def example(number: int, rate: int, target: str = "copied") -> Example:
    return Example(number, 1, PAIRS[number % len(PAIRS)][0], target, rate)


def test_a_match_is_copied_from_seventy_percent_on(tiny_package: Package) -> None:
    engine = measured_engine("copy", Setup(tiny_package))
    plain = measured_engine("vanilla", Setup(tiny_package))
    texts = [source for source, _ in PAIRS[:3]]
    known = [[example(1, 69, "too poor")], [example(2, 70, "poor"), example(3, 71, "better")], []]
    drafts = plain.translate(texts)
    assert engine.translate(texts, known) == [drafts[0], "better", drafts[2]]
    assert engine.translate(texts) == drafts


def neighbours(*distances: float) -> NearestKeys:
    row = np.array([distances], np.float32)
    one = np.ones(1, np.float32)
    return NearestKeys(row, np.arange(len(distances))[None], np.zeros_like(row), one, one)


def given(near: NearestKeys, **parameters: float) -> list[float]:
    said, best = np.full(near.distances.shape, -3, np.float32), np.full(1, -0.1, np.float32)
    found: list[float] = shares(near, said, best, paper_options(parameters))[0].tolist()
    return found


def test_the_papers_neighbours_have_a_constant_share_within_reach() -> None:
    near, far = math.exp(-0.1 / 0.5), math.exp(-0.3 / 0.5)
    found = given(neighbours(0.1, 0.3, 9.0), share=0.4, temperature=0.5, reach=1)
    assert found == pytest.approx([0.4 * near / (near + far), 0.4 * far / (near + far), 0])
    # However near or far they are: that is what the learned gate changes.
    assert sum(given(neighbours(0.9, 0.95), share=0.4, reach=1)) == pytest.approx(0.4)
    assert sum(given(neighbours(2, 3), share=0.4, reach=1)) == 0  # none within τ: the model alone


def test_the_papers_datastore_is_the_sixteen_most_alike(tiny_package: Package) -> None:
    engine = measured_engine("knn-paper", Setup(tiny_package))
    examples = [example(n, 20 + n) for n in range(20)]
    chosen = engine.usable(PAIRS[0][0], examples)  # type: ignore[attr-defined]
    assert [one.rate for one in chosen] == list(range(39, 39 - ENTRIES, -1))
    assert engine.name == "knn-paper"
    assert len(engine.translate([PAIRS[0][0]], [examples])) == 1


def test_a_wrong_parameter_is_named() -> None:
    with pytest.raises(UsageProblem, match="there is no lambda"):
        paper_options({"lambda": 0.4})
    with pytest.raises(UsageProblem, match="share must be between 0 and 1"):
        paper_options({"share": 1})
    with pytest.raises(UsageProblem, match="temperature must be positive"):
        paper_options({"temperature": 0})
