"""A package's adaptive layers say what PyTorch says, and without an example they say nothing."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import settings as examples_of
from hypothesis import strategies as st
from numpy.typing import NDArray

from synslator.decoding.model import DecoderState, EncodedSource
from synslator.runtime.graphs.states import GraphSource, GraphState, own_source, own_state
from synslator.runtime.manifest import check
from synslator.runtime.package import Package
from synslator.training.adaptive.model import AdaptiveTransformer, ExampleBatch
from synslator.training.export.derived import Derived, write_adaptive
from trained import make_adaptive, make_base, make_trained_package

pytestmark = pytest.mark.usefixtures("one_thread")

CLOSE = 1e-4
NAMED = Derived("trained", "2.0")
Pair = tuple[list[int], list[int]]


class Graphs:
    """The same weights twice: in PyTorch and in a package."""

    def __init__(self, folder: Path, vocabularies: dict[str, Path], int8: bool) -> None:
        self.model = make_adaptive(make_base())
        self.base = make_trained_package(folder / "base", vocabularies, make_base(), int8)
        write_adaptive(self.base, folder / "adaptive", self.model.learned(), 40, NAMED)
        self.package = Package.open(folder / "adaptive")

    def encode(self, sources: list[list[int]], examples: list[Pair]) -> GraphSource:
        assert self.package.adaptive is not None
        return own_source(self.package.adaptive.encode(sources, examples))

    def expected(self, source: list[int], example: Pair, read: list[int]) -> NDArray[np.float32]:
        with torch.no_grad():
            hidden = self.model(torch.tensor([source]), torch.tensor([read]), example_of(example))
            scores: NDArray[np.float32] = self.model.logits(hidden).log_softmax(-1)[0].numpy()
        return scores


def example_of(*pairs: Pair) -> ExampleBatch:
    """Examples as a training batch has them, padded."""
    source, read, answer = (
        torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
        for rows in (
            [source for source, _ in pairs],
            [[1, *target] for _, target in pairs],
            [[*target, 2] for _, target in pairs],
        )
    )
    return ExampleBatch(source, (source != 0)[:, None, None], read, answer, (answer != 0)[:, None, None])


@pytest.fixture(scope="module")
def fp32(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Graphs:
    return Graphs(tmp_path_factory.mktemp("fp32"), tiny_vocabularies, int8=False)


@pytest.fixture(scope="module")
def int8(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Graphs:
    return Graphs(tmp_path_factory.mktemp("int8"), tiny_vocabularies, int8=True)


def random_ids(seed: int, length: int) -> list[int]:
    ids: list[int] = np.random.default_rng(seed).integers(4, 480, length).tolist()
    return ids


def random_pair(seed: int, *lengths: int) -> Pair:
    return random_ids(seed, lengths[0]), random_ids(seed + 500, lengths[1])


def read_in_passes(
    package: Package, source: EncodedSource, rows: list[list[int]], passes: list[list[int]]
) -> list[NDArray[np.float32]]:
    """Feed rows in ragged passes, padded on the left; each row's log-probabilities."""
    model = package.adaptive
    assert model is not None
    state: DecoderState = model.empty(len(rows))
    done = [0] * len(rows)
    found: list[list[NDArray[np.float32]]] = [[] for _ in rows]
    for counts in passes:
        new = max(counts)
        ids, fresh = np.full((len(rows), new), 7, np.int64), np.zeros((len(rows), new), np.bool_)
        for row, count in enumerate(counts):
            if count:
                ids[row, -count:] = rows[row][done[row] : done[row] + count]
                fresh[row, -count:] = True
        step = model.step(source, ids, state, new, fresh)
        state = step.state
        for row, count in enumerate(counts):
            found[row] += list(step.log_probabilities[row, new - count :])
            done[row] += count
    return [np.array(scores) for scores in found]


CASES = st.integers(1, 3).flatmap(
    lambda groups: st.integers(1, 2).flatmap(
        lambda each: st.tuples(
            st.lists(st.tuples(*[st.integers(1, 9)] * 3), min_size=groups, max_size=groups),
            st.lists(
                st.lists(st.integers(0, 4), min_size=groups * each, max_size=groups * each),
                min_size=1,
                max_size=4,
            ).filter(lambda passes: all(map(max, passes))),
        )
    )
)
"""Lengths of some sources and of their examples' sides; how many pieces each row gets in each pass."""


