"""Immediate adaptation: is a word that was corrected once right the next time?

A *term* is a word of at least four letters in the reference. It is looked at where the machine predicts it
from the reference's text before it. A term whose first prediction was wrong without learning had to be
corrected by the translator; its next occurrences are those in later segments that share a run of source
characters with the first one, so that the same thing is likely to be meant. The share of those that are
right is given after one, two and three confirmed segments, with learning and without, for the same terms.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from synslator.evaluation.predictions.accuracy import bare
from synslator.evaluation.predictions.observation import Observation

LETTERS = 4
SHARED = 3
"""Source characters in a row that an occurrence shares with the first one."""
CONFIRMS = (1, 2, 3)


@dataclass(frozen=True)
class Rate:
    """How often corrected terms were right after some confirms."""

    confirms: int
    terms: int
    without: float
    """Share right without learning."""
    learning: float
    """Share right with it."""


Predictions = dict[str, bool]
"""The terms of a segment, and whether each was predicted where it first stands."""


def terms(segment: Sequence[Observation]) -> Predictions:
    """Return the terms of a segment, the first place of each: at the others, the text before has it."""
    found: Predictions = {}
    for one in segment:
        word = bare(one.expected[0])
        if sum(map(str.isalpha, word)) >= LETTERS and word not in found:
            found[word] = bool(one.shown) and bare(one.shown[0]) == word
    return found


def adaptation(
    sources: Sequence[str], without: Sequence[Predictions], learning: Sequence[Predictions]
) -> list[Rate]:
    """Return the rates over a stream of segments whose terms were predicted without and with learning."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for number, segment in enumerate(without):
        for word in segment:
            places[word].append(number)
    hits: dict[int, list[tuple[bool, bool]]] = {confirms: [] for confirms in CONFIRMS}
    for word, (first, *later) in places.items():
        if without[first][word]:
            continue
        again = [number for number in later if share_a_run(sources[first], sources[number])]
        for confirms, number in zip(CONFIRMS, again, strict=False):
            hits[confirms].append((without[number][word], learning[number][word]))
    return [
        Rate(
            confirms,
            len(pairs),
            sum(plain for plain, _ in pairs) / max(1, len(pairs)),
            sum(learned for _, learned in pairs) / max(1, len(pairs)),
        )
        for confirms, pairs in hits.items()
    ]


def share_a_run(one: str, other: str, length: int = SHARED) -> bool:
    """Return whether two texts share a run of characters, spaces left out."""
    first, second = "".join(one.split()), "".join(other.split())
    return any(first[at : at + length] in second for at in range(len(first) - length + 1))
