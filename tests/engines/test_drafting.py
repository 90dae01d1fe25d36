"""Drafts for documents: what alignments say of words, marks and copies, and that tags survive anything."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages import PAIRS
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import run
from synslator.decoding.knn.gate import KnnOptions
from synslator.engines.alignment import attended, by_attention, target_spans
from synslator.engines.bulk import Cutter
from synslator.engines.drafter import Drafter, attention
from synslator.engines.keys.store import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Example
from synslator.engines.registry import KEY_BYTES
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.text.tag_placement import Alignment, place_tags
from synslator.text.tags import strip, tags_of

PIECES = ["程序", "。", "，", "  ", "abc", "word ", "😀", "\n", "1. ", "⟦1⟧", "⟦/1⟧", "⟦2/⟧", "é\u0301"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=120).map("".join)


@pytest.fixture(scope="module")
def drafter(tiny_package: Package) -> Drafter:
    return Drafter(VanillaEngine(tiny_package))


def test_drafts_are_the_engines_translations(tiny_package: Package, drafter: Drafter) -> None:
    texts = [PAIRS[0][0], "", PAIRS[1][0], "   ", "长句子。" * 200]
    drafts = drafter.translate(texts)
    assert [draft.text for draft in drafts] == VanillaEngine(tiny_package).translate(texts)
    assert [bool(draft.text) for draft in drafts] == [True, False, True, False, True]


@settings(max_examples=40, deadline=None)
@given(TEXTS)
def test_every_tag_comes_back_and_no_word_is_cut(drafter: Drafter, source: str) -> None:
    plain = strip(source)
    (draft,) = drafter.translate([plain])
    alignment = draft.alignment
    assert alignment
    assert all(0 <= start <= end <= len(plain) for start, end in alignment.source)
    covered = "".join(draft.text[start:end] for start, end in alignment.target)
    assert covered == "".join(draft.text.split())
    tagged = place_tags(source, draft.text, alignment)
    assert strip(tagged) == draft.text
    assert sorted(map(str, tags_of(tagged))) == sorted(map(str, tags_of(source)))


def test_places_lead_back_to_the_text_as_it_was(drafter: Drafter) -> None:
    text = "  请  保存 \n 文件。" + "程序，" * 100
    parts = drafter.parts(text)
    assert len(parts) > 1
    assert "".join(part.text for part in parts) == " ".join(text.split())
    for part in parts:
        for place, character in zip(part.places, part.text, strict=True):
            assert text[place] == character or (character == " " and text[place].isspace())


def test_attention_in_a_batch_is_attention_alone(tiny_package: Package) -> None:
    sources = [PAIRS[0][0], PAIRS[1][0] + PAIRS[2][0], PAIRS[3][0]]
    targets = [tiny_package.vocabulary.encode(target) for _, target in PAIRS[:3]]
    together = attention(tiny_package, sources, targets)
    for source, target, rows in zip(sources, targets, together, strict=True):
        (alone,) = attention(tiny_package, [source], [target])
        assert rows.shape == alone.shape == (len(target), len(tiny_package.source.encode(source)) + 1)
        # int8 rounds by the largest number of a batch.
        np.testing.assert_allclose(rows, alone, atol=0.05)
        np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-4)


Shares = dict[str, dict[str, float]]


def shares(alignment: Alignment, source: str, target: str) -> Shares:
    """For each token of the target, the shares of the source's words and marks."""
    weights = alignment.weights / alignment.weights.sum(axis=0)
    found: Shares = {}
    for column, (start, end) in enumerate(alignment.target):
        said = found[target[start:end]] = {"保存": 0.0, "abc": 0.0, "。": 0.0}
        for row, (a, b) in enumerate(alignment.source):
            for word in said:
                if source[a:b].strip() and source[a:b].strip() in word:
                    said[word] += float(weights[row, column])
    return found


