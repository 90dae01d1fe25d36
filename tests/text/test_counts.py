"""Word counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.counts import Counts, count


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [
        ("Hello, big world!", 3, 0),
        ("你好，世界。", 0, 4),
        ("打开 config.toml 文件", 1, 4),
        ("It's a well-known 3.5 % rise", 5, 0),
        ("カタカナとひらがな", 0, 9),
        ("파일을 저장합니다.", 2, 0),
        ("เปิดไฟล์", 0, 6),
        ("Ölstand prüfen", 2, 0),
        ("⟦1⟧Click⟦/1⟧ ⟦2/⟧", 1, 0),
        ("user@example.org", 1, 0),
        ("— … !", 0, 0),
        ("", 0, 0),
    ],
)
def test_words_and_characters(text: str, words: int, characters: int) -> None:
    counts = count(text)
    assert (counts.words, counts.characters, counts.total) == (words, characters, words + characters)


def test_tags_are_counted_apart() -> None:
    assert count("⟦1⟧ab⟦/1⟧⟦2/⟧") == Counts(segments=1, words=1, characters=0, signs=2, tags=3)


@given(st.lists(st.text(max_size=20)))
def test_counts_add_up(texts: list[str]) -> None:
    total = sum((count(text) for text in texts), Counts())
    assert total.segments == len(texts)
    assert total.words == sum(count(text).words for text in texts)
    assert total.total == total.words + total.characters
