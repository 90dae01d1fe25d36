"""The ONNX graphs say what PyTorch says, however the pieces are handed to them."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from packages import random_weights
from synslator.decoding.model import DecoderState, EncodedSource
from synslator.runtime.graphs.sessions import DecoderSession, EncoderSession, Shapes
from synslator.runtime.graphs.states import GraphState, own_state
from synslator.training.export.architecture import Architecture
from synslator.training.export.blocks import MOST
from synslator.training.export.packages import TrainedNetwork, write_graphs
from synslator.training.export.torch_weights import architecture_of, weights_of
from synslator.training.network.transformer import Transformer
from synslator.training.recipe import ModelRecipe

pytestmark = pytest.mark.usefixtures("one_thread")

RECIPE = ModelRecipe(width=32, feed_forward=48, heads=4, encoder_layers=2, decoder_layers=2, dropout=0.0)
MONOLINGUAL = ModelRecipe(width=16, feed_forward=48, heads=2, encoder_layers=0, decoder_layers=2)
SOURCE, TARGET = 60, 50
START, END = 1, 2
CLOSE = 1e-4
Floats = NDArray[np.float32]


class Graphs:
    """The same weights three times: in PyTorch, in fp32 graphs or in int8 ones."""

    def __init__(self, folder: Path, model: Transformer, language_model: Transformer, int8: bool) -> None:
        self.model, self.language_model = model, language_model
        parts = [TrainedNetwork(architecture_of(m), weights_of(m)) for m in (model, language_model)]
        write_graphs(folder, parts[0], parts[1], int8)
        self.encoder = EncoderSession(folder / "encoder.onnx", 1, RECIPE.decoder_layers)
        self.decoder, self.monolingual = (
            DecoderSession(
                folder / name,
                1,
                Shapes(recipe.decoder_layers, recipe.heads, recipe.width // recipe.heads, TARGET),
                START,
                END,
            )
            for name, recipe in (("decoder.onnx", RECIPE), ("language_model.onnx", MONOLINGUAL))
        )

    def expected(self, source: list[int] | None, target: list[int]) -> tuple[Floats, Floats]:
        """PyTorch's log-probabilities (steps, vocabulary) and hidden states (steps, width) of one row."""
        model = self.model if source is not None else self.language_model
        with torch.no_grad():
            hidden = model(torch.tensor([source]) if source is not None else None, torch.tensor([target]))
            scores = model.logits(hidden).log_softmax(-1)
        return scores[0].numpy(), hidden[0].numpy()


def make_model(recipe: ModelRecipe, seed: int) -> Transformer:
    """A model whose norms and biases are not the trivial ones of a new model."""
    torch.manual_seed(seed)
    model = Transformer(recipe, SOURCE, TARGET).eval()
    for name, parameter in model.named_parameters():
        if parameter.ndim == 1:
            torch.nn.init.normal_(parameter, 1.0 if name.endswith("norm.weight") else 0.0, 0.2)
    return model


@pytest.fixture(scope="module")
def models() -> tuple[Transformer, Transformer]:
    return make_model(RECIPE, 1), make_model(MONOLINGUAL, 2)


@pytest.fixture(scope="module")
def fp32(tmp_path_factory: pytest.TempPathFactory, models: tuple[Transformer, Transformer]) -> Graphs:
    return Graphs(tmp_path_factory.mktemp("fp32"), *models, int8=False)


@pytest.fixture(scope="module")
def int8(tmp_path_factory: pytest.TempPathFactory, models: tuple[Transformer, Transformer]) -> Graphs:
    return Graphs(tmp_path_factory.mktemp("int8"), *models, int8=True)


def random_ids(seed: int, length: int, vocabulary: int) -> list[int]:
    ids: list[int] = np.random.default_rng(seed).integers(3, vocabulary, length).tolist()
    return ids


def column(ids: list[int]) -> NDArray[np.int64]:
    return np.array([ids], np.int64)


def read_in_passes(
    session: DecoderSession,
    source: EncodedSource | None,
    rows: list[list[int]],
    passes: list[list[int]],
) -> list[Floats]:
    """Feed rows in ragged passes (`passes[p][r]` pieces of row r), padded on the left; each row's scores."""
    state: DecoderState = session.empty(len(rows))
    done = [0] * len(rows)
    found: list[list[Floats]] = [[] for _ in rows]
    for counts in passes:
        new = max(counts)
        ids = np.full((len(rows), new), 7, np.int64)
        fresh = np.zeros(ids.shape, np.bool_)
        for row, count in enumerate(counts):
            if count:
                ids[row, -count:] = rows[row][done[row] : done[row] + count]
                fresh[row, -count:] = True
        step = session.step(source, ids, state, new, fresh)
        state = step.state
        for row, count in enumerate(counts):
            found[row] += list(step.log_probabilities[row, new - count :])
            done[row] += count
    return [np.array(scores) for scores in found]


