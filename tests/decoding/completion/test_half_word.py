"""The half word: the search finds what looking at every way to spell it finds."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripted import END, SURFACES, TABLE, VOCABULARY, ScriptedModel, encode, log_softmax, noisy, source_of
from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.half_word import LEAST, HalfWord, HalfWordLimits
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import run
from synslator.decoding.model import Floats
from synslator.decoding.options import SearchOptions

WIDE = HalfWordLimits(rows=100_000, rounds=100, first=10_000, later=10_000)
SLIGHT = math.log(3e-4)
HALVES = ["", "f", "fi", "file", "files", "b", "be", "back", "backup", "the", "t", "数", "fo,"]


def search(number: int, limits: HalfWordLimits | None = None) -> HalfWord:
    hypothesis = Hypothesis(source_of(number), VOCABULARY)
    run(hypothesis.read())
    return HalfWord(hypothesis, 0, limits)


def every_word(number: int, rest: bytes) -> dict[bytes, float]:
    """Every word that fits, with its share of all that fits: all paths that are not too improbable."""
    words: dict[bytes, float] = {}
    whole, paths = 0.0, [((), 0.0, rest)]
    while paths:
        ids, score, left = paths.pop()
        scores = log_softmax(noisy(number, ids))
        scores[[0, 1]] = -np.inf
        if not left and TABLE.write(ids).strip():
            ending = float(np.exp(scores[VOCABULARY.after_word]).sum())
            words[TABLE.write(ids)] = words.get(TABLE.write(ids), 0) + math.exp(score) * ending
        allowed = VOCABULARY.hits(left) if left else VOCABULARY.inside_word
        for piece in allowed.tolist():
            reached, surface = score + float(scores[piece]), SURFACES[piece]
            if left and (surface.startswith(left) or piece == END):
                whole += math.exp(reached)
            if piece == END:
                words[TABLE.write(ids)] = words.get(TABLE.write(ids), 0) + math.exp(reached)
            elif reached > SLIGHT:
                paths.append(((*ids, piece), reached, left[len(surface) :]))
    return {word: share / whole for word, share in words.items()}


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(HALVES), st.integers(0, 30))
def test_a_wide_search_finds_what_looking_at_everything_finds(half: str, number: int) -> None:
    rest = b" " + half.encode()
    found = {word.written: word.probability for word in run(search(number, WIDE).search(rest))}
    every = every_word(number, rest)
    for word, share in every.items():
        if share > 2 * LEAST:
            assert found[word] == pytest.approx(share, abs=0.1)


def test_its_limits_rarely_cost_the_best_word() -> None:
    """Even for a model that finds many words alike; a real one is surer."""
    cases = [(half, number) for half in HALVES for number in range(4)]
    best = {
        limits: [
            run(search(number, limits).search(b" " + half.encode()))[0].written for half, number in cases
        ]
        for limits in (HalfWordLimits(), WIDE)
    }
    alike = sum(one == other for one, other in zip(best[HalfWordLimits()], best[WIDE], strict=True))
    assert alike >= 0.9 * len(cases)


def test_a_short_piece_that_stands_for_many_words_is_no_trap() -> None:
    """` fo` is the likelier piece, and greedy search would spell on from it; ` for` is the likelier word."""
    scores: dict[str, dict[str, float]] = {
        "": {" fo": 0.5, " for": 0.4, " the": 0.1},
        " fo": {"o": 0.3, "s": 0.3, "ing": 0.3, " a": 0.1},
    }

    def trap(source: int, read: object) -> Floats:
        written = TABLE.write(list(read)).decode()  # type: ignore[call-overload]
        following = scores.get(written, {" the": 0.9, "s": 0.1})
        result = np.full(len(SURFACES), 1e-7)
        for surface, share in following.items():
            result[SURFACES.index(surface.encode())] = share
        return np.log(result).astype(np.float32)

    completer = Completer(source_of(1, ScriptedModel(trap)), VOCABULARY, None, SearchOptions())
    assert run(completer.complete("f")).text.split()[0] == "for"


def test_a_finished_word_is_left_alone_where_no_longer_one_is_likelier() -> None:
    """One piece goes on with the word and is the likeliest of all; the others together end it."""

    def spread(source: int, read: object) -> Floats:
        result = np.full(len(SURFACES), 1e-7)
        if list(read) == encode("the"):  # type: ignore[call-overload]
            result[SURFACES.index(b"s")] = 0.3
            for surface in (b" file", b" backup", b" task", b" start"):
                result[SURFACES.index(surface)] = 0.175
        else:
            result[SURFACES.index(b" the")] = 0.9
        return np.log(result).astype(np.float32)

    completer = Completer(source_of(1, ScriptedModel(spread)), VOCABULARY, None, SearchOptions())
    assert run(completer.complete("the")).text.split()[0] == "the"


def test_the_next_letter_asks_only_what_is_new() -> None:
    model = ScriptedModel()
    completer = Completer(source_of(2, model), VOCABULARY, None, SearchOptions(alternatives=0))
    passes = []
    for text in ("the b", "the ba", "the bac"):
        before = model.passes
        run(completer.complete(text))
        passes.append(model.passes - before)
    fresh = ScriptedModel()
    run(Completer(source_of(2, fresh), VOCABULARY, None, SearchOptions(alternatives=0)).complete("the bac"))
    assert passes[2] < fresh.passes
