"""Words that do not exist are not put before a translator; names, identifiers and what was typed are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripted import END, SURFACES, TABLE, VOCABULARY, ScriptedModel, source_of
from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.driver import run
from synslator.decoding.model import Floats
from synslator.decoding.options import SearchOptions
from synslator.text.word_list import WordList, word_list

OPTIONS = SearchOptions(longest_factor=2, longest_extra=8, least_alternative=0.01)


def judge(own: str = "") -> ExistingWords:
    found = ExistingWords.of("en-GB", VOCABULARY, [own])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("before", "written", "typed"),
    [
        ("Please", " leastaff", " least"),
        ("", " Exportinging", " Exporting"),
        ("Check that it is", " syncable", " "),
        ("the", " backup the syncableness", " backup t"),
        ("Close the", " the", " "),
        ("Report for Occupational", " Occupational", " "),
        ("To me, Han Han", " Han", " "),
        ("as the", " filesStarted", " files"),
    ],
)
def test_what_nobody_writes_is_refused(before: str, written: str, typed: str) -> None:
    assert not judge().accept(before, written, typed, 0.4)


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("Ask", " Yanqing"),
        ("the", " NICs"),
        ("use", " tidb_gc_enable"),
        ("the", " subtasks"),
        ("it", " hadn't"),
        ("a", " café"),
        ("set", " v5.0.1-alpha"),
        ("that", " that"),
        ("a story of Han", " Han"),
        ("many", " DDLs"),
    ],
)
def test_names_identifiers_and_formations_are_let_through(before: str, written: str) -> None:
    assert judge().accept(before, written, " ", 0.4)


def test_what_stands_in_the_segments_own_texts_exists() -> None:
    assert not judge().accept("the", " changefeed", " ", 0.4)
    assert judge("Create a changefeed.").accept("the", " changefeed", " ", 0.4)


def test_a_name_that_is_how_the_source_is_read_exists() -> None:
    assert not judge().accept("the", " Xiaoyan", " ", 0.01)
    assert judge("请与林晓燕联系。").accept("the", " Xiaoyan", " ", 0.01)


def test_an_invented_name_needs_more_probability_than_a_real_one() -> None:
    assert not judge().accept("peer, and", " Hotscache", " Hot", 0.1)
    assert judge().accept("with", " Winslet", " Wins", 0.8)


def test_a_name_further_on_is_judged_by_its_own_probability() -> None:
    text = " said Racher, the the manager."
    doubted = list(judge().refused("Well,", text, lambda start, end: 0.03))
    assert [text[start:end] for start, end in doubted] == ["Racher", "the"]
    sure = list(judge().refused("Well,", text, lambda start, end: 0.9))
    assert [text[start:end] for start, end in sure] == ["the"]


def test_what_was_typed_is_never_judged() -> None:
    assert judge().accept("the", " leastaff", " leastaff")


def test_no_list_no_judge() -> None:
    assert ExistingWords.of("zh-CN", VOCABULARY, []) is None
    assert word_list("xx") is None


@given(st.lists(st.text("abc", min_size=1, max_size=4), max_size=20), st.text("abc", min_size=1, max_size=4))
def test_a_word_list_knows_its_words_and_their_beginnings(words: list[str], word: str) -> None:
    listed = WordList(words)
    assert (word in listed) == (word in words)
    assert listed.begins(word) == any(one.startswith(word) for one in words)


def following(shares: dict[str, dict[str, float]]) -> ScriptedModel:
    """A model that goes on from what is written as a table says, and otherwise ends."""

    def scores(source: int, read: object) -> Floats:
        written = TABLE.write(list(read)).decode("utf-8", "ignore")  # type: ignore[call-overload]
        result = np.full(len(SURFACES), 1e-6)
        for surface, share in shares.get(written, {}).items():
            result[SURFACES.index(surface.encode())] = share
        if written not in shares:
            result[END] = 0.9
        return np.log(result / result.sum()).astype(np.float32)

    return ScriptedModel(scores)


INVENTING = {
    "": {" the": 0.9, " a": 0.1},
    " the": {" file": 0.6, " fo": 0.4},
    " the file": {"ing": 0.8, " is": 0.1, "s": 0.1},
    " the fileing": {" lost": 0.9},
    " the files": {" lost": 0.9},
    " the file is": {" lost": 0.9},
    " the fo": {"ing": 0.9, "s": 0.05},
    " the start": {"ing": 0.9, " is": 0.1},
}


def typing(own: ExistingWords | None) -> Completer:
    return Completer(source_of(1, following(INVENTING)), VOCABULARY, None, OPTIONS, own)


def test_the_shown_text_has_the_best_word_that_exists() -> None:
    assert run(typing(None).complete("")).text == "the fileing lost"
    assert run(typing(judge()).complete("")).text in {"the files lost", "the file is lost"}


def test_a_half_word_becomes_a_word_that_exists() -> None:
    assert run(typing(None).complete("the fil")).text == "the fileing lost"
    found = run(typing(judge()).complete("the fil"))
    assert found.text in {"the files lost", "the file is lost"}
    assert not any("ing" in line.text for line in found.suggestions)


def test_a_novelty_is_kept_to_the_letter() -> None:
    typed = "the xqzt"
    found = run(typing(judge()).complete(typed))
    assert found.text == typed or found.text.startswith(f"{typed} ")
    assert run(typing(judge()).complete("the fileing")).text == "the fileing lost"


def test_no_line_of_the_box_has_a_word_that_does_not_exist() -> None:
    lines = [line.text for line in run(typing(judge()).complete("the ")).suggestions]
    assert lines
    assert not [line for line in lines if "foing" in line or "fileing" in line]


REPEATING = {
    "": {" the": 0.9},
    " the": {" file": 0.9},
    " the file": {" file": 0.6, " is": 0.3},
    " the file file": {" lost": 0.9},
    " the file is": {" lost": 0.9},
}


def test_the_shown_text_doubles_no_word() -> None:
    def typing(own: ExistingWords | None) -> Completer:
        return Completer(source_of(1, following(REPEATING)), VOCABULARY, None, OPTIONS, own)

    assert run(typing(None).complete("")).text == "the file file lost"
    assert run(typing(judge()).complete("")).text == "the file is lost"


def ending(stop: float) -> ScriptedModel:
    """A model that puts an s to what was typed, or goes on with another word as often as is said."""
    words = {" file": {"s": 1 - stop, " is": stop}, " a": {"s": 1 - stop, " is": stop}}
    return following({"": {" lost": 1.0}, **words, " file is": {" lost": 1.0}, " a is": {" lost": 1.0}})


@pytest.mark.parametrize(
    ("typed", "stop", "shown"),
    [
        ("file", 0.3, "file is lost"),
        ("file", 0.05, "file is lost"),
        ("file", 0.001, "files"),
        ("a", 0.3, "a is lost"),
        ("a", 0.05, "as"),
    ],
)
def test_letters_are_put_to_a_finished_word_only_where_they_are_all_but_certain(
    typed: str, stop: float, shown: str
) -> None:
    """Very many words begin with a short one, so that there less is asked."""
    completer = Completer(source_of(1, ending(stop)), VOCABULARY, None, OPTIONS, judge())
    assert run(completer.complete(typed)).text == shown


def test_a_suggestion_that_agrees_with_a_finished_word_stays() -> None:
    completer = Completer(source_of(1, following(STEADY)), VOCABULARY, None, OPTIONS, judge())
    assert run(completer.complete("")).text == "files lost"
    assert run(completer.complete("file")).text == "files lost"


STEADY = {
    "": {" files": 0.9, " file": 0.1},
    " file": {"s": 0.7, " is": 0.3},
    " files": {" lost": 1.0},
    " file is": {" lost": 1.0},
}
