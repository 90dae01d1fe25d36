"""What the machine predicts at every word of a reference: the raw material of accuracy and calibration.

For each word of the reference the machine is given the text before it, space included, as if the translator
had typed just that, and answers as it does in the page (or by beam search, to compare). A word is what lies
between two spaces, with the punctuation that touches it; in scripts without spaces it is a character. The
same words are cut from the reference, from what is shown and from the suggestion box.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from synslator.decoding.completion.completer import Completion
from synslator.evaluation.system import Complete, System
from synslator.evaluation.testset import ReferencePair
from synslator.progress import SILENT, Progress
from synslator.text.words import WORD, words

AHEAD = 8
"""Words that are kept of what the reference and the machine go on with."""

Work = TypeVar("Work")
Done = TypeVar("Done")


@dataclass(frozen=True)
class Observation:
    """The machine's answer at one word of a reference."""

    expected: tuple[str, ...]
    """The reference's next words."""
    shown: tuple[str, ...]
    """The words shown as the continuation."""
    probabilities: tuple[float, ...]
    """Of each of them."""
    box: tuple[tuple[str, ...], ...]
    """The words of each line of the suggestion box, the language model's line left out."""
    language_model: tuple[str, ...]
    inside: bool = False
    """Whether it is asked for inside of a word: before a mark that touches it."""


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(words(text))


def word_starts(text: str) -> Iterator[int]:
    """Yield where each word of a text begins, after the space before it."""
    for match in WORD.finditer(text):
        if word := match.group().lstrip():
            yield match.end() - len(word)


def token_starts(text: str, tokens: Sequence[str]) -> Iterator[int]:
    """Yield where each token of a text begins; one that a tokenizer wrote otherwise is left out."""
    at = 0
    for token in tokens:
        if (found := text.find(token, at)) >= 0:
            yield found
            at = found + len(token)


def observe(
    complete: Complete, reference: str, tokenize: Callable[[str], list[str]] | None = None
) -> list[Observation]:
    """Ask for the continuation at each word of a reference, from the first to the last.

    With `tokenize` also at those of its tokens that begin inside of a word.
    """
    words = set(word_starts(reference))
    inside = set(token_starts(reference, tokenize(reference))) - words if tokenize else set()
    return [
        observation(complete(reference[:start]), reference[start:], start in inside)
        for start in sorted(words | inside)
    ]


def observation(answer: Completion, expected: str, inside: bool = False) -> Observation:
    """One answer, cut into words."""
    words = answer.words[:AHEAD]
    return Observation(
        words_of(expected)[:AHEAD],
        tuple(word.text for word in words),
        tuple(word.probability for word in words),
        tuple(words_of(line.text) for line in answer.suggestions),
        words_of(answer.language_model),
        inside,
    )


def observe_all(
    system: System,
    pairs: Sequence[ReferencePair],
    progress: Progress = SILENT,
    tokenize: Callable[[str], list[str]] | None = None,
) -> Iterator[list[Observation]]:
    """Observe every pair, each with what the memory knows at the start; in the order of the pairs.

    Each segment is decoded by itself, so that the result does not depend on the number of workers.
    """

    def one(pair: ReferencePair) -> list[Observation]:
        found = observe(system.completions(pair.source), pair.reference, tokenize)
        progress.advance()
        return found

    return in_order(one, pairs, system.workers)


def in_order(work: Callable[[Work], Done], items: Sequence[Work], workers: int) -> Iterator[Done]:
    """Do some work on several threads and return the results in the order of the items."""
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, items)
