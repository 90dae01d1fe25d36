"""Words and prefixes: hand-made cases."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripted import SURFACES, TABLE, VOCABULARY, encode
from synslator.decoding.completion.prefix import OPEN, split_prefix
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import missing_bytes
from synslator.decoding.words import readable, split_words
from synslator.text.words import count_words, first_words


def pieces(*surfaces: str) -> list[int]:
    return [SURFACES.index(s.encode()) for s in surfaces]


def test_words_have_places_and_products() -> None:
    ids = pieces(" back", "up", " task", "s", ",", " 数", "据")
    logs = [math.log(p) for p in (0.5, 0.5, 0.8, 0.5, 1.0, 0.9, 0.1)]
    words = split_words(TABLE, ids, logs, typed=3, offset=10)
    assert [(w.text, w.start, w.end, round(w.probability, 3)) for w in words] == [
        ("ckup", 10, 14, 0.25),
        ("tasks,", 15, 21, 0.4),
        ("数", 22, 23, 0.9),
        ("据", 23, 24, 0.1),
    ]


def test_a_word_that_was_typed_whole_is_not_predicted() -> None:
    words = split_words(TABLE, pieces(" the", " file"), [0.0, 0.0], typed=4, offset=3)
    assert [(w.text, w.start) for w in words] == [("file", 4)]


@pytest.mark.parametrize(
    ("text", "forced", "rest"),
    [
        ("", [], b" "),
        ("fo", [], b" fo"),
        ("the ", [" the"], b" "),
        ("the fo", [" the"], b" fo"),
        ("the  fo", [" the", " "], b" fo"),
        (" a", [" "], b" a"),
    ],
)
def test_prefixes_are_cut_at_the_last_space(text: str, forced: list[str], rest: bytes) -> None:
    prefix = split_prefix(text, VOCABULARY)
    assert [SURFACES[i].decode() for i in prefix.forced] == forced
    assert prefix.rest == rest


@given(
    st.text(
        alphabet=st.characters(exclude_characters=" ", exclude_categories=["Cs"]), min_size=1, max_size=80
    )
)
def test_of_a_long_word_only_the_end_is_open(word: str) -> None:
    prefix = split_prefix(word, VOCABULARY)
    assert TABLE.write(prefix.forced) + prefix.rest == b" " + word.encode()
    assert len(prefix.rest) <= max(OPEN, *map(len, SURFACES))


@given(st.text(max_size=12), st.binary(max_size=3))
def test_half_characters_are_not_shown(text: str, noise: bytes) -> None:
    shown = readable(text.encode("utf-8", "ignore") + noise)
    assert shown.startswith(text.encode("utf-8", "ignore").decode())


@given(st.characters(min_codepoint=128, exclude_categories=["Cs"]))
def test_missing_bytes_are_counted(character: str) -> None:
    whole = character.encode()
    assert [missing_bytes(b"a" + whole[:n]) for n in range(len(whole) + 1)] == [
        0,
        *range(len(whole) - 1, -1, -1),
    ]


def test_counting_words() -> None:
    assert count_words(" the file  is") == 3
    assert count_words("备份 data") == 3
    assert first_words(" the file is lost", 2) == " the file"
    assert encode("the file") == pieces(" the", " file")


def test_options_name_all_their_problems() -> None:
    with pytest.raises(ValueError, match="beam must be 1 to 64, not 0; highlight_threshold must be 0 to 1"):
        SearchOptions(beam=0, highlight_threshold=2)


@given(st.binary(min_size=1, max_size=5))
def test_hits_are_the_pieces_that_agree_with_the_open_text(rest: bytes) -> None:
    slow = {n for n, s in enumerate(SURFACES) if s and (s.startswith(rest) or rest.startswith(s))}
    hits = VOCABULARY.hits(rest).tolist()
    assert set(hits) - {VOCABULARY.end} == slow
    assert len(hits) == len(set(hits))
