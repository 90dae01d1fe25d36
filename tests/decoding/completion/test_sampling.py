"""The language model's line: always the same, obedient to the half word, stable while it is typed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scripted import VOCABULARY, ScriptedModel, source_of
from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import split_prefix
from synslator.decoding.completion.sampling import suggest
from synslator.decoding.driver import Source, run
from synslator.decoding.options import SearchOptions

OPTIONS = SearchOptions(longest_extra=8)
TEN = "a a a a a a a a a a"


def suggestion(text: str, options: SearchOptions = OPTIONS) -> str:
    hypothesis = Hypothesis(Source(ScriptedModel(), None), VOCABULARY)
    return run(suggest(hypothesis, split_prefix(text, VOCABULARY), VOCABULARY, options))


@given(st.text(alphabet=st.sampled_from("the backfi"), max_size=10), st.integers(1, 5))
def test_a_suggestion_obeys_the_half_word_and_is_the_same_every_time(text: str, seed: int) -> None:
    options = replace(OPTIONS, seed=seed)
    first = suggestion(text, options)
    assert first == suggestion(text, options)
    assert first.startswith(" " + text.rpartition(" ")[2]) or not text.rpartition(" ")[2]
    assert VOCABULARY.count_words(first) <= 4


def test_different_seeds_draw_differently() -> None:
    assert len({suggestion("the ", replace(OPTIONS, seed=seed)) for seed in range(8)}) > 1


def test_drawing_from_one_piece_is_taking_the_best() -> None:
    greedy = {suggestion("the ", replace(OPTIONS, seed=seed, language_model_top=1)) for seed in range(5)}
    assert len(greedy) == 1


def test_a_suggestion_stays_while_it_is_typed() -> None:
    whole = suggestion("the ")
    word = whole.split()[0]
    assert len(word) > 2  # there is something to type
    for end in range(1, len(word)):
        assert suggestion("the " + word[:end]) == whole


def test_the_language_model_speaks_after_ten_words_only() -> None:
    segment = Completer(source_of(1), VOCABULARY, Source(ScriptedModel(), None), OPTIONS)
    assert run(segment.complete(TEN)).language_model == ""
    completion = run(segment.complete(TEN + " th"))
    assert completion.language_model
    assert " th" + completion.language_model == suggestion(TEN + " th")
