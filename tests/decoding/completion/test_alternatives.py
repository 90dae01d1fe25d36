"""The suggestion box: distinct, ranked, begun with the half word, continued to a few words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripted import SURFACES, TABLE, VOCABULARY, ScriptedModel, encode, log_softmax, noisy, source_of
from synslator.decoding.completion.alternatives import same
from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.half_word import HalfWord
from synslator.decoding.driver import run
from synslator.decoding.model import Floats
from synslator.decoding.options import SearchOptions

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
    assert all(0 < s.probability <= 1 and s.text for s in completion.suggestions)
    assert all(VOCABULARY.count_words(s.text) <= 3 for s in completion.suggestions)


def test_the_suggestions_begin_with_the_next_best_words() -> None:
    segment = completer(4)
    completion = run(segment.complete("the f"))
    words = run(HalfWord(segment.hypothesis, 1).search(b" f"))
    probable = [word for word in words if word.probability >= OPTIONS.least_alternative]
    assert len(probable) > 1
    assert probable[0].written.decode().strip() == completion.text.split()[1]
    others = [word.written.decode().strip() for word in probable[1:4]]
    assert ["f" + line.text.split()[0] for line in completion.suggestions] == others
    assert [line.probability for line in completion.suggestions] == pytest.approx(
        [word.probability for word in probable[1:4]]
    )


def test_after_a_finished_word_other_next_words_are_suggested() -> None:
    segment = completer(1, ScriptedModel(torn))
    completion = run(segment.complete("the file"))
    assert completion.text.startswith("the file is")
    assert [line.text for line in completion.suggestions] == [" lost the file"]
    assert completion.suggestions[0].probability == pytest.approx(0.27, abs=0.03)


def torn(source: int, read: Sequence[int]) -> Floats:
    """Scores that go on with `is` or, less likely, with `lost` after `file`, and from there on again."""
    scores = np.full(len(SURFACES), -9, np.float32)
    last = SURFACES[read[-1]].decode() if read else ""
    following = {"": " the", " the": " file", " file": " is", " is": " the", " lost": " the"}
    scores[SURFACES.index(following.get(last, " the").encode())] = 3
    if last == " file":
        scores[SURFACES.index(b" lost")] = 2
    return scores


def test_punctuation_and_case_make_no_new_suggestion() -> None:
    assert same(" The file, is") == same(" the File is.")
    assert same(" the files") != same(" the file")


def test_a_suggestion_is_continued_greedily_behind_its_word() -> None:
    segment = completer(9)
    completion = run(segment.complete("the "))
    assert completion.suggestions
    branches = {
        bytes(TABLE.write(word.ids)): word.ids for word in run(HalfWord(segment.hypothesis, 1).search(b" "))
    }
    for suggestion in completion.suggestions:
        written = (" " + suggestion.text).encode()
        head = max((one for one in branches if written.startswith(one)), key=len)
        ids = [*segment.hypothesis.ids[:1], *branches[head]]
        allowed = VOCABULARY.after_word
        while len(TABLE.write(ids[1:])) < len(written):
            scores = log_softmax(noisy(9, ids))
            ids.append(int(max(allowed, key=lambda n: scores[n])))
            allowed = VOCABULARY.starting[2:]
        assert TABLE.write(ids[1:]).startswith(written)


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


def test_what_is_improbable_is_not_suggested() -> None:
    def sure(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        scores = np.arange(len(SURFACES), dtype=np.float32) / 1000
        sentence = encode("the file is lost")
        scores[sentence[len(read)] if len(read) < len(sentence) else 2] = 30  # type: ignore[arg-type]
        return scores

    assert run(completer(1, ScriptedModel(sure)).complete("the fi")).suggestions == ()