@pytest.fixture
def said(drafter: Drafter) -> Shares:
    """The alignment of two texts whose attention is made up: a model that looks one word ahead."""
    source, target = "保存 abc 。", "“Save abc."
    ids = drafter.package.vocabulary.encode(target)
    spans = target_spans(drafter.package, ids, target)
    places = drafter.package.source.places(source)
    weights = np.full((len(ids), len(places) + 1), 0.1, np.float32)
    for row, (_, end) in enumerate(spans):
        looked = "保存" if end <= 5 else "abc" if end <= 9 else "。"
        for column, (a, b) in enumerate(places):
            if a < b and source[a:b].strip() and source[a:b].strip() in looked:
                weights[row, column] = 0.5
    return shares(by_attention(drafter.package, source, target, spans, weights), source, target)


def test_words_come_from_words_and_marks_from_marks(said: Shares) -> None:
    assert said["Save"]["保存"] > 0.8
    assert said["“"]["保存"] < 0.5
    assert said["."]["。"] > 0.5


def test_a_copied_word_comes_from_itself_alone(said: Shares) -> None:
    assert said["abc"]["abc"] == pytest.approx(1)


@given(st.text(alphabet="ab é😀。\u0301", max_size=20).map(str.strip))
def test_pieces_end_where_their_text_ends(tiny_package: Package, target: str) -> None:
    ids = tiny_package.vocabulary.encode(target)
    spans = target_spans(tiny_package, ids, target)
    ends = [end for _, end in spans]
    assert ends == sorted(ends)
    assert (ends or [0])[-1] == len(target)
    assert all(before <= end for before, end in spans)
    assert len(target_spans(tiny_package, ids, target[:-1] + "x")) < max(1, len(ids))


def test_source_places_are_those_of_the_pieces(tiny_package: Package) -> None:
    text = "打开 😀 ＡＢＣ。"
    places = tiny_package.source.places(text)
    assert len(places) == len(tiny_package.source.encode(text))
    assert {place for a, b in places for place in range(a, b)} >= {0, 1, 3, 5, 6, 7, 8}
    assert (3, 4) in places
    assert Cutter(tiny_package).parts(text) == [text]


def test_a_knn_engine_drafts_with_what_the_memory_knows(tiny_package: Package) -> None:
    source, known = PAIRS[0][0], "Zebras are striped."
    engine = KnnEngine(tiny_package, KeyStore(tiny_package, KEY_BYTES), KnnOptions())
    example = Example(1, 1, source, known, 100)
    taught = Drafter(engine, lambda text: [example] if text == source else [])
    texts = [source, PAIRS[1][0], ""]
    examples = [[example], [], []]
    assert [draft.text for draft in taught.translate(texts)] == engine.translate(texts, examples)
    assert taught.translate(texts)[0].text != Drafter(engine).translate(texts)[0].text


def test_sessions_and_documents_align_alike(tiny_package: Package, drafter: Drafter) -> None:
    source = "  打开  文件。abc 😀"
    (draft,) = drafter.translate([source])
    assert draft.alignment
    hypothesis = Hypothesis(VanillaEngine(tiny_package).bind(source), tiny_package.vocabulary)
    hypothesis.ids = tiny_package.vocabulary.encode(draft.text)
    run(hypothesis.read())
    alone = attended(tiny_package, source, hypothesis, draft.text)
    assert alone.target == draft.alignment.target
    assert [span for span in alone.source if span[0] < span[1]] == [
        span for span in draft.alignment.source if span[0] < span[1]
    ]
    np.testing.assert_allclose(alone.weights, draft.alignment.weights, atol=1e-4)


def test_what_follows_the_read_pieces_is_aligned_to_nothing(tiny_package: Package) -> None:
    source, target = "打开文件。", "Open the file, please."
    hypothesis = Hypothesis(VanillaEngine(tiny_package).bind(source), tiny_package.vocabulary)
    hypothesis.ids = tiny_package.vocabulary.encode("Open the")
    run(hypothesis.read())
    alignment = attended(tiny_package, source, hypothesis, target)
    totals = dict(zip([target[a:b] for a, b in alignment.target], alignment.weights.sum(axis=0), strict=True))
    assert totals["Open"] > 0
    assert totals["please"] == 0
