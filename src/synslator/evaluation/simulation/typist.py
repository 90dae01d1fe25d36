"""A simulated translator who works with the machine, from left to right, until the reference stands there.

What is shown is looked at after every change. The typist never accepts anything that is not in the reference.
Of everything that would bring the text further, the action is taken that saves most against typing; where
nothing saves anything, the next character is typed. The page's own keys are used:

- TAB takes the sure run, Ctrl+→ the next word, End all that is shown;
- Alt+1 … Alt+4 take a line of the suggestion box, the last being the language model's;
- a click into the shown text locks what precedes it: as in the page, up to the nearer edge of a word;
- Esc hides the rest where the sentence is complete and the machine would go on; Ctrl+Enter confirms.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer, Completion
from synslator.evaluation.predictions.observation import word_starts, words_of
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.text.counts import count

Aid = Literal["tab", "word", "rest", "box", "language_model", "click"]
AIDS: tuple[Aid, ...] = ("tab", "word", "rest", "box", "language_model", "click")
KEYS: dict[Aid, int] = {"tab": 1, "word": 2, "rest": 1, "box": 2, "language_model": 2, "click": 0}
"""Keys that each aid takes; a click takes none."""
SHOWN = re.compile(r"⟦[^⟧]*⟧|[^\s⟦]+")
"""What the page takes for a word where one clicks: `nearestEdge` in web/src/editor/assist.ts."""
CONFIRM = 2
"""Keys to confirm a segment: Ctrl+Enter."""


@dataclass(frozen=True)
class TypistOptions:
    """How the typist works."""

    aids: frozenset[Aid] = frozenset(AIDS)
    saving: Literal["actions", "time"] = "actions"
    """What is saved: keys and mouse actions, or time."""
    times: KeystrokeLevel = field(default_factory=KeystrokeLevel)

    def __post_init__(self) -> None:
        problems = []
        if unknown := sorted(self.aids - set(AIDS)):
            problems.append(f"aids can be {', '.join(AIDS)}, not {', '.join(unknown)}")
        if self.saving not in ("actions", "time"):
            problems.append(f"saving can be actions or time, not {self.saving!r}")
        if problems:
            raise ValueError("; ".join(problems))

    def cost(self, aid: Aid) -> float:
        """Return what an aid costs, in typed characters."""
        if self.saving == "actions":
            return KEYS[aid] or 1
        move = self.times.click if aid == "click" else KEYS[aid] * self.times.key
        return (move + self.times.decide) / self.times.key


@dataclass(frozen=True)
class Offer:
    """An aid that would bring the text further, and how far."""

    aid: Aid
    length: int
    """Characters of the text after it."""


def offers(answer: Completion, reference: str) -> Iterator[Offer]:
    """Everything the page offers at this moment that agrees with the reference."""
    typed = answer.prefix
    right = agreement(answer.text, reference)
    if len(typed) < answer.sure <= right:
        yield Offer("tab", answer.sure)
    if answer.words and answer.words[0].end <= right:
        yield Offer("word", answer.words[0].end)
    if answer.text == reference and len(answer.text) > len(typed):
        yield Offer("rest", len(reference))
    if (edge := last_edge(answer.text, len(typed), right)) > len(typed):
        yield Offer("click", edge)
    for line in answer.suggestions:
        if reference.startswith(typed + line.text):
            yield Offer("box", len(typed + line.text))
    if answer.language_model and reference.startswith(typed + answer.language_model):
        yield Offer("language_model", len(typed + answer.language_model))


def last_edge(text: str, typed: int, right: int) -> int:
    """Return the last place up to `right` that a click can mean: the page snaps to edges of shown words."""
    edges = {typed, len(text)} | {edge for word in SHOWN.finditer(text, typed) for edge in word.span()}
    return max(edge for edge in edges if edge <= right)


def agreement(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def best_offer(answer: Completion, reference: str, options: TypistOptions) -> Offer | None:
    """Return the offer that saves most against typing, if one saves anything; of equals the first listed."""
    there = len(answer.prefix)
    found: Offer | None = None
    most = 0.0
    for offer in offers(answer, reference):
        saved = offer.length - there - options.cost(offer.aid)
        if offer.aid in options.aids and saved > most:
            found, most = offer, saved
    return found


def translate(completer: Completer, source: str, reference: str, options: TypistOptions) -> Effort:
    """Produce the reference with the machine's help and tell what it cost."""
    typed, by_hand, turns, typing = "", [], 0, False
    accepted: Counter[str] = Counter()
    extra = CONFIRM
    while typed != reference:
        answer = driver.run(completer.complete(typed))
        if not typed and answer.text == reference:
            break  # the draft is right as it stands: it needs no key but the one that confirms
        offer = best_offer(answer, reference, options)
        if offer:
            accepted[offer.aid] += 1
            typed, typing = reference[: offer.length], False
        else:
            by_hand.append(len(typed))
            turns += not typing
            typed, typing = reference[: len(typed) + 1], True
    else:
        answer = driver.run(completer.complete(typed))
        extra += answer.text != reference  # Esc
    return Effort(
        segments=1,
        characters=len(reference),
        words=len(words_of(reference)),
        source_words=count(source).total,
        keys=len(by_hand) + sum(KEYS[aid] * accepted[aid] for aid in AIDS) + extra,
        clicks=accepted["click"],
        decisions=turns + accepted.total() + 1,
        word_strokes=words_touched(reference, by_hand),
        turns=turns,
        accepted=dict(sorted(accepted.items())),
    )


def words_touched(reference: str, positions: list[int]) -> int:
    """Return how many words have a character, not the space before them, at one of the positions."""
    touched = {at for at in positions if not reference[at].isspace()}
    starts = [*word_starts(reference), len(reference)]
    return sum(any(at in touched for at in range(start, end)) for start, end in pairwise(starts))
