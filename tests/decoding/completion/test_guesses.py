"""Guesses at what comes next, from what stood in the segment before."""

from scripted import VOCABULARY, encode
from synslator.decoding.completion.guesses import Guess, PhraseHistory

OLD = encode("the file is lost for the task from a backup")


def seen(*texts: list[int]) -> PhraseHistory:
    found = PhraseHistory()
    for text in texts:
        found.note(text)
    return found


def test_what_followed_two_pieces_before_is_found_again() -> None:
    assert seen(OLD).after(encode("a cat is lost")) == OLD[4:]
    assert seen(OLD).after(encode("lost is")) == []
    assert seen(OLD).after(OLD[:1]) == []
    assert PhraseHistory().after([]) == []


def test_the_newest_text_counts() -> None:
    newer = encode("is lost from a file")
    assert seen(OLD, newer).after(encode("is lost")) == newer[2:]


def test_only_what_is_new_in_a_text_is_noted() -> None:
    found = PhraseHistory()
    found.note(OLD, start=4)
    assert found.after(OLD[:2]) == []
    assert found.after(OLD[:5]) == OLD[5:]


def test_the_old_suffix_goes_on_behind_a_changed_word() -> None:
    draft = Guess(VOCABULARY, 24, PhraseHistory())
    draft.remember(OLD[1:], encode("cat")[0])
    assert draft.propose(encode("the cat")) == OLD[2:]


def test_where_the_old_suffix_fails_an_earlier_text_is_tried() -> None:
    draft = Guess(VOCABULARY, 24, seen(encode("a task is started from the beginning")))
    draft.remember(OLD[1:], encode("task")[0])
    assert draft.propose(encode("the task"))  # of which nothing is confirmed
    assert draft.propose(encode("the task is")) == encode("a task is started from the beginning")[3:]


def test_no_longer_guess_than_allowed() -> None:
    draft = Guess(VOCABULARY, 2, seen(OLD))
    assert draft.propose(OLD[:3]) == OLD[3:5]
    assert Guess(VOCABULARY, 0, seen(OLD)).propose(OLD[:3]) == []
