"""Long texts are cut where it hurts least, and nothing of them is lost."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.decoding.beam import MODEL_ONLY, ModelOnly, StepScorer
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import LONGEST, SHORT, BulkTranslator, Chunk, Cutter
from synslator.engines.vanilla import VanillaEngine
from synslator.engines.word_ratings import rate_words
from synslator.runtime.package import Package

TEXTS = st.lists(st.sampled_from(["程序", "。", "，", " ", "abc", "word ", "😀", "\n", "1. "]), max_size=400)


@settings(max_examples=50, deadline=None)
@given(TEXTS.map("".join))
def test_parts_are_short_and_together_the_text(tiny_package: Package, text: str) -> None:
    cutter = Cutter(tiny_package)
    parts = cutter.parts(text)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(cutter.length(part) <= LONGEST for part in parts)
    assert all(part.strip() for part in parts)


def test_a_sentence_is_cut_behind_a_comma(tiny_package: Package) -> None:
    parts = Cutter(tiny_package).parts("如果" * 70 + "，" + "程序" * 75)
    assert parts == ["如果" * 70 + "，", "程序" * 75]


def test_short_sentences_stay_together(tiny_package: Package) -> None:
    assert Cutter(tiny_package).parts("你好。再见。") == ["你好。再见。"]


def test_few_texts_are_shared_out_among_the_cores(tiny_package: Package) -> None:
    chunks = [(n, Chunk(n, "", [5] * 9, last=True)) for n in range(20)]
    for workers, sizes in ((1, [20]), (2, [10, 10]), (3, [7, 7, 6])):
        translator = BulkTranslator(tiny_package, SearchOptions(beam=4), workers)
        assert [len(batch) for batch in translator.batches(chunks)] == sizes


def test_short_texts_are_searched_by_themselves(tiny_package: Package) -> None:
    translator = BulkTranslator(tiny_package, SearchOptions(beam=2))
    chunks = [
        Chunk(n, "", [5] * length, last=True) for n, length in enumerate((SHORT + 2, SHORT + 1, SHORT, 3))
    ]
    batches = list(translator.batches(list(enumerate(chunks))))
    assert [[n for n, _ in batch] for batch in batches] == [[0, 1], [2, 3]]
    translator.quick_options = replace(translator.options, prune_margin=0.5)
    long, short = chunks[:2], chunks[2:]
    assert translator.options_of(long, MODEL_ONLY).prune_margin == 0.5
    assert translator.options_of(short, MODEL_ONLY) is translator.options
    assert translator.options_of(long, ModelOnly()) is translator.options


class Counter:
    """Progress that counts."""

    def __init__(self) -> None:
        self.done = 0

    def advance(self, amount: int = 1) -> None:
        self.done += amount


def test_progress_counts_texts(tiny_package: Package) -> None:
    counter = Counter()
    texts = ["你好。", "", "长句子。" * 200, "  "]
    found = BulkTranslator(tiny_package, SearchOptions(beam=2), workers=2).translate(texts, counter)
    assert counter.done == len(texts)
    assert found[1] == found[3] == ""


def test_what_comes_again_is_searched_once(tiny_package: Package) -> None:
    searched: list[str] = []

    class Watched(BulkTranslator):
        def search(self, batch: Sequence[Chunk], look: StepScorer = MODEL_ONLY) -> list[str]:
            searched.extend(chunk.source for chunk in batch)
            return super().search(batch, look)

    counter, texts = Counter(), ["你好。", "保存文件。", "你好。", " 你好。 "]
    found = Watched(tiny_package, SearchOptions(beam=2)).translate(texts, counter)
    assert sorted(searched) == sorted(texts[:2])
    assert found[0] == found[2] == found[3] != found[1]
    assert counter.done == len(texts)


def test_rated_words_are_the_targets_words(tiny_package: Package) -> None:
    words = rate_words(VanillaEngine(tiny_package), "你好。", "Please save  the file.")
    assert [word.text for word in words] == ["Please", "save", "the", "file."]
    assert [(word.start, word.end) for word in words] == [(0, 6), (7, 11), (13, 16), (17, 22)]
    assert all(0 < word.probability < 1 for word in words)
    assert rate_words(VanillaEngine(tiny_package), "你好。", "") == []


class Silent(BulkTranslator):
    """A translator whose model finds no words for Greek."""

    def search(self, batch: Sequence[Chunk], look: StepScorer = MODEL_ONLY) -> list[str]:
        """Translate what is not Greek."""
        found = super().search(batch, look)
        return ["" if one.source == "Γειά" else target for one, target in zip(batch, found, strict=True)]


def test_what_the_model_has_no_words_for_stays(tiny_package: Package) -> None:
    texts = ["Γειά", "你好。", ""]
    silent = Silent(tiny_package, SearchOptions(beam=1)).translate(texts)
    assert silent[0] == "Γειά"
    assert silent[1:] == BulkTranslator(tiny_package, SearchOptions(beam=1)).translate(texts)[1:]
