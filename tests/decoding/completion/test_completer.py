"""Completing a segment: the promise, agreement with the plain definition, and no work done twice."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripted import END, SURFACES, TABLE, VOCABULARY, ScriptedModel, encode, log_softmax, noisy, source_of
from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.completion.half_word import HalfWord
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import Prefix, split_prefix
from synslator.decoding.completion.suffix import loop_at
from synslator.decoding.driver import Source, run, together
from synslator.decoding.model import DecoderState, EncodedSource, Flags, Floats, Ids, Step
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import missing_bytes
from synslator.decoding.words import readable

OPTIONS = SearchOptions(longest_factor=2, longest_extra=8)
TYPED = st.text(alphabet=st.sampled_from("the backupfilso ,.数据😀é\t"), max_size=14)


def completer(
    number: int = 1, options: SearchOptions = OPTIONS, model: ScriptedModel | None = None
) -> Completer:
    model = model or ScriptedModel()
    return Completer(source_of(number, model), VOCABULARY, Source(model, None), options)


def by_definition(text: str, number: int, longest: int) -> str:
    """The completion as one would define it: the most probable word, then always the best piece."""
    prefix = split_prefix(text, VOCABULARY)
    ids, found = list(prefix.forced), b""
    beginning = word_that_fits(prefix, number)
    while len(found) < longest * 100:
        scores = log_softmax(noisy(number, ids))
        scores[[0, 1]] = -np.inf
        done = len(ids) - len(prefix.forced)
        if done < len(beginning):
            best = beginning[done]
        elif done >= longest:
            break
        else:
            if done == len(beginning):
                allowed = VOCABULARY.after_word.tolist()
            elif missing_bytes(found):
                allowed = VOCABULARY.continuing.tolist()
            else:
                allowed = sorted({*range(len(SURFACES))} - {*VOCABULARY.stray.tolist()})
            best = max(allowed, key=lambda n: scores[n])
        if best == END:
            break
        found += SURFACES[best]
        ids.append(best)
        if done >= len(beginning) and (loop := loop_at(ids[len(prefix.forced) :], OPTIONS.repeats)):
            found = TABLE.write(ids[len(prefix.forced) :][:loop])
            break
    return text + readable(found[len(prefix.rest) :])


def word_that_fits(prefix: Prefix, number: int) -> list[int]:
    """The pieces of the most probable word that the open text may become."""
    hypothesis = Hypothesis(source_of(number), VOCABULARY)
    hypothesis.ids += prefix.forced
    run(hypothesis.read())
    words = run(HalfWord(hypothesis, len(prefix.forced)).search(prefix.rest))
    assert words
    return list(words[0].ids)


@given(st.text(max_size=20), st.integers(0, 50))
def test_the_promise_a_completion_begins_with_exactly_what_was_typed(text: str, number: int) -> None:
    completion = run(completer(number).complete(text))
    assert completion.text.startswith(text)
    for suggestion in completion.suggestions:
        taken = text + suggestion.text
        assert taken != text
        assert run(completer(number).complete(taken)).text.startswith(taken)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "  ",
        "\t",
        "Ünïcödé",
        "😀",
        "👩‍👩‍👧",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        '"quoted',
        "<b>bo",
        "1,024.5",
        "▁",
        "a\u0301",
        "\ud800",
    ],
)
def test_the_promise_for_odd_texts(text: str) -> None:
    assert run(completer().complete(text)).text.startswith(text)


@given(TYPED, st.integers(0, 20))
def test_a_completion_is_what_its_definition_says(text: str, number: int) -> None:
    longest = OPTIONS.longest(6)
    assert run(completer(number).complete(text)).text == by_definition(text, number, longest)


@st.composite
def edits(draw: st.DrawFn) -> list[str]:
    """Texts as they follow each other while somebody types, deletes, pastes, undoes and jumps."""
    texts = [""]
    for _ in range(draw(st.integers(1, 12))):
        last = texts[-1]
        kind = draw(st.sampled_from(["type", "accept", "delete", "paste", "undo", "jump"]))
        match kind:
            case "type":
                texts.append(last + draw(st.sampled_from("the bacfilso ,.数😀")))
            case "accept":
                whole = run(completer().complete(last)).text
                texts.append(whole[: len(last) + draw(st.integers(1, 9))])
            case "delete":
                texts.append(last[: max(0, len(last) - draw(st.integers(1, 5)))])
            case "paste":
                texts.append(last + draw(TYPED))
            case "undo":
                texts.append(draw(st.sampled_from(texts)))
            case "jump":
                place = draw(st.integers(0, len(last)))
                texts.append(last[:place] + draw(st.sampled_from("aft ")) + last[place:])
    return texts


def rounded(completion: Completion) -> Completion:
    """The same with probabilities that rounding cannot tell apart."""
    words = tuple(replace(w, probability=round(w.probability, 4)) for w in completion.words)
    suggestions = tuple(replace(s, probability=round(s.probability, 4)) for s in completion.suggestions)
    return replace(completion, words=words, suggestions=suggestions)


@settings(max_examples=150)
@given(edits())
def test_what_is_shown_stays_until_the_text_departs_and_then_is_as_if_new(
    texts: list[str],
) -> None:
    kept, shown = completer(), ""
    plain = replace(OPTIONS, draft=0)
    for text in texts:
        answer = run(kept.complete(text))
        if shown.startswith(text) and shown:
            assert answer.text == shown
        else:
            assert rounded(answer) == rounded(run(completer(options=plain).complete(text)))
        shown = answer.text


LONG = "the file is lost for the task " * 10


def endless(source: int, read: Sequence[int]) -> Floats:
    """Scores as of a sentence that has just begun, however long it is."""
    scores = noisy(source, read)
    scores[END] = 0
    return scores


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, len(LONG)), st.sampled_from(["", "b", " ", "q"])), max_size=6))
def test_in_a_long_text_too_one_can_go_anywhere(places: list[tuple[int, str]]) -> None:
    kept, shown = completer(model=ScriptedModel(endless)), ""
    for text in [LONG, *(LONG[:end] + new for end, new in places)]:
        answer = run(kept.complete(text))
        if shown.startswith(text):
            assert answer.text == shown
        else:
            fresh = completer(options=replace(OPTIONS, draft=0), model=ScriptedModel(endless))
            assert rounded(answer) == rounded(run(fresh.complete(text)))
        shown = answer.text


def test_going_back_costs_a_pass_only_where_it_is_far() -> None:
    model = ScriptedModel(repeating)
    segment = completer(options=replace(OPTIONS, alternatives=0, language_model_words=0), model=model)
    run(segment.complete(LONG))
    passes = []
    for words in (3, 3, 50, 50):
        before = model.passes
        run(segment.complete(" ".join(LONG.split()[:-words]) + " "))
        passes.append(model.passes - before)
    assert passes == [0, 0, 1, 0]


def test_a_long_text_takes_no_more_scores_than_a_short_one() -> None:
    """They are by far the largest arrays: without this, memory grows with what was typed."""
    model = Counting(repeating)
    taken = []
    for length in (len(LONG) // 2, len(LONG)):
        model.most = 0
        segment = completer(model=model)
        for text in (LONG[:length], LONG[: length - 1], LONG[:length] + "a file "):
            run(segment.complete(text))
        assert segment.monolingual
        kept = [*segment.hypothesis.scores, *segment.monolingual.scores]
        taken.append((model.most, sum(scores.size > 0 for scores in kept)))
    assert taken[0] == taken[1]


class Counting(ScriptedModel):
    """Knows after how many pieces at once it was asked for scores."""

    most = 0

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        self.most = max(self.most, keep)
        return super().step(source, ids, state, keep, fresh)


@given(st.lists(st.tuples(TYPED, st.integers(0, 9)), min_size=2, max_size=5))
def test_several_users_in_one_batch_get_what_each_would_get_alone(requests: list[tuple[str, int]]) -> None:
    model = ScriptedModel()
    jobs = [completer(number, model=model).complete(text) for text, number in requests]
    alone = [run(completer(number).complete(text)) for text, number in requests]
    assert [rounded(c) for c in together(jobs)] == [rounded(c) for c in alone]


def test_typing_what_is_shown_needs_no_pass() -> None:
    model = ScriptedModel(repeating)
    segment = completer(options=replace(OPTIONS, alternatives=0), model=model)
    whole = run(segment.complete("")).text
    before = model.passes
    for end in range(len(whole) + 1):
        assert run(segment.complete(whole[:end])).text == whole
    assert model.passes == before


def test_a_draft_saves_passes_and_changes_nothing() -> None:
    passes = {}
    for draft in (0, 24):
        model = ScriptedModel(repeating)
        segment = completer(options=replace(OPTIONS, draft=draft, alternatives=0), model=model)
        first, before = run(segment.complete("")).text, model.passes
        again = run(segment.complete("a file")).text
        passes[draft] = (model.passes - before, first, again)
    assert passes[24][1:] == passes[0][1:]
    assert passes[24][0] < passes[0][0] / 2


def repeating(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The same sentence whatever came before, word for word by its place."""
    del source
    assert isinstance(read, list)
    scores = np.zeros(len(SURFACES), np.float32)
    sentence = [*encode("the file is lost for the task from a backup"), END]
    scores[sentence[min(len(read), len(sentence) - 1)]] = 9
    return scores


