"""N-gram accuracy: counted by hand, against a slow twin, and through the real completer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.drafting import completer
from packages import PAIRS
from synslator.decoding import driver
from synslator.engines.registry import Setup, make_engine
from synslator.evaluation.predictions.accuracy import (
    EXACT,
    LENGTHS,
    ROWS,
    WORDS_ONLY,
    accuracy,
    bare,
    conventions,
    moses,
    statistics,
)
from synslator.evaluation.predictions.observation import (
    Observation,
    observe,
    observe_all,
    token_starts,
    word_starts,
    words_of,
)
from synslator.evaluation.system import Complete, System
from synslator.evaluation.testset import ReferencePair
from synslator.runtime.package import Package


def seen(expected: str, shown: str = "", box: tuple[str, ...] = (), model: str = "") -> Observation:
    words = tuple(shown.split())
    return Observation(
        tuple(expected.split()),
        words,
        (1.0,) * len(words),
        tuple(tuple(line.split()) for line in box),
        tuple(model.split()),
    )


def complete(draft: str, second: dict[str, str] | None = None) -> Complete:
    segment = completer(draft, second)
    return lambda text: driver.run(segment.complete(text))


def test_a_case_by_hand() -> None:
    segment = [
        seen("the cat sat on", shown="the cat lay", box=("the cat sat",)),
        seen("cat sat on", shown="dog", box=("cat lay on",), model="cat sat on a"),
        seen("sat on", shown="sat on the mat"),
        seen("on", shown="at", box=("in", "by", "on")),
    ]
    found = accuracy(statistics([segment]))
    assert found.counts == (4, 3, 2)
    assert found.shares["alone"] == pytest.approx((100 * 2 / 4, 100 * 2 / 3, 0))
    assert found.shares["box"] == pytest.approx((100, 100 * 2 / 3, 50))
    assert found.shares["box_and_language_model"] == pytest.approx((100, 100, 100))


@pytest.mark.parametrize(
    ("word", "expected"),
    [("cat,", "cat"), ("“cat”", "cat"), ("don't", "don't"), ("v5.0.", "v5.0"), ("--", "--"), ("Cat", "Cat")],
)
def test_words_only_leaves_punctuation_at_the_edges_out(word: str, expected: str) -> None:
    assert bare(word) == expected


def test_the_strict_convention_wants_every_character() -> None:
    segment = [seen("cluster. Then", shown="cluster, Then")]
    assert accuracy(statistics([segment], EXACT)).shares["alone"][:2] == (0, 0)
    assert accuracy(statistics([segment], WORDS_ONLY)).shares["alone"][:2] == (100, 100)


def test_a_mark_is_a_word_of_its_own_by_the_papers_tokens() -> None:
    segment = [
        seen("cluster. Then", shown="cluster, Then"),
        replace(seen(". Then", shown=", Then"), inside=True),
    ]
    found = accuracy(statistics([segment], conventions("en")["moses"]))
    assert found.counts == (2, 2, 1)
    assert found.shares["alone"][:2] == (50, 0)  # "cluster" is right, and "." is not
    assert accuracy(statistics([segment], EXACT)).counts == (1, 1, 0)  # the mark is asked for by Moses alone


def test_tokens_are_found_in_the_text_and_asked_for_where_they_stand() -> None:
    tokenize = moses("en")
    assert tokenize is not None
    text = "the files, is lost."
    assert list(token_starts(text, tokenize(text))) == [0, 4, 9, 11, 14, 18]
    asked = observe(complete("the files, is lost."), text, tokenize)
    assert [one.inside for one in asked] == [False, False, True, False, False, True]
    assert [one.expected[0] for one in asked] == ["the", "files,", ",", "is", "lost.", "."]
    assert asked[-1].shown == (".",)
    assert moses("zh") is None


words = st.lists(st.sampled_from("ab"), max_size=4).map(" ".join)
observations = st.builds(seen, words, words, st.lists(words, max_size=3).map(tuple), words)


@given(st.lists(st.lists(observations, max_size=4), min_size=1, max_size=3))
def test_counting_agrees_with_a_slow_twin(segments: list[list[Observation]]) -> None:
    found = accuracy(statistics(segments))
    everything = [one for segment in segments for one in segment]
    for column, length in enumerate(LENGTHS):
        long_enough = [one for one in everything if len(one.expected) >= length]
        right = dict.fromkeys(ROWS, 0)
        for one in long_enough:
            wanted, predicted = one.expected[:length], [one.shown[:length]]
            right["alone"] += wanted in predicted
            predicted += [line[:length] for line in one.box]
            right["box"] += wanted in predicted
            predicted.append(one.language_model[:length])
            right["box_and_language_model"] += wanted in predicted
        assert found.counts[column] == len(long_enough)
        for row in ROWS:
            share = 100 * right[row] / len(long_enough) if long_enough else 0
            assert found.shares[row][column] == pytest.approx(share)


def test_every_word_of_the_reference_is_asked_for_with_the_text_before_it() -> None:
    found = observe(complete("the file is lost"), "the  files is lost.")
    assert [one.expected for one in found] == [
        ("the", "files", "is", "lost."),
        ("files", "is", "lost."),
        ("is", "lost."),
        ("lost.",),
    ]
    assert found[0].shown == ("the", "file", "is", "lost")
    assert found[3].shown == ("lost",)
    assert all(0 < p <= 1 for one in found for p in one.probabilities)


def test_the_box_holds_the_word_that_the_machine_thought_of_second() -> None:
    found = observe(complete("the file is lost", {"file": "task"}), "the task is lost")
    assert found[1].shown[0] == "file"
    assert found[1].box[0][0] == "task"
    counted = accuracy(statistics([found]))
    assert counted.shares["alone"][0] == 75
    assert counted.shares["box"][0] == 100


@given(st.text(alphabet="ab .\t　猫", max_size=20))
def test_word_starts_and_words_agree(text: str) -> None:
    starts = list(word_starts(text))
    assert len(starts) == len(words_of(text))
    assert all(text[at:].startswith(word) for at, word in zip(starts, words_of(text), strict=True))


def test_the_number_of_workers_changes_nothing(tiny_package: Package) -> None:
    pairs = [ReferencePair(*pair) for pair in PAIRS[:6]]
    engine = make_engine("vanilla", Setup(tiny_package))
    alone, beside = (list(observe_all(System(engine, workers=n), pairs)) for n in (1, 3))
    assert alone == beside
    assert [len(segment) for segment in alone] == [len(pair.reference.split()) for pair in pairs]
    assert np.isfinite(statistics(alone)).all()
