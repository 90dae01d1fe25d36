"""Pairs of which a translator wrote a span of the target: the text around it is read and not learned.

A file holds a JSON object a line: `source`, `left`, `answer` and `right`, plain or xz-compressed.
"""

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import sentencepiece

from synslator.decoding.infilling.gaps import joined
from synslator.errors import UsageProblem
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.data.tokenizers import EOS

NOTHING = "<NULL_REP>"
"""Stands in such files for an answer that leaves the span out."""


@dataclass(frozen=True)
class SpanPair:
    """A source, and its target with the span that is learned."""

    source: str
    left: str
    answer: str
    right: str

    @property
    def pair(self) -> TextPair:
        """Return source and whole target."""
        return self.source, joined(self.left, self.answer, self.right)


def read_spans(path: Path) -> Iterator[SpanPair]:
    """Return the pairs of a file; a line that is not such an object is an error that names it."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                answer = "" if row["answer"] == NOTHING else row["answer"].strip()
                yield SpanPair(row["source"], row["left"].rstrip(), answer, row["right"].lstrip())
            except (ValueError, KeyError, TypeError, AttributeError) as problem:
                raise UsageProblem(
                    f"{path}, line {number} is not a JSON object with source, left, answer and right"
                ) from problem


def clean_spans(pairs: Iterable[SpanPair], filters: PairFilter, dropped: Counter[str]) -> Iterator[SpanPair]:
    """Yield the pairs that pass the filters."""
    for pair in pairs:
        reason = filters.reason_to_drop(pair.pair)
        if reason is None:
            yield pair
        else:
            dropped[reason] += 1


def tokenize_spans(
    pairs: Iterable[SpanPair],
    source: sentencepiece.SentencePieceProcessor,
    target: sentencepiece.SentencePieceProcessor,
    longest: int,
) -> TokenizedPairs:
    """Return ids; pairs whose span does not begin and end with pieces are left out."""
    sources: list[list[int]] = []
    targets: list[list[int]] = []
    spans: list[tuple[int, int]] = []
    for pair in pairs:
        whole = pair.pair[1]
        ids = target.encode(whole)
        span = place(pair, ids, target)
        read = [*source.encode(pair.source), EOS]
        if span is not None and len(read) <= longest and 0 < len(ids) < longest:
            sources.append(read)
            targets.append(ids)
            spans.append(span)
    flat_source = np.fromiter((n for ids in sources for n in ids), np.uint16)
    flat_target = np.fromiter((n for ids in targets for n in ids), np.uint16)
    lengths = np.array([list(map(len, row)) for row in zip(sources, targets, strict=True)], np.int32)
    learned = np.array(spans, np.int32).reshape(-1, 2)
    return TokenizedPairs(flat_source, flat_target, lengths.reshape(-1, 2), learned)


def place(
    pair: SpanPair, ids: list[int], target: sentencepiece.SentencePieceProcessor
) -> tuple[int, int] | None:
    """Return where the pieces of the span begin and end, or None where a piece crosses an edge."""
    left = target.encode(pair.left) if pair.left else []
    upto = target.encode(joined(pair.left, pair.answer, "")) if pair.left or pair.answer else []
    return (len(left), len(upto)) if ids[: len(left)] == left and ids[: len(upto)] == upto else None
