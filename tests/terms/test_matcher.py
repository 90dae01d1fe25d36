"""Terms in a segment, against a slow and obvious twin."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.text.scripts import ATTACHING, fold

LETTERS = "abAB 1保存文件ａ"


def concept(*sources: str, target: str = "x") -> Concept:
    return Concept((*(Term("zh", source) for source in sources), Term("en", target)))


def slow_find(terms: list[str], text: str) -> set[tuple[int, int]]:
    """Try every term at every place."""
    word = re.compile(rf"[^\W{ATTACHING}]")
    found = set()
    for term in terms:
        wanted = fold(term.strip())
        for start in range(len(text) - len(wanted) + 1):
            end = start + len(wanted)
            if not wanted or fold(text)[start:end] != wanted:
                continue
            cut_before = start > 0 and word.match(text[start - 1]) and word.match(wanted[0])
            cut_behind = end < len(text) and word.match(text[end]) and word.match(wanted[-1])
            if not cut_before and not cut_behind:
                found.add((start, end))
    return found


@given(st.lists(st.text(LETTERS, max_size=3), max_size=8), st.text(LETTERS, max_size=20))
def test_fast_and_slow_find_the_same(terms: list[str], text: str) -> None:
    found = TermMatcher([concept(term) for term in terms], "zh", "en").find(text)
    assert {(match.start, match.end) for match in found} == slow_find(terms, text)
    lengths = [match.end - match.start for match in found]
    assert lengths == sorted(lengths, reverse=True)


def test_overlapping_terms_are_kept_the_longest_first() -> None:
    matcher = TermMatcher([concept("数据"), concept("数据库"), concept("据库表")], "zh", "en")
    found = [(match.start, match.meanings[0].term.text) for match in matcher.find("新数据库表")]
    assert found == [(1, "数据库"), (2, "据库表"), (1, "数据")]


def test_all_translations_are_shown_preferred_first_and_forbidden_last() -> None:
    terms = (
        Term("zh-CN", "服务器"),
        Term("en-US", "box", "forbidden"),
        Term("en", "server", "preferred", "the usual word"),
        Term("en", "host"),
        Term("de", "Rechner"),
    )
    one = Concept(terms, definition="A machine that serves")
    other = concept("服务器", target="waiter")
    (found,) = TermMatcher([one, other], "zh", "en").find("重启服务器")
    assert [[term.text for term in meaning.translations] for meaning in found.meanings] == [
        ["server", "host", "box"],
        ["waiter"],
    ]
    assert found.meanings[0].concept.definition == "A machine that serves"


@pytest.mark.parametrize(
    ("text", "count"), [("the ＡＰＩ key", 1), ("rapid", 0), ("APIs", 0), ("用API调用", 1)]
)
def test_letters_match_in_any_case_and_width_as_whole_words(text: str, count: int) -> None:
    assert len(TermMatcher([concept("api")], "zh", "en").find(text)) == count


def test_a_matcher_for_the_target_finds_forbidden_words_there() -> None:
    matcher = TermMatcher([Concept((Term("zh", "服务器"), Term("en", "box", "forbidden")))], "en", "zh")
    (match,) = matcher.find("Restart the box.")
    assert match.meanings[0].term.status == "forbidden"


def test_no_terms_and_no_text() -> None:
    assert TermMatcher([], "zh", "en").find("文件") == []
    assert TermMatcher([concept("文件")], "zh", "en").find("") == []