def test_the_encoder_agrees_and_padding_changes_nothing(fp32: Graphs) -> None:
    sources = [random_ids(n, length, SOURCE) for n, length in enumerate((5, 1, 9))]
    memory = fp32.encoder.encode(sources)
    assert fp32.model.encoder is not None
    for row, source in enumerate(sources):
        with torch.no_grad():
            expected = fp32.model.encoder(torch.tensor([source]))[0].numpy()
        np.testing.assert_allclose(memory.states[row, : len(source)], expected, atol=CLOSE)
        assert memory.valid[row].sum() == len(source)


@pytest.mark.parametrize("keep", [1, 3, 8])
def test_the_decoder_agrees_in_one_pass(fp32: Graphs, keep: int) -> None:
    source, target = random_ids(1, 6, SOURCE), [START, *random_ids(2, 7, TARGET)]
    step = fp32.decoder.step(fp32.encoder.encode([source]), column(target), fp32.decoder.empty(1), keep)
    scores, hidden = fp32.expected(source, target)
    np.testing.assert_allclose(step.log_probabilities[0], scores[-keep:], atol=CLOSE)
    np.testing.assert_allclose(step.hidden[0], hidden[-keep:], atol=CLOSE)
    assert step.attention.shape == (1, 8, 6)
    np.testing.assert_allclose(step.attention.sum(axis=-1), 1, atol=CLOSE)


def test_hidden_states_come_without_scores(fp32: Graphs) -> None:
    session = fp32.decoder
    rows = [[START, *random_ids(2, 7, TARGET)], [START, *random_ids(3, 4, TARGET)]]
    ids, fresh = np.zeros((2, 8), np.int64), np.zeros((2, 8), np.bool_)
    for number, row in enumerate(rows):
        ids[number, -len(row) :], fresh[number, -len(row) :] = row, True
    source = random_ids(1, 6, SOURCE)
    memory = fp32.encoder.encode([source, source])
    found = session.hidden_states(memory, ids, fresh)
    hidden, attention, cache = session.read(memory, ids, session.empty(2), fresh)
    for number, row in enumerate(rows):
        expected = fp32.expected(source, row)[1]
        np.testing.assert_allclose(found[number, -len(row) :], expected, atol=CLOSE)
        np.testing.assert_allclose(hidden[number, -len(row) :], expected, atol=CLOSE)
    assert attention.shape == (2, 8, 6)
    assert cache.length == 8


def test_the_decoder_agrees_step_by_step(fp32: Graphs) -> None:
    source, target = random_ids(3, 6, SOURCE), [START, *random_ids(4, 9, TARGET)]
    encoded = fp32.encoder.encode([source])
    state: DecoderState = fp32.decoder.empty(1)
    scores, hidden = fp32.expected(source, target)
    for position, piece in enumerate(target):
        step = fp32.decoder.step(encoded, column([piece]), state)
        state = step.state
        np.testing.assert_allclose(step.log_probabilities[0, 0], scores[position], atol=CLOSE)
        np.testing.assert_allclose(step.hidden[0, 0], hidden[position], atol=CLOSE)
    assert own_state(state).length == len(target)


def test_the_attention_shown_is_the_last_layers(fp32: Graphs) -> None:
    source, target = random_ids(5, 4, SOURCE), [START, *random_ids(6, 3, TARGET)]
    step = fp32.decoder.step(fp32.encoder.encode([source]), column(target), fp32.decoder.empty(1), 1)
    seen: dict[str, torch.Tensor] = {}
    layer = fp32.model.decoder.layers[-1]
    handle = layer.cross.register_forward_hook(
        lambda module, inputs, output: seen.update(states=inputs[0], memory=inputs[1])
    )
    fp32.expected(source, target)
    handle.remove()
    with torch.no_grad():
        q = layer.cross.q(seen["states"]).view(1, len(target), 4, -1).transpose(1, 2)
        k = layer.cross.kv(seen["memory"]).view(1, len(source), 2, 4, -1).permute(2, 0, 3, 1, 4)[0]
        weights = (q @ k.transpose(-1, -2) * 8**-0.5).softmax(-1).mean(1)
    np.testing.assert_allclose(step.attention, weights.numpy(), atol=CLOSE)


