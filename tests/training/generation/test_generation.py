"""Texts made by trained weights: as without a cache, in any batch, and files that can be gone on with."""

from pathlib import Path

import pytest
import torch

from packages import PAIRS
from synslator.errors import UsageProblem
from synslator.training.data.tokenizers import BOS, EOS, PAD, UNKNOWN
from synslator.training.generation import files
from synslator.training.generation.cached_decoder import CachedDecoder
from synslator.training.generation.files import TrainedTranslator, rate_file, translate_file
from synslator.training.generation.search import GenerationOptions, generate
from synslator.training.network.transformer import Transformer
from trained import make_base

pytestmark = pytest.mark.usefixtures("one_thread")

CPU = torch.device("cpu")
SHORT = GenerationOptions(longest_factor=0, longest_extra=9)
SOURCES = [
    [17, 40, 9, EOS],
    [300, 20, EOS],
    [5, 6, 7, 8, 450, EOS],
    [9, 99, 199, EOS],
    [33, EOS],
    [44, 45, EOS],
]


@pytest.fixture(scope="module")
def model() -> Transformer:
    """A model that is unsure enough to end now and then."""
    model = make_base()
    model.decoder.embedding.weight.data[EOS] = 1.75 * model.decoder.norm.bias.data
    return model


def padded(rows: list[list[int]]) -> torch.Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows])


@torch.no_grad()
def said(model: Transformer, source: list[int], target: list[int]) -> torch.Tensor:
    """What comes after a target, without a cache."""
    scores = model.logits(model(torch.tensor([source]), torch.tensor([target])))[0, -1].log_softmax(-1)
    scores[[PAD, BOS, UNKNOWN]] = float("-inf")
    return scores


def slow_search(model: Transformer, source: list[int], beam: int, most: int) -> tuple[list[int], float]:
    """The beam search in the plainest words."""
    live: list[tuple[float, list[int]]] = [(0.0, [BOS])]
    best = (float("-inf"), [0])
    for step in range(1, most + 1):
        grown = [
            (total + score, [*text, piece])
            for total, text in live
            for piece, score in enumerate(said(model, source, text).tolist())
        ]
        grown = sorted(grown, key=lambda one: -one[0])[: 2 * beam]
        best = max([best, *((total / step, text) for total, text in grown if text[-1] == EOS)])
        live = [one for one in grown if one[1][-1] != EOS][:beam]
        if live[0][0] / (step + 1) <= best[0]:
            break
    score, text = best if best[0] > float("-inf") else (live[0][0] / most, live[0][1])
    return [piece for piece in text[1:] if piece != EOS], score


@pytest.mark.parametrize("beam", [1, 3])
def test_a_search_finds_what_the_plainest_one_does(model: Transformer, beam: int) -> None:
    options = GenerationOptions(beam=beam, longest_factor=0, longest_extra=9)
    made = generate(model, padded(SOURCES), options)
    expected = [slow_search(model, source, beam, 9) for source in SOURCES]
    assert [one.pieces for one in made] == [pieces for pieces, _ in expected]
    assert [one.score for one in made] == pytest.approx([score for _, score in expected], abs=1e-4)
    assert any(len(one.pieces) < 9 for one in made)
    assert len({len(one.pieces) for one in made}) > 1


def test_a_step_says_what_the_whole_model_says(model: Transformer) -> None:
    decoder = CachedDecoder(model, padded(SOURCES), beam=2)
    target = [BOS, 33, 8, 120]
    for number in range(len(target)):
        scores = decoder.step(torch.full((len(decoder.mask), 2), target[number]))
        if number == 1:  # two texts go on, one of them with one row twice
            decoder.select(torch.tensor([0, 1, 4, 4]), torch.tensor([0, 2]))
    for row, source in zip(scores, [SOURCES[0], SOURCES[0], SOURCES[2], SOURCES[2]], strict=True):
        expected = said(model, source, target)
        keep = torch.isfinite(expected)
        torch.testing.assert_close(row[keep], expected[keep], atol=1e-4, rtol=0)


def test_a_sample_is_likely_and_the_same_for_the_same_seed(model: Transformer) -> None:
    def drawn(seed: int, among: int) -> list[list[int]]:
        options = GenerationOptions(beam=1, sample=among, seed=seed, longest_factor=0, longest_extra=9)
        return [one.pieces for one in generate(model, padded(SOURCES * 4), options)]

    greedy = [one.pieces for one in generate(model, padded(SOURCES * 4), GenerationOptions(1, 0, 1.0, 0, 9))]
    assert drawn(1, 5) == drawn(1, 5) != drawn(2, 5)
    assert drawn(1, 1) == greedy


def test_options_that_exclude_each_other() -> None:
    with pytest.raises(UsageProblem, match="beam must be 1"):
        GenerationOptions(beam=4, sample=10)


@pytest.fixture
def translator(model: Transformer, tiny_vocabularies: dict[str, Path]) -> TrainedTranslator:
    return TrainedTranslator(model, tiny_vocabularies["source.spm"].parent, CPU, batch_tokens=60)


def test_texts_come_back_in_order_whatever_their_batch(translator: TrainedTranslator) -> None:
    texts = [source for source, _ in PAIRS[:7]]
    together = translator.translate(texts, SHORT)
    alone = [translator.translate([text], SHORT)[0] for text in texts]
    assert [text for text, _ in together] == [text for text, _ in alone]
    assert [score for _, score in together] == pytest.approx([score for _, score in alone], abs=1e-4)


def test_the_rating_of_a_pair_is_its_mean_log_probability(translator: TrainedTranslator) -> None:
    rated = translator.rate(PAIRS[:5])
    for (source, target), score in zip(PAIRS[:5], rated, strict=True):
        pieces = [*translator.target.encode(target), EOS]
        ids = [*translator.source.encode(source), EOS]
        with torch.no_grad():
            read = torch.tensor([[BOS, *pieces[:-1]]])
            scores = translator.model.logits(translator.model(torch.tensor([ids]), read))[0].log_softmax(-1)
        exact = scores.gather(1, torch.tensor(pieces)[:, None]).mean().item()
        assert score == pytest.approx(exact, abs=1e-4)


def test_a_file_that_was_stopped_is_gone_on_with(
    translator: TrainedTranslator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK", 3)
    texts, out = tmp_path / "texts.txt", tmp_path / "out.tsv"
    texts.write_text("".join(f"{source}\n" for source, _ in PAIRS[:8]), encoding="utf-8")
    assert translate_file(translator, texts, out, SHORT) == 8
    whole = out.read_text(encoding="utf-8")
    assert [line.split("\t")[0] for line in whole.splitlines()] == [source for source, _ in PAIRS[:8]]
    out.write_text(whole[: len(whole) // 2], encoding="utf-8")
    assert translate_file(translator, texts, out, SHORT) == 8
    again = [line.split("\t")[:2] for line in out.read_text(encoding="utf-8").splitlines()]
    assert again == [line.split("\t")[:2] for line in whole.splitlines()]


def test_pairs_are_rated_in_a_file(translator: TrainedTranslator, tmp_path: Path) -> None:
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "out.tsv"
    pairs.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS[:4]), encoding="utf-8")
    assert rate_file(translator, pairs, out) == 4
    rows = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]
    assert [tuple(row[:2]) for row in rows] == PAIRS[:4]
    assert [float(row[2]) for row in rows] == pytest.approx(translator.rate(PAIRS[:4]), abs=1e-3)
