"""What every model behind `decoding.model` promises, as tests to inherit.

A subclass has a fixture `model` and perhaps other pieces; whatever its states look like, they hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.driver import answer
from synslator.decoding.model import (
    DecoderState,
    EncodedSource,
    Floats,
    Request,
    StepModel,
    TranslationModel,
)

SOURCES = ([5, 9, 7, 2], [8, 6, 2], [7, 7, 5, 6, 9, 8, 2])
READ = (21, 30, 25, 40, 33, 28)
"""Pieces of a target."""


@dataclass(frozen=True)
class Said:
    """What a model said of one hypothesis after each of its pieces."""

    log_probabilities: Floats
    hidden: Floats
    attention: Floats
    state: DecoderState

    def first(self, count: int) -> "Said":
        return Said(self.log_probabilities[:count], self.hidden[:count], self.attention[:count], self.state)


class StepModelContract:
    """Of a model that says what comes next."""

    CLOSE = 1e-4
    """How far two ways to the same numbers may be apart."""

    @pytest.fixture
    def sources(self, model: StepModel) -> list[EncodedSource | None]:
        """Some sources, each encoded alone; none for a language model."""
        raise NotImplementedError

    def read(
        self,
        model: StepModel,
        source: EncodedSource | None,
        pieces: Sequence[int],
        state: DecoderState | None = None,
    ) -> Said:
        """Have one hypothesis read pieces in one pass, scores after each."""
        state = model.empty(1) if state is None else state
        step = model.step(source, np.array([pieces]), state, len(pieces))
        return Said(step.log_probabilities[0], step.hidden[0], step.attention[0], step.state)

    def same(self, one: Said, other: Said, last: int = 1) -> None:
        """Compare what was said after the last pieces."""
        close = {"atol": self.CLOSE, "rtol": self.CLOSE}
        np.testing.assert_allclose(one.log_probabilities[-last:], other.log_probabilities[-last:], **close)
        np.testing.assert_allclose(one.hidden[-last:], other.hidden[-last:], **close)
        np.testing.assert_allclose(one.attention[-last:], other.attention[-last:], **close)

    def test_probabilities_add_up_and_attention_too(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        for source in sources:
            said = self.read(model, source, [model.start, *READ])
            np.testing.assert_allclose(np.exp(said.log_probabilities).sum(axis=1), 1, atol=1e-3)
            length = int(source.lengths[0]) if source else 0
            assert said.attention.shape == (1 + len(READ), length)
            if source:
                np.testing.assert_allclose(said.attention.sum(axis=1), 1, atol=1e-3)

    def test_one_pass_says_what_single_steps_say(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        whole = self.read(model, sources[0], [model.start, *READ])
        said = self.read(model, sources[0], [model.start])
        for number, piece in enumerate(READ, 2):
            said = self.read(model, sources[0], [piece], said.state)
            part = slice(0, number)
            self.same(
                said,
                Said(whole.log_probabilities[part], whole.hidden[part], whole.attention[part], said.state),
            )

    def test_only_what_is_asked_about_is_scored(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        pieces = [model.start, *READ]
        whole = self.read(model, sources[0], pieces)
        step = model.step(sources[0], np.array([pieces]), model.empty(1), 2)
        assert step.log_probabilities.shape[1] == step.hidden.shape[1] == 2
        assert step.attention.shape[1] == len(pieces)
        said = Said(step.log_probabilities[0], step.hidden[0], step.attention[0], step.state)
        self.same(said, whole, 2)

    def test_a_state_does_not_change_while_others_go_on_from_it(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        state = self.read(model, sources[0], [model.start, *READ[:2]]).state
        first = self.read(model, sources[0], READ[2:], state)
        self.read(model, sources[0], READ[::-1], state)
        self.same(self.read(model, sources[0], READ[2:], state), first, 4)

    def test_what_is_cut_off_was_never_read(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        state = self.read(model, sources[0], [model.start, *READ]).state
        for length in (1, 3, len(READ) + 1, 99):
            pieces = [model.start, *READ][:length]
            expected = self.read(model, sources[0], [*pieces, 35])
            self.same(self.read(model, sources[0], [35], state.cut(length)), expected)
        anew = self.read(model, sources[0], [model.start, *READ], state.cut(0))
        self.same(anew, self.read(model, sources[0], [model.start, *READ]), 7)

    def test_a_forked_hypothesis_goes_on_alone(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        state = self.read(model, sources[0], [model.start, READ[0]]).state.select([0, 0])
        step = model.step(sources[0], np.array([[READ[1]], [READ[2]]]), state)
        for row, piece in enumerate(READ[1:3]):
            expected = self.read(model, sources[0], [model.start, READ[0], piece, 35])
            self.same(self.read(model, sources[0], [35], step.state.row(row)), expected)
        turned = model.step(sources[0], np.array([[35], [35]]), step.state.select(np.array([1, 0])))
        for row, piece in enumerate((READ[2], READ[1])):
            expected = self.read(model, sources[0], [model.start, READ[0], piece, 35])
            np.testing.assert_allclose(turned.hidden[row], expected.hidden[-1:], atol=self.CLOSE)

    def test_together_says_what_each_alone_says(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        """Of several sources, after different numbers of pieces, and with new pieces of different numbers."""
        old = [[model.start], [model.start, *READ[:4]], [model.start, *READ[:2]]]
        new = [list(READ), [READ[5]], list(READ[:3])]
        before = [self.read(model, *pair).state for pair in zip(sources, old, strict=True)]
        three = zip(sources, new, before, strict=True)
        requests = [Request(model, source, np.array(ids), state, 1) for source, ids, state in three]
        for request, step, read in zip(requests, answer(requests), old, strict=True):
            alone = self.read(model, request.encoded, [*read, *request.ids.tolist()])
            said = Said(step.log_probabilities[0], step.hidden[0], step.attention[0], step.state)
            self.same(said, alone)
            later = self.read(model, request.encoded, [35], step.state)
            expected = self.read(model, request.encoded, [*read, *request.ids.tolist(), 35])
            self.same(later, expected)

    def test_what_is_not_real_was_not_read(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        ids, fresh = np.array([[44, model.start, READ[0]]]), np.array([[False, True, True]])
        state = model.step(sources[0], ids, model.empty(1), 1, fresh).state
        expected = self.read(model, sources[0], [model.start, READ[0], 35])
        self.same(self.read(model, sources[0], [35], state), expected)
        self.same(self.read(model, sources[0], [35], state.row(0)), expected)

    def test_a_row_does_not_keep_the_others(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        state = self.read(model, sources[0], [model.start, *READ]).state
        many = model.stack([state] * 20)
        assert many.nbytes > 10 * state.nbytes
        assert many.row(3).nbytes <= state.nbytes
        assert many.row(3).cut(2).row(0).nbytes < state.nbytes / 2

    def test_the_best_pieces_are_the_best_of_all(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        said = self.read(model, sources[0], [model.start])
        asked = np.array([[22, 41, 22]])
        best, state = model.best(sources[0], np.array([[model.start]]), model.empty(1), 6, asked)
        order = np.argsort(-said.log_probabilities[0], kind="stable")[:6]
        assert best.ids.tolist() == [order.tolist()]
        np.testing.assert_allclose(best.log_probabilities[0], said.log_probabilities[0, order], atol=1e-6)
        np.testing.assert_allclose(best.asked[0], said.log_probabilities[0, asked[0]], atol=1e-5)
        np.testing.assert_allclose(best.hidden, said.hidden, atol=1e-6)
        expected = self.read(model, sources[0], [model.start, *READ])
        self.same(self.read(model, sources[0], READ, state), expected, len(READ))

    def test_a_state_of_another_model_is_refused(
        self, model: StepModel, sources: list[EncodedSource | None]
    ) -> None:
        with pytest.raises(TypeError, match="Strange"):
            model.step(sources[0], np.array([[model.start]]), Strange())
        with pytest.raises(TypeError, match="Strange"):
            model.stack([Strange()])


class Strange:
    """A state that no model made."""

    nbytes = 0

    def select(self, rows: object) -> "Strange":
        return self

    def cut(self, length: int) -> "Strange":
        return self

    def row(self, number: int) -> "Strange":
        return self


class TranslationModelContract(StepModelContract):
    """Of a model that translates."""

    @pytest.fixture
    def sources(self, model: TranslationModel) -> list[EncodedSource | None]:
        """Each of the sources alone."""
        return [model.encode([source]) for source in SOURCES]

    def test_sources_know_their_lengths_and_can_be_chosen(
        self, model: TranslationModel, sources: list[EncodedSource | None]
    ) -> None:
        batch = model.encode(SOURCES)
        assert batch.lengths.tolist() == [len(source) for source in SOURCES]
        assert batch.select([2, 0]).lengths.tolist() == [len(SOURCES[2]), len(SOURCES[0])]
        assert batch.nbytes > batch.select([1]).nbytes > 0
        alone = [source for source in sources if source]
        for together in (batch, model.stack_sources(alone)):
            for number, source in enumerate(alone):
                chosen = self.read(model, together.select([number]), [model.start, *READ])
                expected = self.read(model, source, [model.start, *READ])
                np.testing.assert_allclose(chosen.hidden, expected.hidden, atol=self.CLOSE)
                length = len(SOURCES[number])
                looked = chosen.attention[:, :length]
                np.testing.assert_allclose(looked, expected.attention, atol=self.CLOSE)
                assert not chosen.attention[:, length:].any()

    def test_whole_targets_are_read_as_in_steps(
        self, model: TranslationModel, sources: list[EncodedSource | None]
    ) -> None:
        targets = [[model.start, *READ[:n]] for n in (2, 6, 0)]
        hidden, looked = model.hidden_states(SOURCES, targets), model.attention(SOURCES, targets)
        for number, (source, target) in enumerate(zip(sources, targets, strict=True)):
            said = self.read(model, source, target)
            assert looked[number].shape == (len(target), len(SOURCES[number]))
            np.testing.assert_allclose(looked[number], said.attention, atol=self.CLOSE)
            assert hidden[number].shape == said.hidden.shape
            np.testing.assert_allclose(hidden[number], said.hidden, atol=self.CLOSE_WHOLE)

    CLOSE_WHOLE = 1e-4
    """How far whole targets and beam searches may be from steps: other arithmetic may read them."""

    def test_a_beam_search_reads_as_single_hypotheses_do(self, model: TranslationModel) -> None:
        reader = model.batch_decoder(SOURCES, ["", "", ""], np.arange(5, 45))
        slow = StepReader(model, model.encode(SOURCES))
        assert reader.start == model.start
        assert reader.lengths.tolist() == slow.lengths.tolist()
        ids, alive = np.full((3, 1), model.start), np.ones((3, 1), np.bool_)
        rows = np.array([[0, 0], [1, 1], [2, 2]])
        for number, next_rows in enumerate(([[0, 1], [5, 4]], [[1, 1], [3, 2]], [[0, 1], [2, 3]])):
            found = [one.read(ids, 3, alive) for one in (reader, slow)]
            np.testing.assert_allclose(found[0].hidden, found[1].hidden, atol=self.CLOSE_WHOLE)
            for one in (reader, slow):
                one.select(rows)
            ids = np.array(READ[: rows.size]).reshape(rows.shape) + number
            rows, alive = np.array(next_rows), np.ones(rows.shape, np.bool_)
