"""Keystrokes in our own arithmetic are answered as by the graphs, and nothing is copied to branch off."""

from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages import PAIRS
from synslator.arithmetic.library import find_library
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Source, answer, run
from synslator.decoding.model import Floats, Request, StepModel
from synslator.runtime.native.states import NativeState, ReadRows, StatePage
from synslator.runtime.native.steps import NativeSteps
from synslator.runtime.package import Package
from wide import WIDE, open_package

SOURCES = [source for source, _ in PAIRS]
pytestmark = pytest.mark.skipif(find_library() is None, reason="no arithmetic is compiled for this processor")


def steps_of(package: Package) -> NativeSteps:
    assert package.graphs.native
    return package.graphs.native.steps


def close(found: Floats, expected: Floats, atol: float) -> None:
    """Two model's numbers, of which one at the edge between two bytes may fall to either side."""
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, atol=atol)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_drafts_and_steps_are_answered_as_by_the_graphs(wide_package: Package, seed: int) -> None:
    rng, package = np.random.default_rng(seed), wide_package
    ours, theirs = steps_of(package), package.graphs.decoder
    pieces = [package.pieces(SOURCES[n]) for n in rng.integers(0, len(SOURCES), 3)]
    assert package.graphs.native
    encoded = [package.graphs.native.encode([one]) for one in pieces]
    graphs = [package.graphs.encoder.encode([one]) for one in pieces]
    states: list[list[object]] = [[ours.empty(1)] * 3, [theirs.empty(1)] * 3]
    models: list[tuple[StepModel, list[object]]] = [(ours, list(encoded)), (theirs, list(graphs))]
    for turn in range(4):
        new = [rng.integers(4, theirs.vocabulary, rng.integers(1, 6)) for _ in pieces]
        if turn == 0:
            new = [np.array([ours.start, *ids]) for ids in new]
        keep = [int(rng.integers(1, len(ids) + 1)) for ids in new]
        answers = [
            answer([Request(model, *given) for given in zip(sources, new, before, keep, strict=True)])
            for (model, sources), before in zip(models, states, strict=True)
        ]
        for mine, other in zip(*answers, strict=True):
            close(mine.hidden, other.hidden, 0.15)
            close(mine.log_probabilities, other.log_probabilities, 0.3)
            close(mine.attention, other.attention, 0.05)
        states = [[step.state.cut(4 + turn) for step in steps] for steps in answers]


def test_a_text_is_completed_as_by_the_graphs(wide_package: Package) -> None:
    graphs = copy(wide_package.graphs)
    graphs.native = None
    alike = []
    for source, target in PAIRS:
        texts = []
        for package in (wide_package, replace(wide_package, graphs=graphs)):
            segment = Completer(Source(package.model, package.encode([source])), package.vocabulary)
            texts.append([run(segment.complete(target[:end])).text for end in (0, 3, 4, 9, len(target))])
        alike += [ours == theirs for ours, theirs in zip(*texts, strict=True)]
        assert all(text.startswith(target[:3]) for text in texts[0][1:])
    # Where two pieces are nearly as good, the last bit decides, and what follows is another text.
    assert np.mean(alike) > 0.5


def state_of(rows: int) -> ReadRows:
    page = StatePage(rows, 8)
    page.take(rows)
    page.rows[:] = np.arange(rows)[:, None]
    return ReadRows(page, np.arange(rows))


def test_branches_have_the_rows_before_them_in_common() -> None:
    begun = state_of(6).moved(20)
    one, other = begun.cut(4).grown(2), begun.cut(5).grown(1)
    assert one.page is other.page is begun.page
    assert one.tokens.tolist() == [0, 1, 2, 3, 6, 7]
    assert other.tokens.tolist() == [0, 1, 2, 3, 4, 8]
    whole = NativeState((one, other))
    assert whole.row(1).select([0, 0]).rows[1].page is begun.page
    assert whole.nbytes == one.nbytes + other.nbytes <= 2 * begun.page.nbytes


def test_a_full_page_is_left_with_what_is_needed() -> None:
    full = state_of(9)
    grown = full.cut(7).grown(3)
    assert grown.page is not full.page
    assert grown.page.rows[grown.tokens[:7], 0].tolist() == list(range(7))
    assert len(np.unique(grown.tokens)) == 10
    assert len(grown.page.rows) >= 20
    again = grown.grown(4)
    assert again.page is grown.page


def test_few_rows_of_many_keep_no_page() -> None:
    whole = NativeState((state_of(40),))
    few = whole.cut(3).row(0)
    assert len(few.rows[0].page.rows) == 3
    assert few.rows[0].page.rows[few.rows[0].tokens, 0].tolist() == [0, 1, 2]
    assert few.nbytes < whole.nbytes / 9
    for length in (20, 99):
        assert whole.cut(length).row(0).rows[0].page is whole.rows[0].page


def narrowed(folder: Path, vocabularies: dict[str, Path], seed: int) -> Package:
    """A package whose shortlist has some pieces only, by chance."""
    package = open_package(folder, vocabularies, WIDE)
    assert package.graphs.search
    always = package.graphs.search.shortlist.lexicon.always
    always[:] = np.random.default_rng(seed).random(len(always)) < 0.3
    return package


@pytest.mark.parametrize("seed", [1, 2])
def test_likely_pieces_are_scored_first_and_the_answer_is_that_of_all(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], seed: int
) -> None:
    package = narrowed(tmp_path, tiny_vocabularies, seed)
    scored: list[int] = []
    part = steps_of(package).part
    steps_of(package).part = lambda ids: scored.append(len(ids)) or part(ids)  # type: ignore[func-returns-value]
    for source, target in PAIRS[:8]:
        pieces = package.pieces(source)
        answers = []
        for encoded in (package.model.encode([pieces], [source]), package.model.encode([pieces])):
            segment = Completer(Source(package.model, encoded), package.vocabulary)
            answers.append([run(segment.complete(target[:end])) for end in (0, 2, 5, 6, 9, len(target))])
        for quick, exact in zip(*answers, strict=True):
            assert quick.text == exact.text
            assert [word.text for word in quick.words] == [word.text for word in exact.words]
            for one, other in zip(quick.words, exact.words, strict=True):
                assert one.probability == pytest.approx(other.probability, abs=1e-4)
    assert scored
    assert max(scored) < steps_of(package).every.pieces / 2


def test_wanted_pieces_are_among_the_likely_ones(tmp_path: Path, tiny_vocabularies: dict[str, Path]) -> None:
    package = narrowed(tmp_path, tiny_vocabularies, 3)
    steps, source = steps_of(package), package.encode([SOURCES[0]])
    state, ids = steps.empty(1), np.array([steps.start])
    rare = np.flatnonzero(np.isin(np.arange(steps.every.pieces), source.groups[0].pieces, invert=True))[:2]  # type: ignore[attr-defined]
    everything = Request(package.model, source, ids, state, 1)
    for wanted in (np.zeros(0, np.int64), rare[:1], rare):
        whole, step = steps.steps([everything, replace(everything, wanted=wanted)])
        assert whole.likely is None
        assert step.likely
        assert (step.likely.places[wanted] >= 0).all()
        assert step.log_probabilities.shape == (1, 1, len(step.likely.ids))
        likely = whole.log_probabilities[0, 0, step.likely.ids]
        shift = step.log_probabilities[0, 0] - likely
        np.testing.assert_allclose(shift, -np.log(np.exp(likely).sum()), atol=1e-4)
        close(step.likely.all_scores(step.hidden[0]), whole.log_probabilities[0], 1e-5)
