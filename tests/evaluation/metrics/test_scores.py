"""Scores: hand-computed cases, sacreBLEU itself as the twin, and the bootstrap."""

import math

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from synslator.evaluation.metrics.bootstrap import BootstrapOptions, by_unit, compare, draws, estimate, holm
from synslator.evaluation.metrics.scores import CHRF_PLUS, Bleu, ChrF, Metric, MultiBleu

sentences = st.lists(
    st.sampled_from(["the", "cat", "cats", "sat", ".", ",", "--", "猫", "don't"]), max_size=12
)
texts = st.one_of(sentences.map(" ".join), st.text(max_size=20))
corpora = st.lists(st.tuples(texts, texts.filter(str.strip)), min_size=1, max_size=6)


def score(metric: Metric, *pairs: tuple[str, str]) -> float:
    hypotheses, references = zip(*pairs, strict=True)
    return metric.score(metric.statistics(hypotheses, references).sum(axis=0))


def test_bleu_by_hand() -> None:
    # 1-grams 5 of 6, 2-grams 3 of 5, 3-grams 1 of 4, 4-grams 0 of 3, smoothed to a half; equal lengths.
    expected = 100 * math.exp(sum(map(math.log, (5 / 6, 3 / 5, 1 / 4, 0.5 / 3))) / 4)
    found = score(Bleu(), ("the cat sat on my mat", "the cat lay on my mat"))
    assert found == pytest.approx(expected)


def test_bleu_punishes_what_is_too_short() -> None:
    reference = "one two three four five six seven eight"
    assert score(Bleu(), ("one two three four five", reference)) == pytest.approx(100 * math.exp(1 - 8 / 5))


@given(corpora)
def test_bleu_is_sacrebleus(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = zip(*pairs, strict=True)
    twin = sacrebleu.corpus_bleu(hypotheses, [references])
    assert score(Bleu(), *pairs) == pytest.approx(twin.score)


@given(corpora)
def test_chrf_is_sacrebleus(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = zip(*pairs, strict=True)
    assert score(ChrF(), *pairs) == pytest.approx(sacrebleu.corpus_chrf(hypotheses, [references]).score)


@given(corpora)
def test_chrf_with_words_is_sacrebleus(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = zip(*pairs, strict=True)
    twin = sacrebleu.corpus_chrf(hypotheses, [references], word_order=2)
    assert score(CHRF_PLUS, *pairs) == pytest.approx(twin.score)


def test_signatures_are_those_of_sacrebleu() -> None:
    for metric, twin in (
        (Bleu(), sacrebleu.metrics.bleu.BLEU()),
        (ChrF(), sacrebleu.metrics.chrf.CHRF()),
        (CHRF_PLUS, sacrebleu.metrics.chrf.CHRF(word_order=2)),
    ):
        twin.corpus_score(["a b c d"], [["a b c d"]])
        assert metric.signature == str(twin.get_signature())


def test_chinese_is_cut_into_characters_for_bleu() -> None:
    assert "tok:zh" in Bleu("zh").signature
    assert score(Bleu("zh"), ("请保存文件", "请保存文件")) == pytest.approx(100)


def test_multi_bleu_counts_mosess_tokens_and_does_not_smooth() -> None:
    # "Don't stop." is cut into do n't's Moses form: Don 't stop . — four tokens, all four orders match.
    assert score(MultiBleu(), ("Don't stop.", "Don't stop.")) == pytest.approx(100)
    assert score(MultiBleu(), ("one two three", "one two three")) == 0  # no 4-gram: nought, as in the script


@pytest.mark.parametrize("metric", [Bleu(), ChrF(), MultiBleu()], ids=lambda metric: metric.name)
def test_an_empty_translation_scores_nought(metric: Metric) -> None:
    assert score(metric, ("", "some words to translate here")) == 0


def mean(sums: np.ndarray) -> float:
    return float(sums[0] / sums[1])


def rows(values: list[float]) -> np.ndarray:
    return np.array([[value, 1.0] for value in values])


def test_draws_are_those_of_a_plain_resampling() -> None:
    values, options = [1.0, 5.0, 2.0], BootstrapOptions(resamples=50, seed=3)
    times = np.random.default_rng(3).multinomial(3, np.full(3, 1 / 3), size=50)
    slow = [np.mean(np.repeat(values, row)) for row in times]
    assert draws(rows(values), mean, options) == pytest.approx(slow)


def test_the_interval_holds_the_score_and_narrows_with_more_segments() -> None:
    rng = np.random.default_rng(1)
    few, many = rng.normal(10, 2, 20), rng.normal(10, 2, 2000)
    wide = estimate(rows(list(few)), mean, BootstrapOptions())
    narrow = estimate(rows(list(many)), mean, BootstrapOptions())
    assert wide.low < wide.value < wide.high
    assert narrow.high - narrow.low < (wide.high - wide.low) / 4
    # 95 % of a mean's draws lie within 1.96 standard errors.
    assert narrow.high - narrow.low == pytest.approx(2 * 1.96 * many.std() / math.sqrt(2000), rel=0.1)


def test_two_systems_are_compared_on_the_same_draws() -> None:
    rng = np.random.default_rng(2)
    plain = list(rng.normal(50, 20, 100))
    better = [value + 1 for value in plain]  # a small gain everywhere, in much noise
    found = compare(rows(better), rows(plain), mean, BootstrapOptions())
    assert (found.difference.low, found.difference.high) == pytest.approx((1, 1))
    assert found.p == pytest.approx(2 / 5001)  # never nought: 5,000 draws cannot prove so much
    none = compare(rows(plain), rows(plain), mean, BootstrapOptions())
    assert none.p == 1


def test_options_name_every_problem() -> None:
    with pytest.raises(ValueError, match=r"resamples .*; confidence "):
        BootstrapOptions(resamples=0, confidence=1.5)


def test_a_difference_in_either_direction_counts() -> None:
    rng = np.random.default_rng(3)
    one, other = rng.normal(0.1, 1, (60, 1)), rng.normal(0, 1, (60, 1))
    options = BootstrapOptions(resamples=400)
    forth = compare(one, other, lambda sums: float(sums[0]), options)
    back = compare(other, one, lambda sums: float(sums[0]), options)
    assert forth.p == back.p
    drawn = draws(one - other, lambda sums: float(sums[0]), options)
    turned = min(np.sum(drawn <= 0), np.sum(drawn >= 0))
    assert forth.p == pytest.approx(min(1, 2 * (turned + 1) / 401))


def test_units_are_drawn_whole_so_that_alike_neighbours_prove_less() -> None:
    rng = np.random.default_rng(4)
    values = np.repeat(rng.normal(10, 2, 40), 10)  # forty documents of ten lines that are all alike
    units = [n // 10 for n in range(400)]
    lines = estimate(rows(list(values)), mean, BootstrapOptions())
    documents = estimate(rows(list(values)), mean, BootstrapOptions(), units)
    assert documents.value == lines.value
    # Four hundred lines are no more than forty: the interval is the root of ten times as wide.
    ratio = (documents.high - documents.low) / (lines.high - lines.low)
    assert ratio == pytest.approx(math.sqrt(10), rel=0.1)


def test_a_unit_is_the_sum_of_its_segments_wherever_they_stand() -> None:
    sums = by_unit(rows([1, 2, 3, 4]), [7, 0, 7, 0])
    assert sums.tolist() == [[6, 2], [4, 2]]
    with pytest.raises(ValueError, match="4 segments need as many units, not 3"):
        by_unit(rows([1, 2, 3, 4]), [0, 0, 1])


def test_many_comparisons_are_corrected_as_holm_does() -> None:
    # R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []
