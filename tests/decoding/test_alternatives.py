"""The suggestion box: distinct, ranked, begun with the half word, continued to a few words."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scripted import SURFACES, VOCABULARY, ScriptedModel, encode, log_softmax, noisy, source_of
from synslator.decoding.alternatives import same
from synslator.decoding.completion import Completer
from synslator.decoding.driver import run
from synslator.decoding.hypothesis import best_places
from synslator.decoding.options import SearchOptions
from synslator.decoding.prefix import split_prefix
from synslator.runtime.graphs.states import held
from synslator.text.words import count_words

OPTIONS = SearchOptions(longest_factor=2, longest_extra=8)
TYPED = st.text(alphabet=st.sampled_from("the backupfilso ,."), max_size=10)


def completer(number: int, model: ScriptedModel | None = None) -> Completer:
    return Completer(source_of(number, model), VOCABULARY, None, OPTIONS)


@given(TYPED, st.integers(0, 30))
def test_suggestions_are_distinct_ranked_and_short(text: str, number: int) -> None:
    completion = run(completer(number).complete(text))
    half = text.rpartition(" ")[2]
    texts = [same(half + s.text) for s in completion.suggestions]
    shown = " ".join((half + completion.text[len(text) :]).split()[:3])
    assert len(set(texts)) == len(texts) <= 3
    assert same(shown) not in texts
    assert [s.probability for s in completion.suggestions] == sorted(
        (s.probability for s in completion.suggestions), reverse=True
    )
    assert all(
        0 < s.probability <= 1 and s.text and count_words(half + s.text) <= 3 for s in completion.suggestions
    )


def test_the_best_suggestion_is_the_best_second_choice() -> None:
    segment = completer(4)
    completion = run(segment.complete(""))
    scores = log_softmax(noisy(4, []))
    allowed = [n for n in VOCABULARY.hits(b" ") if n not in (0, 1)]
    best, second = sorted(allowed, key=lambda n: -scores[n])[:2]
    total = math.log(sum(math.exp(scores[n]) for n in allowed))
    assert segment.hypothesis.ids[0] == best
    leaving_at_once = math.exp(scores[second] - total)
    assert completion.suggestions[0].probability >= leaving_at_once - 1e-6


def test_punctuation_and_case_make_no_new_suggestion() -> None:
    assert same(" The file, is") == same(" the File is.")
    assert same(" the files") != same(" the file")


def test_a_suggestion_is_continued_greedily_after_it_branches_off() -> None:
    completion = run(completer(9).complete("the "))
    for suggestion in completion.suggestions:
        prefix = split_prefix("the " + suggestion.text, VOCABULARY)
        ids = [*prefix.forced, *encode(suggestion.text.rpartition(" ")[2])]
        assert VOCABULARY.table.write(ids).decode().strip().startswith("the")


def test_no_suggestions_when_none_are_wanted() -> None:
    segment = Completer(source_of(1), VOCABULARY, None, replace(OPTIONS, alternatives=0))
    assert run(segment.complete("the")).suggestions == ()


def test_what_was_continued_once_is_not_continued_again() -> None:
    model = ScriptedModel()
    segment = completer(2, model)
    run(segment.complete("the "))
    before = model.passes
    run(segment.complete("the "))
    assert model.passes == before


def test_a_sure_model_still_has_three_suggestions() -> None:
    def sure(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        scores = np.arange(len(SURFACES), dtype=np.float32) / 1000
        sentence = encode("the file is lost")
        scores[sentence[len(read)] if len(read) < len(sentence) else 2] = 30  # type: ignore[arg-type]
        return scores

    assert len(run(completer(1, ScriptedModel(sure)).complete("the fi")).suggestions) == 3


def test_the_few_best_places_do_not_keep_all_of_them() -> None:
    few = best_places(np.random.default_rng(1).normal(size=16_000).astype(np.float32))
    assert held(few) == few.nbytes < 100