RAGGED = st.integers(1, 3).flatmap(
    lambda groups: st.integers(1, 3).flatmap(
        lambda each: st.tuples(
            st.lists(st.integers(1, 8), min_size=groups, max_size=groups),
            st.lists(
                st.lists(st.integers(0, 4), min_size=groups * each, max_size=groups * each),
                min_size=1,
                max_size=4,
            ).filter(lambda passes: all(map(max, passes))),
        )
    )
)
"""The lengths of some sources, and how many pieces each of their rows gets in each pass."""


@settings(max_examples=50, deadline=None)
@given(RAGGED, st.integers(0, 1000))
def test_rows_sources_and_ragged_passes_agree(
    fp32: Graphs, case: tuple[list[int], list[list[int]]], seed: int
) -> None:
    lengths, passes = case
    sources = [random_ids(seed + n, length, SOURCE) for n, length in enumerate(lengths)]
    each = len(passes[0]) // len(sources)
    totals = np.sum(passes, axis=0).tolist()
    rows = [[START, *random_ids(seed + 50 + n, max(0, total - 1), TARGET)] for n, total in enumerate(totals)]
    found = read_in_passes(fp32.decoder, fp32.encoder.encode(sources), rows, passes)
    for row, (total, scores) in enumerate(zip(totals, found, strict=True)):
        if total:
            expected, _ = fp32.expected(sources[row // each], rows[row][:total])
            np.testing.assert_allclose(scores, expected, atol=CLOSE)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=4).filter(
        lambda passes: all(map(max, passes))
    ),
    st.integers(0, 1000),
)
def test_the_language_model_agrees(fp32: Graphs, passes: list[list[int]], seed: int) -> None:
    totals = np.sum(passes, axis=0).tolist()
    rows = [[START, *random_ids(seed + n, max(0, total - 1), TARGET)] for n, total in enumerate(totals)]
    found = read_in_passes(fp32.monolingual, None, rows, passes)
    for row, total, scores in zip(rows, totals, found, strict=True):
        if total:
            np.testing.assert_allclose(scores, fp32.expected(None, row[:total])[0], atol=CLOSE)


def test_columns_that_are_not_valid_are_not_seen(fp32: Graphs) -> None:
    source, target = random_ids(8, 5, SOURCE), [START, *random_ids(9, 6, TARGET)]
    memory = fp32.encoder.encode([source])
    first = own_state(fp32.decoder.step(memory, column(target[:4]), fp32.decoder.empty(1)).state)
    holes = [0, 2, 3, 5]
    layers = tuple(np.full((1, *a.shape[1:2], 6, a.shape[3]), 99, np.float32) for a in first.layers)
    for mine, theirs in zip(layers, first.layers, strict=True):
        mine[:, :, holes] = theirs
    valid = np.zeros((1, 6), np.bool_)
    valid[:, holes] = True
    step = fp32.decoder.step(memory, column(target[4:]), GraphState(layers, valid), 3)
    np.testing.assert_allclose(step.log_probabilities[0], fp32.expected(source, target)[0][-3:], atol=CLOSE)


@pytest.mark.parametrize("graphs", ["fp32", "int8"])
def test_the_best_pieces_are_the_best_of_all(graphs: str, request: pytest.FixtureRequest) -> None:
    model: Graphs = request.getfixturevalue(graphs)
    memory = model.encoder.encode([random_ids(10, 5, SOURCE)])
    every = model.decoder.step(memory, column([START]), model.decoder.empty(1))
    best, _ = model.decoder.best(memory, column([START]), model.decoder.empty(1), 6)
    order = np.argsort(-every.log_probabilities[0, 0], kind="stable")[:6]
    assert best.ids[0].tolist() == order.tolist()
    np.testing.assert_array_equal(best.log_probabilities[0], every.log_probabilities[0, 0, order])


def test_eight_bits_stay_close(fp32: Graphs, int8: Graphs) -> None:
    differences, same = [], []
    for seed in range(20):
        source, target = random_ids(seed, 12, SOURCE), [START, *random_ids(seed + 100, 15, TARGET)]
        exact, _ = fp32.expected(source, target)
        memory = int8.encoder.encode([source])
        step = int8.decoder.step(memory, column(target), int8.decoder.empty(1), len(target))
        differences.append(np.abs(np.exp(step.log_probabilities[0]) - np.exp(exact)).max())
        same.append(step.log_probabilities[0].argmax(-1) == exact.argmax(-1))
    assert np.max(differences) < 0.05
    assert np.mean(same) > 0.9


