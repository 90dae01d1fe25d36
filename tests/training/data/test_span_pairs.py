"""Spans that translators wrote: what stands around them is read, not learned."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from synslator.errors import UsageProblem
from synslator.runtime.hints import END, HintNumbers
from synslator.training.data.batches import LANDING
from synslator.training.data.filters import PairFilter
from synslator.training.data.hints import HintedStore
from synslator.training.data.span_pairs import SpanPair, clean_spans, read_spans, tokenize_spans
from synslator.training.data.tokenized_pairs import load_tokenizer
from synslator.training.data.tokenizers import EOS, learn
from synslator.training.recipe import FilterRecipe, HintRecipe, TokenizerRecipe

ROWS = [
    {"source": "请先打开阀门。", "left": "Please", "answer": " open the valve ", "right": "first."},
    {"source": "水泵停了。", "left": "", "answer": "The pump", "right": "has stopped."},
    {"source": "检查压力。", "left": "Check the pressure", "answer": "<NULL_REP>", "right": "now."},
    {"source": "关灯。", "left": "Turn off the", "answer": "lights.", "right": ""},
]


def written(folder: Path, rows: list[dict[str, str]]) -> Path:
    path = folder / "spans.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_span_is_put_between_what_stands_around_it(tmp_path: Path) -> None:
    wholes = [span.pair[1] for span in read_spans(written(tmp_path, ROWS))]
    assert wholes == [
        "Please open the valve first.",
        "The pump has stopped.",
        "Check the pressure now.",
        "Turn off the lights.",
    ]


def test_a_line_that_is_no_span_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, [ROWS[0], {"source": "a"}])
    with pytest.raises(UsageProblem, match=r"spans\.jsonl, line 2 is not a JSON object with source"):
        list(read_spans(path))


def test_spans_pass_the_filters_of_pairs() -> None:
    dropped: Counter[str] = Counter()
    filters = PairFilter.of(FilterRecipe(), "zh", "en")
    spans = [SpanPair("关灯。", "关灯", "off", ""), SpanPair("关灯。", "Lights", "off", "")]
    assert list(clean_spans(spans, filters, dropped)) == spans[1:]
    assert dropped == {"language of the target": 1}


def test_only_the_span_and_where_it_lands_are_learned(tmp_path: Path) -> None:
    path = tmp_path / "target.spm"
    texts = [span.pair[1] for span in read_spans(written(tmp_path, ROWS))]
    more = ["Close every window before the storm.", "Keep quiet, big jobs make extra dust."]
    learn([*texts, *more] * 40, TokenizerRecipe(vocabulary=300), path)
    pieces = load_tokenizer(path)
    spans = list(read_spans(tmp_path / "spans.jsonl"))
    pairs = tokenize_spans(spans, pieces, pieces, 100)
    assert len(pairs) == len(spans)

    hints = HintRecipe(share=1.0)
    begins = np.array([pieces.id_to_piece(n).startswith("▁") for n in range(300)])
    store = HintedStore([pairs], torch.device("cpu"), hints, begins, 300)
    numbers = HintNumbers(300)
    for batch in store.cut(np.arange(len(pairs)), 400):
        sources, _, answers = store.gather(batch)
        assert batch.pieces == int((answers != 0).sum())
        for number, source, answer in zip(batch.pairs, sources.tolist(), answers.tolist(), strict=True):
            span = spans[number]
            learned = [piece for piece in answer if piece]
            text = pieces.decode([piece for piece in learned if piece != EOS])
            assert text.startswith(span.answer)
            assert len(learned) <= len(pieces.encode(span.answer)) + LANDING
            rest = f"{span.answer} {span.right}".strip()
            assert rest.startswith(text)
            assert (EOS in learned) == (rest == text)
            told = [piece for piece in source[source.index(EOS) + 1 :] if piece]
            assert told[:1] == ([300 + END] if span.right else [])
            assert pieces.decode([number - numbers.first_piece for number in told[1:]]) == span.right
