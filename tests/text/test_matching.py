"""The match rate: its laws, and its agreement with a slow and obvious twin."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.matching import match_rate, similarity, weigh
from synslator.text.scripts import HAN, NUMBER, SYLLABLES, fold
from synslator.text.tags import TAG

TEXTS = st.text(alphabet="aAbB ａ1 2９。，保存文件カ한⟦⟧/", max_size=14)
TAGGED = st.lists(st.sampled_from(["⟦1⟧", "⟦/1⟧", "⟦2/⟧", "保", "a", "A", "12", " "]), max_size=8).map(
    "".join
)


def edit_distance(a: list[object], b: list[object]) -> int:
    """Compute the textbook table, one cell at a time."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        row, above = [i], row
        for j, right in enumerate(b, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right)))
    return row[-1]


def atoms(text: str) -> list[tuple[object, object]]:
    """Take a text apart into (kind, value), each as often as it weighs, as the documentation says."""
    result: list[tuple[object, object]] = []
    for found in re.finditer(rf"{TAG.pattern}|{NUMBER.pattern}|.", text, re.DOTALL):
        atom = found[0]
        if TAG.fullmatch(atom):
            shape = "close" if atom[1] == "/" else "alone" if atom[-2] == "/" else "open"
            result.append((("tag", shape), atom))
        elif NUMBER.fullmatch(atom):
            result += [("number", ("number", fold(atom)))] * 4
        else:
            weight = 4 if re.match(f"[{HAN}]", atom) else 2 if re.match(f"[{SYLLABLES}]", atom) else 1
            result += [(fold(atom), atom)] * weight
    return result


def slow_match_rate(a: str, b: str) -> int:
    if a == b:
        return 100
    left, right = atoms(a), atoms(b)
    kinds = edit_distance([kind for kind, _ in left], [kind for kind, _ in right])
    values = edit_distance([value for _, value in left], [value for _, value in right])
    longest = max(len(left), len(right))
    return min(99, int((longest - kinds - (values - kinds) / 4) * 100 / longest + 1e-9))


@given(TEXTS | TAGGED, TEXTS | TAGGED)
def test_fast_and_slow_agree(a: str, b: str) -> None:
    assert match_rate(a, b) == slow_match_rate(a, b)


@given(st.text(max_size=12), st.text(max_size=12))
def test_rate_is_symmetric_and_100_only_for_the_same_text(a: str, b: str) -> None:
    rate = match_rate(a, b)
    assert 0 <= rate <= 100
    assert rate == match_rate(b, a)
    assert (rate == 100) == (a == b)


@given(TEXTS, TEXTS, st.floats(0, 1))
def test_a_cutoff_only_ever_drops_what_lies_below_it(a: str, b: str, least: float) -> None:
    score = similarity(weigh(a), weigh(b))
    cut = similarity(weigh(a), weigh(b), least)
    assert cut == score if score >= least else cut in (0.0, score)


@given(st.text(max_size=30))
def test_folding_keeps_every_character_at_its_place(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        ("press the ok button", "press the up button"),
        ("Press the OK  button", "Press the OK big button"),
        ("Press the ＯＫ button", "Press the NO button"),
    ],
)
def test_slight_differences_cost_less_than_real_ones(nearer: str, farther: str) -> None:
    assert match_rate("Press the OK button", nearer) > match_rate("Press the OK button", farther)


def test_other_number_costs_the_same_however_long_it_is() -> None:
    assert match_rate("第 5 条", "第 6 条") == match_rate("第 5 条", "第 120 条") < 100
