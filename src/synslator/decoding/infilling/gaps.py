"""Filling a gap of unknown length between two texts that stay as they are.

Beginnings of the model's continuations of the left text are candidates. Each is read between the two texts in
one pass: how probable it is after the left one, and how probable the right one's first pieces are after it.
The model finds every further piece improbable, so that it would rather leave words out; a constant for every
piece makes up for that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.suffix import common
from synslator.decoding.driver import Job, Source, side_by_side
from synslator.decoding.infilling.continuations import SamplingOptions, continuations
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import readable
from synslator.text.words import WORD, is_spaceless

CLOSING = re.compile(r"[,.;:?!%)\]}’”]")
"""Marks that touch the word before them."""
MARKS = ".,;:?!，。；：？！、"
"""Marks that a candidate is also tried without."""
AT_ONCE = 64
"""Candidates that are read side by side: each keeps what the model says at every piece."""

SAMPLING = SamplingOptions(count=12, temperature=1.0, shortest=1)


@dataclass(frozen=True)
class GapOptions:
    """How a gap is filled."""

    sampling: SamplingOptions = SAMPLING
    words: int = 12
    """Words of a candidate at most."""
    candidates: int = 96
    """Candidates that are read between the two texts."""
    right_pieces: int = 8
    """Pieces of the right text that are listened to; what comes later says little of the gap."""
    right_weight: float = 0.5
    piece_bonus: float = 0.6
    """What a candidate gets for each of its pieces, in nats."""


@dataclass(frozen=True)
class Filling:
    """What may stand in a gap."""

    text: str
    """Without the spaces around it."""
    whole: str
    """With what stands on both sides."""
    score: float


def fill(
    source: Source, vocabulary: Vocabulary, left: str, right: str, options: GapOptions | None = None
) -> Job[list[Filling]]:
    """Return what may stand between two texts, best first; empty where the model has nothing to say there."""
    options = options or GapOptions()
    before, after = left.rstrip(), right.lstrip()
    forced = vocabulary.encode(before) if before else []
    ways = yield from continuations(source, vocabulary, forced, options.sampling)
    texts = list(dict.fromkeys(text for way in ways for text in candidates(way, len(forced), options)))
    found: list[Filling] = []
    for start in range(0, len(texts[: options.candidates]), AT_ONCE):
        part = texts[: options.candidates][start : start + AT_ONCE]
        scores = yield from side_by_side(
            [fit(ways[0], forced, before, text, after, options) for text in part]
        )
        wholes = (joined(left, text, right) for text in part)
        found += [Filling(*each) for each in zip(part, wholes, scores, strict=True)]
    return sorted(found, key=lambda one: -one.score)


def candidates(way: Hypothesis, first: int, options: GapOptions) -> Iterator[str]:
    """Return the beginnings of a continuation at word ends, with and without the mark at the end."""
    written = readable(way.vocabulary.table.write(way.ids[first:]))
    for number, word in enumerate(WORD.finditer(written)):
        if number == options.words:
            return
        for text in (written[: word.end()].strip(), written[: word.end()].strip().rstrip(MARKS)):
            if text:
                yield text


def fit(
    way: Hypothesis, forced: Sequence[int], left: str, text: str, right: str, options: GapOptions
) -> Job[float]:
    """Read a candidate between both texts and say how well it stands there."""
    vocabulary = way.vocabulary
    until = joined(left, text, "")
    inside = vocabulary.encode(until)
    pieces = vocabulary.encode(joined(until, right, "")) if right else inside
    same = common(forced, pieces)
    other = way.fork(same)
    other.ids += pieces[same : len(inside) + options.right_pieces]
    yield from other.read()
    said = [float(other.scores[at][other.ids[at]]) for at in range(same, len(other.ids))]
    if len(other.ids) == len(pieces):
        said.append(float(other.scores[len(other.ids)][vocabulary.end]))
    length = max(len(inside) - same, 0)
    return sum(said[:length]) + options.right_weight * sum(said[length:]) + options.piece_bonus * length


def joined(left: str, text: str, right: str) -> str:
    """Put a text between two others, with a space where one belongs; neither of them is changed."""
    return beside(beside(left, text), right)


def beside(one: str, other: str) -> str:
    """Put two texts together, with a space between words that have none."""
    touching = not one or not other or one[-1].isspace() or other[0].isspace()
    if touching or CLOSING.match(other) or is_spaceless(one[-1]) or is_spaceless(other[0]):
        return one + other
    return f"{one} {other}"