def test_a_space_at_the_end_of_a_sentence_may_end_it() -> None:
    text = "the file is lost for the task from a backup "
    assert run(completer(model=ScriptedModel(repeating)).complete(text)).text == text


def test_the_first_word_has_its_share_of_all_that_fits_and_others_the_product_of_their_pieces() -> None:
    segment = completer(5)
    completion = run(segment.complete("the fi"))
    prefix = split_prefix("the fi", VOCABULARY)
    first, ids = len(prefix.forced), segment.hypothesis.ids
    half_word = HalfWord(segment.hypothesis, first)
    best = run(half_word.search(prefix.rest))[0]
    assert completion.words[0].probability == pytest.approx(best.probability, rel=1e-3)
    for word in completion.words[2:]:
        product = 1.0
        for at in range(first + word.first, first + word.last):
            product *= math.exp(log_softmax(noisy(5, ids[:at]))[ids[at]])
        assert word.probability == pytest.approx(product, rel=1e-2)
        assert completion.text[word.start : word.end] == word.text


@given(TYPED, st.integers(0, 9), st.floats(0, 1))
def test_the_sure_run_is_the_leading_words_above_the_threshold(
    text: str, number: int, threshold: float
) -> None:
    completion = run(completer(number, replace(OPTIONS, highlight_threshold=threshold)).complete(text))
    end = len(text)
    for word in completion.words:
        if word.probability < threshold:
            break
        end = word.end
    assert completion.sure == end


@pytest.mark.parametrize(
    ("ids", "expected"),
    [([1, 2, 3], None), ([7, 7, 7, 7], 1), ([5, 1, 2, 1, 2, 1, 2, 1, 2], 3), ([1, 2, 1, 2, 1, 2], None)],
)
def test_a_run_that_repeats_too_often_is_noticed(ids: list[int], expected: int | None) -> None:
    assert loop_at(ids, 4) == expected


def test_a_completion_never_loops() -> None:
    def stuck(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        scores = np.zeros(len(SURFACES), np.float32)
        scores[encode("task")] = 9
        return scores

    completion = run(completer(model=ScriptedModel(stuck)).complete("the "))
    assert completion.text == "the task"
