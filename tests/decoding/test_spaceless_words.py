"""Words of Chinese, as the pieces of a vocabulary have them: in the ghost text, the box, and provenance."""

from collections.abc import Sequence

import numpy as np
import pytest

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.guesses import Guess, PhraseHistory
from synslator.decoding.driver import Source, run
from synslator.decoding.options import SearchOptions
from synslator.decoding.words import count_words, first_words, split_words, word_numbers, word_spans
from synslator.engines.keys.store import KeyStore
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.text.pieces import PieceTable
from synslator.text.words import spans

SENTENCE = ("▁", "请", "在", "保存", "文件", "之前", "检查", "“", "系统", "设置", "”", "。")
TABLE = PieceTable([piece.replace("▁", " ").encode() for piece in SENTENCE])
WORDS = ["请", "在", "保存", "文件", "之前", "检查", "“系统", "设置”。"]


def words_of(table: PieceTable, ids: Sequence[int]) -> list[str]:
    text, found = word_spans(table, ids)
    return [text[start:end].strip() for start, end in found]


def test_a_word_is_a_piece_and_marks_belong_to_words() -> None:
    ids = range(len(SENTENCE))
    assert words_of(TABLE, ids) == WORDS
    assert count_words(TABLE, ids) == 8
    assert first_words(TABLE, ids, 3) == " 请在保存"
    assert word_numbers(TABLE, ids) == [0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7]


def test_the_words_of_a_suffix_have_places_and_probabilities() -> None:
    ids = range(len(SENTENCE))
    found = split_words(TABLE, ids, [-0.5] * len(ids), len(" 请在保".encode()), 3)
    assert [(word.text, word.start, word.end) for word in found[:3]] == [
        ("存", 3, 4),
        ("文件", 4, 6),
        ("之前", 6, 8),
    ]
    assert found[0].probability == pytest.approx(np.exp(-0.5))
    assert found[-1].text == "设置”。"
    assert found[-1].probability == pytest.approx(np.exp(-1.5))


def test_latin_words_stand_between_chinese_ones_without_spaces() -> None:
    text = "打开Word文档，再按 Ctrl+S。"
    ends = {2, 6, 8, 9, 10, 11, 12}
    assert [text[a:b].strip() for a, b in spans(text, ends)] == [
        "打开",
        "Word",
        "文档，",
        "再",
        "按",
        "Ctrl+S。",
    ]


def test_characters_that_are_written_byte_by_byte_stay_whole() -> None:
    table = PieceTable([b" ", *[bytes([byte]) for byte in "鱼".encode()], "很大".encode()])
    assert words_of(table, range(5)) == ["鱼", "很大"]


def test_an_old_suffix_goes_on_behind_another_word(reverse_package: Package) -> None:
    vocabulary = reverse_package.vocabulary
    old = vocabulary.encode("保存文件之前请检查设置")[1:]
    new = vocabulary.encode("管理员")[-1]
    guess = Guess(vocabulary, 24, PhraseHistory())
    guess.remember(old, new)
    assert guess.pieces == old[1:]


def test_completions_count_in_words(reverse_package: Package) -> None:
    engine, vocabulary = VanillaEngine(reverse_package), reverse_package.vocabulary
    options = SearchOptions(language_model_after=3, least_alternative=0.0)
    assert reverse_package.language_model
    completer = Completer(
        engine.bind("Please check the settings."),
        vocabulary,
        Source(reverse_package.language_model, None),
        options,
    )
    assert not completer.wants_language_model("请在保存")
    assert completer.wants_language_model("请在保存文件之前检查设置。")
    offered = 0
    for typed in ("", "请", "请在", "请在保存文件之前检查设置", "请在保存文件之前检查设置，再继续安装程"):
        completion = run(completer.complete(typed))
        assert completion.text.startswith(typed)
        for word in completion.words:
            assert completion.text[word.start : word.end] == word.text
        for line in completion.suggestions:
            offered += 1
            assert line.text
            assert vocabulary.count_words(typed + line.text) <= vocabulary.count_words(typed) + 3
        assert len({line.text for line in completion.suggestions}) == len(completion.suggestions)
    assert offered


def test_a_word_of_an_entry_is_told_by_its_place(reverse_package: Package) -> None:
    store = KeyStore(reverse_package, 1 << 20)
    (keys,) = store.of([("Please check the settings.", "请检查设置。")])
    text, found = word_spans(reverse_package.vocabulary.table, keys.values.tolist())
    assert text.strip() == "请检查设置。"
    assert sorted(set(keys.words.tolist())) == list(range(len(found)))
