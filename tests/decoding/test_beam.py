"""Beam search: its limits (greedy, exhaustive), batches, and its named parts."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripted import END, SURFACES, VOCABULARY, ScriptedModel, encoded, log_softmax, noisy
from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.beam import Beams, Finished, beam_search, candidates, cut_loops, normalise, prune
from synslator.decoding.model import Best, Flags, Ids
from synslator.decoding.options import SearchOptions

FEW = [270, 271, 272]
"""The only pieces that the small model knows besides the end."""


def small(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """A model with three words, which must end after three of them."""
    scores = np.full(len(SURFACES), -50, np.float32)
    scores[[*FEW, END]] = noisy(source, read)[[*FEW, END]]  # type: ignore[arg-type]
    scores[END] += 12
    if len(read) >= 3:  # type: ignore[arg-type]
        scores[FEW] = -50
    return scores


def options(beam: int, penalty: float = 1.0) -> SearchOptions:
    return SearchOptions(beam=beam, length_penalty=penalty, longest_factor=1, longest_extra=10)


def search(source: int, beam: int, answer: object = small, penalty: float = 1.0) -> Finished:
    model = ScriptedModel(answer)  # type: ignore[arg-type]
    return beam_search(StepReader(model, encoded(source)), VOCABULARY, options(beam, penalty))[0]


@pytest.mark.parametrize("source", range(12))
def test_a_wide_beam_is_exhaustive_search(source: int) -> None:
    best = None
    for length in (1, 2, 3):
        for ids in product(FEW, repeat=length):
            total = sum(float(log_softmax(small(source, ids[:n]))[p]) for n, p in enumerate([*ids, END]))
            score = normalise(total, length + 1, options(1))
            if best is None or score > best[0]:
                best = (score, ids)
    assert best is not None
    found = search(source, 40)
    assert found.ids == best[1]
    assert found.score == pytest.approx(best[0], abs=1e-4)


@pytest.mark.parametrize("source", range(8))
def test_a_beam_of_one_is_greedy(source: int) -> None:
    ids: list[int] = []
    while len(ids) < 16:
        scores = log_softmax(noisy(source, ids))
        scores[[0, 1, *([END] if not ids else [])]] = -np.inf
        best = int(scores.argmax())
        if best == END:
            break
        ids.append(best)
    assert search(source, 1, noisy).ids == tuple(ids)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 99), min_size=2, max_size=5), st.integers(1, 4))
def test_a_batch_finds_what_each_source_finds_alone(sources: list[int], beam: int) -> None:
    together = beam_search(StepReader(ScriptedModel(), encoded(*sources)), VOCABULARY, options(beam))
    alone = [search(source, beam, noisy) for source in sources]
    assert [f.ids for f in together] == [f.ids for f in alone]


def test_unused_pieces_are_never_predicted() -> None:
    def tempting(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        scores = small(source, read)
        scores[[0, 1]] = 40
        return scores

    assert set(search(1, 4, tempting).ids) <= set(FEW)


def test_a_longer_hypothesis_wins_under_a_higher_penalty() -> None:
    lengths = [len(search(source, 8, small, penalty).ids) for source in range(20) for penalty in (0.0, 3.0)]
    assert sum(lengths[1::2]) > sum(lengths[::2])


def test_candidates_are_the_best_continuations_of_all_hypotheses() -> None:
    totals = np.array([[[-1.0, -4.0], [-2.0, -3.0]]], np.float32)
    pieces = np.array([[[270, 271], [272, 273]]])
    parents, chosen, values = candidates(totals, pieces, VOCABULARY)
    assert chosen.tolist() == [[270, 272, 273, 271]]
    assert parents.tolist() == [[0, 1, 1, 0]]
    assert values.tolist() == [[-1.0, -2.0, -3.0, -4.0]]


def test_a_tail_that_repeats_itself_is_cut() -> None:
    looping = Finished((5, 6, 7, 6, 7, 6, 7, 6, 7, 9), -1.0, -0.1)
    assert cut_loops(looping, options(1)).ids == (5, 6, 7)


def test_a_search_that_never_ends_is_ended() -> None:
    def endless(source: int, read: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        scores = np.array(noisy(source, read))  # type: ignore[arg-type]
        scores[END] = -90
        return scores

    assert 0 < len(search(3, 4, endless).ids) <= options(4).longest(6)


def test_a_search_in_circles_is_ended_early() -> None:
    read: list[int] = []

    def circling(source: int, before: object) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        read.append(len(before))  # type: ignore[arg-type]
        scores = np.full(len(SURFACES), -50, np.float32)
        scores[FEW[len(before) % 2]], scores[END] = 0, -90  # type: ignore[arg-type]
        return scores

    model = ScriptedModel(circling)  # type: ignore[arg-type]
    long = SearchOptions(beam=2, longest_factor=1, longest_extra=400)
    (found,) = beam_search(StepReader(model, encoded(1)), VOCABULARY, long)
    assert list(found.ids) == FEW[:2]
    assert max(read) < 20


class Counting(StepReader):
    """Counts the hypotheses that it is asked to go on with."""

    alive = 0

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        self.alive += int(alive.sum())
        return super().read(ids, top, alive, asked)


def test_hopeless_hypotheses_are_given_up_and_others_not() -> None:
    counts, found = [], []
    for prune_margin in (math.inf, 30.0, 1.0):
        reader = Counting(ScriptedModel(), encoded(5, 6, 7))
        found.append(
            [f.ids for f in beam_search(reader, VOCABULARY, replace(options(4), prune_margin=prune_margin))]
        )
        counts.append(reader.alive)
    assert found[0] == found[1]
    assert counts[0] == counts[1] > counts[2]


def test_the_more_are_ahead_the_sooner_a_hypothesis_is_given_up() -> None:
    scores = np.array([[0.0, -1.9, -1.9, -1.9], [0.0, -0.4, -0.9, -2.5]], np.float32)
    kept = []
    for margin_decay in (0.0, 0.5):
        beams = Beams(np.arange(2), np.zeros((2, 4, 1), np.int64), scores)
        prune(beams, SearchOptions(beam=4, prune_margin=2.0, margin_decay=margin_decay))
        kept.append(np.isfinite(beams.scores).tolist())
    assert kept[0] == [[True, True, True, True], [True, True, True, False]]
    assert kept[1] == [[True, True, False, False], [True, True, True, False]]