@pytest.mark.parametrize("others", [1, 7])
def test_in_eight_bits_a_row_does_not_depend_on_its_batch(int8: Graphs, others: int) -> None:
    source, target = random_ids(11, 7, SOURCE), [START, *random_ids(12, 6, TARGET)]
    alone = read_in_passes(int8.decoder, int8.encoder.encode([source]), [target], [[len(target)]])[0]
    sources = [source, *(random_ids(20 + n, 4 + n, SOURCE) for n in range(others))]
    rows = [target, *([START, *random_ids(30 + n, 3 + n, TARGET)] for n in range(others))]
    passes = [[len(row) for row in rows]]
    together = read_in_passes(int8.decoder, int8.encoder.encode(sources), rows, passes)[0]
    np.testing.assert_allclose(together, alone, atol=CLOSE)


@pytest.mark.parametrize("seed", range(3))
def test_in_eight_bits_one_pass_and_single_steps_agree_to_the_last_bit(int8: Graphs, seed: int) -> None:
    """Next to nothing would do for another byte after it, and so for another word where two are as good."""
    source, target = random_ids(13 + seed, 7, SOURCE), [START, *random_ids(14 + seed, 59, TARGET)]
    memory = int8.encoder.encode([source])
    whole = read_in_passes(int8.decoder, memory, [target], [[len(target)]])[0]
    steps = read_in_passes(int8.decoder, memory, [target], [[1]] * len(target))[0]
    mixed = read_in_passes(int8.decoder, memory, [target], [[7], [1], [1], [24], [1], [3], [23]])[0]
    assert np.array_equal(whole, steps)
    assert np.array_equal(whole, mixed)


@pytest.mark.parametrize("activation", ["relu", "swish", "gelu"])
@pytest.mark.parametrize("pre_norm", [True, False])
def test_every_architecture_runs_in_eight_bits(tmp_path: Path, activation: str, pre_norm: bool) -> None:
    shape = Architecture(32, 4, 1, 1, SOURCE, TARGET, pre_norm, activation, scale_embedding=False)
    weights = random_weights(shape)
    found = []
    for name, int8 in (("fp32", False), ("int8", True)):
        (tmp_path / name).mkdir()
        write_graphs(tmp_path / name, TrainedNetwork(shape, weights), None, int8)
        encoder = EncoderSession(tmp_path / name / "encoder.onnx", 1, 1)
        decoder = DecoderSession(tmp_path / name / "decoder.onnx", 1, Shapes(1, 4, 8, TARGET), START, END)
        step = decoder.step(encoder.encode([[5, 6, 7]]), column([START, 9]), decoder.empty(1), 2)
        found.append(np.exp(step.log_probabilities))
    np.testing.assert_allclose(found[0], found[1], atol=0.03)


@pytest.mark.parametrize("activation", ["relu", "swish"])
def test_sums_of_the_greatest_products_fit_every_processor(tmp_path: Path, activation: str) -> None:
    """Some processors add two products in sixteen bits; where the weights are unpacked first, none does."""
    assert 2 * MOST * 127 < 2**15
    shape = Architecture(32, 4, 1, 1, SOURCE, TARGET, activation=activation)
    weights = random_weights(shape)
    for name, matrix in weights.items():
        if name.endswith(("inner.weight", "outer.weight")):
            weights[name] = np.full_like(matrix, 0.1)
    write_graphs(tmp_path, TrainedNetwork(shape, weights), None, int8=True)
    found = []
    for exact in ("0", "1"):
        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.x64quantprecision", exact)
        session = onnxruntime.InferenceSession(tmp_path / "encoder.onnx", options)
        found.append(
            session.run(None, {"ids": [[5, 6, 7]], "source_mask": np.zeros((1, 1, 1, 3), np.float32)})
        )
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_matrix_that_is_used_twice_is_stored_once(tmp_path: Path) -> None:
    shape = Architecture(32, 4, 1, 1, TARGET, TARGET)
    weights = random_weights(shape)
    sizes = []
    for table in (weights["decoder.embedding"], weights["encoder.embedding"]):
        write_graphs(
            tmp_path, TrainedNetwork(shape, weights | {"encoder.embedding": table}), None, int8=False
        )
        sizes.append((tmp_path / "weights.bin").stat().st_size)
    assert sizes[1] - sizes[0] == TARGET * 32 * 4
