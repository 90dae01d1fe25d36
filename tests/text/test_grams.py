"""The tokens of lookup: what must find what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.grams import MOST_QUERY_TOKENS, phrase_tokens, query_tokens, source_tokens, target_tokens

MIXED = st.text(alphabet="保存文件が한 Press OK123#,.⟦1⟧", max_size=40)


@given(MIXED)
def test_a_source_is_found_under_every_token_of_its_own_query(text: str) -> None:
    assert set(query_tokens(text)) <= set(source_tokens(text))


@given(st.text(alphabet="保存文件が한ab ", max_size=12), st.text(alphabet="保存文件が한 ", max_size=6))
def test_a_text_is_found_under_the_tokens_of_a_phrase_that_it_holds(before: str, phrase: str) -> None:
    text = f"{before} {phrase} 文"
    assert set(phrase_tokens(phrase, "source")) <= set(source_tokens(text))
    assert set(phrase_tokens(phrase, "target")) <= set(target_tokens(text))


@given(st.text(alphabet="保存文件が", min_size=1, max_size=12))
def test_every_character_begins_some_token(text: str) -> None:
    starts = {token[0] for token in target_tokens(text)}
    assert starts == set(text)


@pytest.mark.parametrize(
    ("query", "source"),
    [
        ("打开", "打扰"),
        ("第 5 条", "第 120 条"),
        ("Settings", "Setting"),
        ("printing pages", "print page"),
        ("Ｓａｖｅ", "save"),
        ("……", "…"),
    ],
)
def test_near_sources_share_a_token(query: str, source: str) -> None:
    assert set(query_tokens(query)) & set(source_tokens(source))


def test_no_token_holds_a_space_and_a_query_stays_small() -> None:
    text = "第 1 条 hello world　" + "".join(chr(0x4E00 + n) for n in range(5000))
    assert not any(char.isspace() for token in source_tokens(text) for char in token)
    assert len(query_tokens(text)) <= MOST_QUERY_TOKENS
