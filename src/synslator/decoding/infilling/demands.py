"""Placing words that a translation must have into a draft that lacks them.

The draft is read once: the places where the model finds the beginning of the missing word least improbable
are tried. There the word takes the place of nothing or of a few words; what follows stays, or is written
again from there. Of all these texts the one stays that the model finds most probable for its length.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.greedy import loop_at
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Job, Source, run, together
from synslator.decoding.infilling.gaps import joined
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import readable
from synslator.text.words import WORD

Present = Callable[[str, str], bool]
"""Whether a text has a demanded word."""


@dataclass(frozen=True)
class DemandOptions:
    """How a missing word is placed."""

    places: int = 6
    """Places that are tried."""
    replaced: int = 4
    """Words of the draft that it takes the place of, at most."""
    written_again: int = 3
    """Places from which the rest is also written again."""
    longer: float = 1.5
    """How much longer than the draft such a rest may become."""


def obey(
    source: Source,
    vocabulary: Vocabulary,
    draft: str,
    demands: Sequence[str],
    present: Present,
    options: DemandOptions | None = None,
) -> str:
    """Return a draft with the demanded words that it lacks, placed one after another."""
    text = draft
    for demand in dict.fromkeys(demands):
        if not present(text, demand):
            text = placed(source, vocabulary, text, demand, demands, present, options or DemandOptions())
    return text


def placed(
    source: Source,
    vocabulary: Vocabulary,
    text: str,
    demand: str,
    demands: Sequence[str],
    present: Present,
    options: DemandOptions,
) -> str:
    """Return the most probable text that has one more demanded word and no other one less."""
    reading = Hypothesis(source, vocabulary)
    reading.ids = vocabulary.encode(text)
    run(reading.read())
    places = best_places(reading, text, demand, options.places)
    kept = [each for each in demands if present(text, each)]
    again = together(
        [written_again(reading, text[:start], demand, options) for start in places[: options.written_again]]
    )
    tried = [*spliced(text, demand, places, options), *again]
    valid = [one for one in dict.fromkeys(tried) if all(present(one, each) for each in [demand, *kept])]
    if not valid:
        return text
    scores = together([mean(reading, one) for one in valid])
    return valid[int(np.argmax(scores))]


def best_places(reading: Hypothesis, text: str, demand: str, count: int) -> list[int]:
    """Return the word starts of a text where the model finds a word's first piece least improbable."""
    vocabulary = reading.vocabulary
    starts = sorted({0, *(found.end() for found in WORD.finditer(text))})
    scores = []
    for start in starts:
        before = vocabulary.encode(text[:start].rstrip()) if text[:start].strip() else []
        first = vocabulary.encode(demand)[0]
        at = len(before) if before == reading.ids[: len(before)] else nearest(reading, start)
        scores.append(float(reading.scores[min(at, len(reading.scores) - 1)][first]))
    order = np.argsort(-np.array(scores), kind="stable")[:count]
    return [starts[n] for n in order.tolist()]


def nearest(reading: Hypothesis, start: int) -> int:
    """Return how many pieces of a text write its first characters, more or less."""
    written = 0
    for at, piece in enumerate(reading.ids):
        if written >= start + 1:  # pieces write a space before the first word
            return at
        written += len(readable(reading.vocabulary.table.surfaces[piece]))
    return len(reading.ids)


def spliced(text: str, demand: str, places: Sequence[int], options: DemandOptions) -> Iterator[str]:
    """Return the texts in which a word stands at a place, instead of nothing or of some words."""
    for start in places:
        ends = [start, *(start + found.end() for found in WORD.finditer(text[start:]))]
        for end in ends[: options.replaced + 1]:
            yield joined(text[:start].rstrip(), demand, text[end:].lstrip())


def written_again(reading: Hypothesis, before: str, demand: str, options: DemandOptions) -> Job[str]:
    """Return a text's beginning and a word, and what the model goes on with."""
    vocabulary = reading.vocabulary
    beginning = joined(before.rstrip(), demand, "")
    other = Hypothesis(reading.source, vocabulary)
    other.ids = vocabulary.encode(beginning)
    first = len(other.ids)
    longest = int(options.longer * len(reading.ids)) + 8
    while len(other.ids) < longest and loop_at(other.ids[first:], 4) is None:
        yield from other.read()
        piece = other.free[len(other.ids)]
        if piece == vocabulary.end:
            break
        other.ids.append(piece)
    return beginning + readable(vocabulary.table.write(other.ids[first:]))


def mean(reading: Hypothesis, text: str) -> Job[float]:
    """Return the log-probability of a text for each of its pieces, its end included."""
    other = Hypothesis(reading.source, reading.vocabulary)
    other.ids = reading.vocabulary.encode(text)
    yield from other.read()
    said = [float(other.scores[at][piece]) for at, piece in enumerate([*other.ids, reading.vocabulary.end])]
    return sum(said) / len(said)