@examples_of(max_examples=40)
@given(CASES, st.integers(0, 1000))
def test_the_graphs_agree_with_pytorch_in_ragged_batches(
    fp32: Graphs, case: tuple[list[tuple[int, int, int]], list[list[int]]], seed: int
) -> None:
    lengths, passes = case
    sources = [random_ids(seed + n, length) for n, (length, _, _) in enumerate(lengths)]
    examples = [random_pair(seed + 20 + n, *both) for n, (_, *both) in enumerate(lengths)]
    each = len(passes[0]) // len(sources)
    totals = np.sum(passes, axis=0).tolist()
    rows = [[1, *random_ids(seed + 90 + n, max(0, total - 1))] for n, total in enumerate(totals)]
    found = read_in_passes(fp32.package, fp32.encode(sources, examples), rows, passes)
    for row, (total, scores) in enumerate(zip(totals, found, strict=True)):
        if total:
            expected = fp32.expected(sources[row // each], examples[row // each], rows[row][:total])
            np.testing.assert_allclose(scores, expected, atol=CLOSE)


def test_the_example_matters(fp32: Graphs) -> None:
    source, read = random_ids(1, 6), [1, *random_ids(2, 5)]
    one, other = (fp32.expected(source, random_pair(seed, 5, 6), read) for seed in (3, 4))
    assert np.abs(one - other).max() > 0.1


def test_padded_examples_are_the_same_in_training(fp32: Graphs) -> None:
    source, read = random_ids(1, 6), [1, *random_ids(2, 5)]
    pairs = [random_pair(3, 4, 9), random_pair(4, 8, 2)]
    with torch.no_grad():
        both = fp32.model(torch.tensor([source] * 2), torch.tensor([read] * 2), example_of(*pairs))
        for row, pair in enumerate(pairs):
            alone = fp32.model(torch.tensor([source]), torch.tensor([read]), example_of(pair))
            torch.testing.assert_close(both[row], alone[0], atol=1e-5, rtol=1e-5)


def test_eight_bits_stay_close_and_do_not_depend_on_the_batch(int8: Graphs) -> None:
    sources = [random_ids(n, 5 + n) for n in range(3)]
    examples = [random_pair(20 + n, 9 - n, 4 + n) for n in range(3)]
    rows = [[1, *random_ids(40 + n, 6)] for n in range(3)]
    together = read_in_passes(int8.package, int8.encode(sources, examples), rows, [[7] * 3])
    for n in range(3):
        expected = int8.expected(sources[n], examples[n], rows[n])
        assert np.abs(np.exp(together[n]) - np.exp(expected)).max() < 0.05
        memory = int8.encode([sources[n]], [examples[n]])
        alone = read_in_passes(int8.package, memory, [rows[n]], [[1]] * 7)
        np.testing.assert_allclose(together[n], alone[0], atol=CLOSE)


def test_the_best_pieces_are_the_best_of_all(int8: Graphs) -> None:
    model, memory = int8.package.adaptive, int8.encode([random_ids(1, 5)], [random_pair(2, 5, 5)])
    assert model is not None
    start = np.array([[1]])
    every = model.step(memory, start, model.empty(1))
    best, _ = model.best(memory, start, model.empty(1), 6)
    order = np.argsort(-every.log_probabilities[0, 0], kind="stable")[:6]
    assert best.ids[0].tolist() == order.tolist()
    np.testing.assert_array_equal(best.log_probabilities[0], every.log_probabilities[0, 0, order])
    assert every.attention.shape == (1, 1, 5)


def test_sources_are_selected_and_stacked_with_their_examples(int8: Graphs) -> None:
    sources, examples = [random_ids(1, 4), random_ids(2, 7)], [random_pair(3, 5, 8), random_pair(4, 3, 2)]
    apart = [int8.encode([source], [pair]) for source, pair in zip(sources, examples, strict=True)]
    stacked = GraphSource.stack(apart)
    rows = [[1, *random_ids(5, 3)], [1, *random_ids(6, 3)]]
    whole = read_in_passes(int8.package, stacked, rows, [[4, 4]])
    turned = read_in_passes(int8.package, stacked.select([1, 0]), rows[::-1], [[4, 4]])
    for row in range(2):
        alone = read_in_passes(int8.package, apart[row], [rows[row]], [[4]])[0]
        np.testing.assert_allclose(whole[row], alone, atol=CLOSE)
        np.testing.assert_allclose(turned[1 - row], alone, atol=CLOSE)
    assert stacked.nbytes > sum(memory.nbytes - memory.example.nbytes for memory in apart if memory.example)


def test_the_base_models_files_stay_as_they_are(int8: Graphs) -> None:
    before, after = check(int8.base), check(int8.package.folder)
    assert before.files.items() <= after.files.items()
    added = after.files.keys() - before.files.keys()
    assert added == {"adaptive_encoder.onnx", "adaptive_decoder.onnx", "adaptive.bin"}
    assert before.adaptive is None
    assert after.adaptive is not None
    assert after.adaptive.minimum_rate == 40
    layers = sum(parameter.numel() for parameter in int8.model.adaptive.parameters() if parameter.ndim == 2)
    assert after.files["adaptive.bin"].bytes < 1.2 * layers


def test_without_an_example_the_model_is_the_base_model_bit_for_bit(int8: Graphs) -> None:
    base = Package.open(int8.base)
    sources, read = [random_ids(1, 6), random_ids(2, 4)], np.array([[1, 9, 8], [1, 7, 6]])
    found = [
        package.graphs.decoder.step(
            package.graphs.encoder.encode(sources), read, package.graphs.decoder.empty(2), 3
        )
        for package in (base, int8.package)
    ]
    np.testing.assert_array_equal(found[0].log_probabilities, found[1].log_probabilities)
    np.testing.assert_array_equal(found[0].hidden, found[1].hidden)
    source, target = torch.tensor([sources[0]]), torch.tensor(read[:1])
    with torch.no_grad():
        assert torch.equal(int8.model(source, target), make_base()(source, target))


def test_new_layers_change_nothing(fp32: Graphs) -> None:
    base = make_base()
    model = AdaptiveTransformer(base.recipe, 480, 500).eval()
    model.load_learned(base.state_dict())
    source, target = torch.tensor([random_ids(1, 6)]), torch.tensor([[1, 9, 8]])
    with torch.no_grad():
        changed = model(source, target, example_of(random_pair(3, 5, 6)))
        torch.testing.assert_close(changed, base(source, target))


def test_a_base_model_that_was_trained_along_is_written_too(
    int8: Graphs, tmp_path: Path, tiny_vocabularies: dict[str, Path]
) -> None:
    model = make_adaptive(make_base())
    for parameter in model.parameters():
        parameter.requires_grad = True
        parameter.data *= 1.01
    write_adaptive(int8.base, tmp_path / "new", model.learned(), 40, NAMED)
    assert check(tmp_path / "new").files["weights.bin"] != check(int8.base).files["weights.bin"]
    package = Package.open(tmp_path / "new")
    source, read = random_ids(1, 6), [1, *random_ids(2, 5)]
    step = package.graphs.decoder.step(
        package.graphs.encoder.encode([source]), np.array([read]), package.graphs.decoder.empty(1), len(read)
    )
    with torch.no_grad():
        expected = model.logits(model(torch.tensor([source]), torch.tensor([read]))).log_softmax(-1)[0].exp()
    np.testing.assert_allclose(np.exp(step.log_probabilities[0]), expected.numpy(), atol=0.05)


def test_columns_that_are_not_valid_are_not_seen(fp32: Graphs) -> None:
    source, pair, read = random_ids(8, 5), random_pair(9, 4, 5), [1, *random_ids(10, 6)]
    model, memory = fp32.package.adaptive, fp32.encode([source], [pair])
    assert model is not None
    first = own_state(model.step(memory, np.array([read[:4]]), model.empty(1)).state)
    holes = [0, 2, 3, 5]
    layers = tuple(np.full((1, a.shape[1], 6, a.shape[3]), 99, np.float32) for a in first.layers)
    valid = np.zeros((1, 6), np.bool_)
    valid[:, holes] = True
    for mine, theirs in zip(layers, first.layers, strict=True):
        mine[:, :, holes] = theirs
    step = model.step(memory, np.array([read[4:]]), GraphState(layers, valid), 3)
    np.testing.assert_allclose(step.log_probabilities[0], fp32.expected(source, pair, read)[-3:], atol=CLOSE)
