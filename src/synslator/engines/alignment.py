"""Which words of a source the words of its translation come from, by what the decoder looks at.

While it writes a piece, the decoder looks at the pieces of the source that it translates. Summed up by words
this is an alignment, with three corrections. The end of the source stands for nothing: there it looks while
it writes words, such as articles, that come from nowhere. Marks come from marks, words from words. A word
that stands once in both texts is aligned to itself.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.model import Floats
from synslator.runtime.package import Package
from synslator.text.tag_placement import Alignment, Range, diagonal
from synslator.text.words import TOKEN

UNLIKELY = np.float32(0.1)
"""How much attention counts where it says nothing of the origin: while a model writes a quotation mark or an
article, it thinks of the word behind it already. So this is for the attention of marks to words, of words to
marks, and of whatever stands beside a copied word to that word."""


def attended(package: Package, text: str, hypothesis: Hypothesis, target: str) -> Alignment:
    """Align a source text with the target that a hypothesis has read; by position where that fails.

    `target` is what the hypothesis writes, or begins with it.
    """
    spans = target_spans(package, hypothesis.ids, target)[: len(hypothesis.attention)]
    return by_attention(package, text, target, spans, np.array(hypothesis.attention[: len(spans)]))


def by_attention(
    package: Package, text: str, target: str, pieces: Sequence[Range], attention: Floats
) -> Alignment:
    """The alignment of words by attention, (target pieces, source pieces), to the pieces at some places."""
    before, places = len(package.source.prefix), source_spans(package, text)
    if not pieces or attention.shape != (len(pieces), before + len(places) + 1):
        return diagonal(text, target)
    places.append((len(text), len(text)))
    tokens = [found.span() for found in TOKEN.finditer(target)]
    weights = np.maximum(attention[:, before:].T @ overlaps(pieces, tokens), 0)
    marks = [is_mark(text, span) for span in places], [is_mark(target, span) for span in tokens]
    weights[:-1][np.not_equal.outer(*marks)[:-1]] *= UNLIKELY
    for span, token in copies(text, target):
        inside = overlaps(places, [span])[:, 0] > 0
        weights[inside] *= UNLIKELY
        weights[:, tokens.index(token)] = inside
    return Alignment(places, tokens, weights)


def source_spans(package: Package, text: str) -> list[Range]:
    """Where the pieces that the encoder read stand in the text; runs of blanks were one space to it."""
    words = [found.span() for found in re.finditer(r"\S+", text)]
    places = [place for start, end in words for place in range(start, end + 1)]
    spans = package.source.places(" ".join(text.split()))
    return [(places[start], places[end - 1] + 1) if end > start else (0, 0) for start, end in spans]


def target_spans(package: Package, ids: Sequence[int], target: str) -> list[Range]:
    """Where pieces stand in the text that they write; as many as agree with it."""
    table = package.vocabulary.table
    # Pieces write a space before the first word.
    expected = b" " + target.encode("utf-8", "replace")
    first = (np.frombuffer(expected, np.uint8) & 0xC0) != 0x80
    characters = np.concatenate([[0], np.cumsum(first)]) - 1
    spans, at = [], 0
    for piece in ids:
        surface = table.surfaces[piece]
        if not surface or not expected.startswith(surface, at):
            break
        start, end = characters[at], characters[at + len(surface)]
        spans.append((max(int(start), 0), max(int(end), 0)))
        at += len(surface)
    return spans


def overlaps(pieces: Sequence[Range], tokens: Sequence[Range]) -> Floats:
    """How many characters pieces and tokens share, (pieces, tokens)."""
    first, second = (np.array(spans, np.float32).reshape(-1, 2) for spans in (pieces, tokens))
    ends = np.minimum(first[:, None, 1], second[None, :, 1])
    shared: Floats = np.maximum(ends - np.maximum(first[:, None, 0], second[None, :, 0]), np.float32(0))
    return shared


def copies(source: str, target: str) -> Iterator[tuple[Range, Range]]:
    """The places of words that stand once in both texts: names, numbers and commands that were copied."""
    first, second = words_once(source), words_once(target)
    yield from ((span, second[word]) for word, span in first.items() if word in second)


def words_once(text: str) -> dict[str, Range]:
    """The words that stand once in a text, each with its place."""
    found = [(match.group(), match.span()) for match in TOKEN.finditer(text)]
    counts = Counter(word for word, _ in found)
    return {word: span for word, span in found if counts[word] == 1 and not is_mark(text, span)}


def is_mark(text: str, span: Range) -> bool:
    """Whether there is neither letter nor figure at a place of a text."""
    return not any(map(str.isalnum, text[slice(*span)]))
