"""The checks, each by a table of what it finds and what it leaves alone, and the fixes that it is sure of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.workbench.checks import CHECKS, Pair, check, names_of
from synslator.workbench.checks.model import masked

TERMS = TermMatcher(
    [
        Concept((Term("zh", "备份文件"), Term("en", "backup file", "preferred"))),
        Concept(
            (Term("zh", "备份"), Term("en", "back up", "preferred"), Term("en", "save a copy", "forbidden"))
        ),
    ],
    "zh",
    "en",
)


def found(name: str, source: str, target: str, **known: object) -> list[str | None]:
    """Return the fixes of what one check finds, one for each finding."""
    pair = Pair(source, target, terms=TERMS.find(masked(source)), **known)  # type: ignore[arg-type]
    return [finding.fix for finding in check(pair) if finding.check == name]


@pytest.mark.parametrize(
    ("check", "source", "target", "fixes"),
    [
        ("numbers", "长450米", "450 metres long", []),
        ("numbers", "长450米", "540 metres long", ["450 metres long"]),
        ("numbers", "长450米", "very long", [None]),
        ("numbers", "价格12,000元", "It costs 12000 yuan", []),
        ("numbers", "10万人", "100,000 people", []),
        ("numbers", "3月", "in March", []),
        ("numbers", "第3章", "the third chapter", []),
        ("numbers", "三章", "Chapter 3", []),
        ("numbers", "长度", "3 metres", [None]),
        ("tags", "点击⟦1⟧保存⟦/1⟧。", "Click ⟦1⟧Save⟦/1⟧.", []),
        ("tags", "⟦1/⟧点击", "Click", ["⟦1/⟧Click"]),
        ("tags", "点击保存", "Click⟦1/⟧ Save", ["Click Save"]),
        ("terms", "备份文件丢失", "The backup file is lost", []),
        ("terms", "备份文件丢失", "The file is lost", [None]),
        ("terms", "请备份", "Back up your data", []),
        ("forbidden_terms", "请备份", "Save a copy now", ["back up now"]),
        ("forbidden_terms", "请备份", "Back up now", []),
        ("punctuation", "你好。", "Hello.", []),
        ("punctuation", "你好。", "Hello。", ["Hello."]),
        ("punctuation", "你好。", "Hello,, friend.", ["Hello, friend."]),
        ("punctuation", "你好。", "Hello", ["Hello."]),
        ("punctuation", "（你好）", "(Hello", [None]),
        ("spaces", "你好", "Hello  you", ["Hello you"]),
        ("spaces", "你好", " Hello", ["Hello"]),
        ("spaces", "你好", "Hello you", []),
        ("repeated_words", "你好", "Hello the the world", ["Hello the world"]),
        ("repeated_words", "你好", "He had had enough", []),
        ("length", "你好", "Hello", []),
        ("length", "请在保存文件之前检查设置。", "Hello " * 60, [None]),
        ("untranslated", "你好", "Hello", []),
        ("untranslated", "请打开设置页面", "Open the 设置页面", [None]),
    ],
)
def test_what_a_check_finds(check: str, source: str, target: str, fixes: list[str | None]) -> None:
    assert found(check, source, target) == fixes


def test_the_same_source_is_to_be_translated_the_same() -> None:
    assert found("inconsistent", "你好", "Hello", elsewhere=["Hello"]) == []
    (fix,) = found("inconsistent", "你好", "Hi", elsewhere=["Hello"])
    assert fix in (None, "Hello")


def test_a_check_that_is_switched_off_finds_nothing() -> None:
    pair = Pair("长450米", "540 metres  long")
    assert {finding.check for finding in check(pair)} == {"numbers", "spaces"}
    assert {finding.check for finding in check(pair, ["numbers"])} == {"spaces"}
    assert names_of(check(pair)) == " numbers spaces "
    assert names_of([]) == ""


def test_nothing_is_found_where_nothing_is_written() -> None:
    assert check(Pair("长450米", "  ")) == []


texts = st.text(alphabet="ab 1,.。⟦⟧/2设置()“the", max_size=30)


@given(source=texts, target=texts)
def test_findings_point_into_the_texts_and_no_fix_makes_it_worse(source: str, target: str) -> None:
    pair = Pair(source, target)
    for finding in check(pair):
        assert finding.check in CHECKS
        assert all(0 <= start <= end <= len(target) for start, end in finding.target)
        assert all(0 <= start <= end <= len(source) for start, end in finding.source)
        if finding.fix is not None:
            assert finding.fix != target
            before = [one.message for one in check(pair) if one.check == finding.check]
            after = [one.message for one in check(Pair(source, finding.fix)) if one.check == finding.check]
            assert len(after) <= len(before)
