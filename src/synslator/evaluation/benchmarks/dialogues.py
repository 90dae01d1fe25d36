"""Dialogues of a simulated translator with the system, by IMTLab's definitions: see `imtlab`."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz.distance import Levenshtein

from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer


@dataclass(frozen=True)
class Revision:
    """What the translator hands back to the system."""

    kept: tuple[str | None, ...]
    """Words that must stay, in order; None stands for what the system is to fill."""
    cost: int

    @property
    def text(self) -> str:
        """The kept words."""
        return " ".join(word for word in self.kept if word is not None)

    @property
    def whole(self) -> bool:
        """Whether nothing is left to fill."""
        return None not in self.kept


@dataclass
class Dialogue:
    """The figures of one segment."""

    cost: float = 0.0
    turns: int = 0
    seconds: float = 0.0
    changed: int = 0
    success: bool = False


class Policy(Protocol):
    """How the translator revises, and how the system answers."""

    def answer(self, revision: Revision | None) -> str:
        """Return the system's translation, which keeps what must stay."""

    def revise(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Revision:
        """Return what the translator makes of a translation that is not right yet."""


class LeftToRight:
    """The translator accepts up to the first wrong word and types the right one there."""

    def __init__(self, completer: Completer) -> None:
        self.completer = completer
        self.typed = 0

    def answer(self, revision: Revision | None) -> str:
        """Complete the prefix, as in a session."""
        prefix = f"{revision.text} " if revision else ""
        return driver.run(self.completer.complete(prefix)).text

    def revise(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Revision:
        """Type the next word behind what is right; one more than before where that brought nothing."""
        right = max(agreement(hypothesis, reference), self.typed)
        if right == len(reference):
            return Revision(tuple(reference), 1)  # the rest is deleted
        moved = 0 if len(hypothesis) <= right else 1
        self.typed = right + 1
        kept: tuple[str | None, ...] = tuple(reference[: self.typed])
        return Revision(
            kept if self.typed == len(reference) else (*kept, None), len(reference[right]) + 1 + moved
        )


class Static:
    """The translator edits the first translation by hand: no second turn."""

    def __init__(self, completer: Completer) -> None:
        self.completer = completer

    def answer(self, revision: Revision | None) -> str:
        """Translate."""
        return driver.run(self.completer.complete("")).text

    def revise(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Revision:
        """Edit everything."""
        return Revision(tuple(reference), edited(hypothesis, reference))


def agreement(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def edited(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Return what it costs to make one text of another by hand."""
    cost = 0
    for operation in Levenshtein.editops(hypothesis, reference):
        typed = 0 if operation.tag == "delete" else len(reference[operation.dest_pos]) + 1
        cost += typed + (operation.tag != "insert")
    return cost


def converse(policy: Policy, reference: str) -> Dialogue:
    """Let both take turns until the reference stands there or the turns are used up."""
    found, words = Dialogue(), reference.split()
    hypothesis: list[str] = []
    revision: Revision | None = None
    limit = 1
    while True:
        started = time.perf_counter()
        answer = policy.answer(revision).split()
        found.seconds += time.perf_counter() - started
        if found.turns:
            found.changed += Levenshtein.distance(hypothesis, answer)
        else:
            limit = Levenshtein.distance(answer, words) + 1
        hypothesis = answer
        found.turns += 1
        if hypothesis == words:
            found.success = True
            break
        if found.turns >= limit:
            found.cost += edited(hypothesis, words)
            break
        revision = policy.revise(hypothesis, words)
        found.cost += revision.cost
        if revision.whole:
            found.success = revision.text == " ".join(words)
            break
    found.cost /= max(len(" ".join(words)), 1)
    return found
