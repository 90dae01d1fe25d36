"""The profiles of languages: that each is whole, and what they say about words and numbers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.languages import PROFILES, UNKNOWN, Profile, base, profile
from synslator.text.languages.numbers import han_numbers, numbers_in, write_number
from synslator.text.scripts import SCRIPTS
from synslator.text.words import WORD, count_words, first_words, joins, words

WANTED = ["en", "zh", "ja", "ko", "de", "fr", "es", "it", "pt", "nl", "ru", "ar", "th"]


@pytest.mark.parametrize("language", WANTED)
def test_the_languages_that_we_promise_are_known(language: str) -> None:
    assert profile(language).known
    assert profile(language).code == language


@pytest.mark.parametrize("one", PROFILES.values(), ids=list(PROFILES))
def test_a_profile_is_whole(one: Profile) -> None:
    assert one.scripts
    assert set(one.scripts) <= set(SCRIPTS)
    assert one.quotes
    assert one.decimal not in one.groups
    assert re.compile(one.endings)
    assert set(one.stops) <= set(".!?:;")
    assert all(len(mark) == 1 for pair in one.quotes for mark in pair)
    kinds = one.abbreviations
    listed = [*kinds.never, *kinds.before_numbers, *kinds.seldom]
    assert len(listed) == len(set(listed)), "an abbreviation is of one kind"
    assert all(word == word.lower() and not word.endswith(".") for word in listed)
    for names in (one.numbers, one.ordinals, one.months):
        assert len(names) in (0, *range(2, 14))
    assert not one.months or len(one.months) == 13
    assert one.width == ("full" if one.wide else "half")


def test_languages_are_matched_by_their_base() -> None:
    assert profile("zh-Hans-CN") is profile("zh_TW") is profile("ZH") is PROFILES["zh"]
    assert base("zh_Hans-CN") == "zh"
    assert profile("es-MX").decimal == "." != profile("es-ES").decimal


def test_nothing_is_assumed_about_other_languages() -> None:
    for language in ("", "sv", "tlh", "x"):
        assert profile(language) is UNKNOWN
    assert not UNKNOWN.known
    assert UNKNOWN.width is None
    assert UNKNOWN.joiner == " "
    assert not any((UNKNOWN.scripts, UNKNOWN.quotes, UNKNOWN.numbers, UNKNOWN.stops, UNKNOWN.repeatable))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Save the file.", ["Save", "the", "file."]),
        ("ko", "파일을 저장하기 전에", ["파일을", "저장하기", "전에"]),
        ("zh", "保存 PDF 文件", ["保", "存", "PDF", "文", "件"]),
        ("ja", "ファイル", ["フ", "ァ", "イ", "ル"]),
        ("th", "เปิดไฟล์", ["เปิ", "ด", "ไฟ", "ล์"]),
        ("ru", "Сохраните файл", ["Сохраните", "файл"]),
        ("", "  ", []),
    ],
)
def test_words(language: str, text: str, expected: list[str]) -> None:
    assert profile(language).words(text) == expected
    assert profile(language).spaced is (language not in ("zh", "ja", "th"))


def test_sentences_join_as_the_language_joins_them() -> None:
    assert profile("zh-CN").join(["一。", "二。"]) == "一。二。"
    assert profile("ja").join(["一。", "二。"]) == "一。二。"
    for language in ("en", "ko", "th", "sv"):
        assert profile(language).join(["A", "B"]) == "A B"


@given(st.text(alphabet="ab .é保存ไเ็ก์파일", max_size=20))
def test_words_lose_nothing_and_count_as_they_are_cut(text: str) -> None:
    assert "".join(WORD.findall(text)) == text.rstrip()
    assert count_words(text) == len(words(text))
    assert first_words(text, count_words(text)) == text.rstrip()


def test_a_word_runs_into_letters_of_spaced_scripts_only() -> None:
    assert [char for char in "aé7я한ع保ไ。 -" if joins(char)] == list("aé7я한ع")


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "12,000.50 and 3.5 at 12:30", ["12000.50", "3.5", "12:30"]),
        ("de", "12.000,50 und 3,5 in 1.2.3", ["12000.50", "3.5", "1.2.3"]),
        ("fr", "12 000,50 et 1\u202f000", ["12000.50", "1000"]),
        ("fr", "de 10 200 pages", ["10200"]),
        ("en", "10 200 pages", ["10", "200"]),
        ("ar", "١٬٢٠٠٫٥", ["1200.5"]),
        ("th", "๑๒", ["12"]),
        ("it", "3,14", ["3.14"]),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(language: str, text: str, values: list[str]) -> None:
    assert [number.value for number in numbers_in(text, profile(language))] == values


@given(st.integers(0, 10**9), st.integers(0, 99), st.sampled_from(WANTED), st.sampled_from(WANTED))
def test_a_number_is_the_same_in_every_language(whole: int, part: int, first: str, second: str) -> None:
    (number,) = numbers_in(f"{whole:,}.{part:02}", profile("en"))
    (there,) = numbers_in(write_number(number, profile(first)), profile(first))
    (again,) = numbers_in(write_number(there, profile(second)), profile(second))
    assert number.value == there.value == again.value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("第三章", {"3"}),
        ("十二月二十日", {"12", "20"}),
        ("二〇二六年", {"2026"}),
        ("一百零五", {"105"}),
        ("三万五千", {"35000"}),
        ("一亿二千万", {"120000000"}),
        ("两千", {"2000"}),
        ("一万亿", {"1000000000000"}),
        ("没有", set()),
    ],
)
def test_chinese_numerals(text: str, values: set[str]) -> None:
    assert han_numbers(text) == values
