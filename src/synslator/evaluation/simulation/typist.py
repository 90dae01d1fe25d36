"""A simulated translator who works with the machine, from left to right, until the reference stands there.

The typist never accepts anything that is not in the reference. There are two, and a person is between them:

- one knows, as the static editor does, what is best: where it pays to read what is shown and to take
  something of it, and where to type on without looking (dynamic programming over all ways);
- the other reads what is shown after every change, up to the first wrong word, and takes whatever saves most
  against typing just then.

The page's own keys are used:

- TAB takes the sure run, Ctrl+→ the next word, End all that is shown;
- Alt+1 … Alt+4 take a line of the suggestion box, the last being the language model's;
- a click into the shown text locks what precedes it: as in the page, up to the nearer edge of a word;
- Ctrl+Enter confirms what is written, or the draft where nothing is; nothing else that is shown.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from synslator.decoding.completion.completer import Completion
from synslator.evaluation.predictions.observation import word_starts, words_of
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.evaluation.simulation.page import FirstSuggestion, Ghost, agreement, ghost_of, lines_of
from synslator.evaluation.system import Complete
from synslator.text.counts import count

Aid = Literal["tab", "word", "rest", "box", "language_model", "click"]
AIDS: tuple[Aid, ...] = ("tab", "word", "rest", "box", "language_model", "click")
KEYS: dict[Aid, int] = {"tab": 1, "word": 2, "rest": 1, "box": 2, "language_model": 2, "click": 0}
"""Keys that each aid takes; a click takes none."""
CONFIRM = 2
"""Keys to confirm a segment: Ctrl+Enter."""


Looking = Literal["useful", "always"]
"""When the typist reads what is shown: where it pays, or after every change."""


@dataclass(frozen=True)
class TypistOptions:
    """How the typist works."""

    aids: frozenset[Aid] = frozenset(AIDS)
    saving: Literal["actions", "time"] = "time"
    """What is saved: keys and mouse actions, or time."""
    times: KeystrokeLevel = field(default_factory=KeystrokeLevel)
    looking: Looking = "useful"

    @property
    def key(self) -> float:
        """What a key costs."""
        return self.times.key if self.saving == "time" else 1

    @property
    def decide(self) -> float:
        """What a decision costs."""
        return self.times.decide if self.saving == "time" else 0

    @property
    def read(self) -> float:
        """What reading a word costs."""
        return self.times.read if self.saving == "time" else 0

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
        return (move + self.decide) / self.key


@dataclass(frozen=True)
class Offer:
    """An aid that would bring the text further, and what is written after it."""

    aid: Aid
    text: str


@dataclass(frozen=True)
class TypistStep:
    """Something that the typist did, and what is written after it."""

    action: Aid | Literal["type", "confirm"]
    text: str
    read: int
    """Words that were read before."""


def offers(ghost: Ghost | None, answer: Completion, typed: str) -> Iterator[Offer]:
    """Everything that the page offers at this moment."""
    if ghost:
        if ghost.sure:
            yield Offer("tab", typed + ghost.text[: ghost.sure])
        yield Offer("word", typed + ghost.word)
        yield Offer("rest", typed + ghost.text)
        for edge in sorted(ghost.edges - {0}):
            yield Offer("click", typed + ghost.text[:edge])
    for line in lines_of(answer):
        yield Offer("box", typed + line)
    if answer.language_model:
        yield Offer("language_model", typed + answer.language_model)


def best_offer(found: Iterator[Offer], typed: str, reference: str, options: TypistOptions) -> Offer | None:
    """Return the offer that saves most against typing, if one saves anything; of equals the first listed."""
    best: Offer | None = None
    most = 0.0
    for offer in found:
        saved = len(offer.text) - len(typed) - options.cost(offer.aid)
        if offer.aid in options.aids and saved > most and reference.startswith(offer.text):
            best, most = offer, saved
    return best


class TypistReading:
    """Reads what is shown, up to the first wrong word, and nothing twice.

    The lines of the suggestion box are looked at where the next word shown is wrong.
    """

    def __init__(self, reference: str) -> None:
        self.reference, self.seen, self.lines = reference, "", set[str]()

    def read(self, ghost: Ghost | None, answer: Completion, typed: str) -> int:
        """Return how many words are new to the reader."""
        shown = typed + (ghost.text if ghost else "")
        stop = until_wrong(shown, self.reference)
        start = max(len(typed), agreement(self.seen, shown[:stop]))
        words = len(words_of(shown[start:stop]))
        self.seen = shown[:stop]
        if ghost is None or (stop <= len(typed + ghost.word) and not self.reference.startswith(shown)):
            for line in (*lines_of(answer), answer.language_model):
                if line and typed + line not in self.lines:
                    self.lines.add(typed + line)
                    end = until_wrong(typed + line, self.reference)
                    words += len(words_of((typed + line)[len(typed) : end]))
        return words


def until_wrong(text: str, reference: str) -> int:
    """Return where the first wrong word of a text ends: so far it is read."""
    right = agreement(text, reference)
    if right == len(text):
        return right
    following = [start for start in word_starts(text) if start > right]
    return len(text[: following[0]].rstrip()) if following else len(text)


def work(
    complete: Complete, reference: str, options: TypistOptions, draft: FirstSuggestion | None = None
) -> Iterator[TypistStep]:
    """Produce the reference with the machine's help, step by step."""
    if options.looking == "always":
        yield from attentive(complete, reference, options, draft)
    else:
        yield from planned(views(complete, reference, draft), reference, options, draft)


def attentive(
    complete: Complete, reference: str, options: TypistOptions, draft: FirstSuggestion | None = None
) -> Iterator[TypistStep]:
    """Read after every change, and take what saves most against typing."""
    typed, reader = "", TypistReading(reference)
    read = 0
    while typed != reference:
        answer = complete(typed)
        ghost = ghost_of(draft, answer, typed)
        read = reader.read(ghost, answer, typed)
        if not typed and draft and draft.text == reference:
            break  # the draft is right as it stands: it needs no key but the one that confirms
        offer = best_offer(offers(ghost, answer, typed), typed, reference, options)
        step = (
            TypistStep(offer.aid, offer.text, read)
            if offer
            else TypistStep("type", reference[: len(typed) + 1], read)
        )
        yield step
        typed, read = step.text, 0
    yield TypistStep("confirm", reference, read)


@dataclass(frozen=True)
class PageView:
    """What is to be had where so much of the reference is typed."""

    words: int
    """Words to read, up to the first wrong one, and those of the box where the next word is wrong."""
    offers: tuple[Offer, ...]
    """What is offered and is right."""


def views(complete: Complete, reference: str, draft: FirstSuggestion | None = None) -> list[PageView]:
    """Return what is to be had behind every beginning of the reference."""
    found = []
    for end in range(len(reference)):
        typed = reference[:end]
        answer = complete(typed)
        ghost = ghost_of(draft, answer, typed)
        words = TypistReading(reference).read(ghost, answer, typed)
        right = (one for one in offers(ghost, answer, typed) if reference.startswith(one.text))
        found.append(PageView(words, tuple(one for one in right if len(one.text) > end)))
    return found


def planned(
    seen: Sequence[PageView], reference: str, options: TypistOptions, draft: FirstSuggestion | None = None
) -> Iterator[TypistStep]:
    """Take the cheapest way through what is to be had: to read and take something, or to type on."""
    if draft and draft.text == reference:
        yield TypistStep("confirm", reference, len(words_of(reference)))
        return
    # The cost of what is left, by how much is typed: where a key was typed before, and where not.
    going, fresh = [0.0] * (len(seen) + 1), [0.0] * (len(seen) + 1)
    steps: list[TypistStep] = []
    for at in range(len(seen) - 1, -1, -1):
        view, typed = seen[at], options.key + going[at + 1]
        best, taken = typed + options.decide, TypistStep("type", reference[: at + 1], 0)
        for offer in view.offers:
            cost = options.cost(offer.aid) * options.key + view.words * options.read + fresh[len(offer.text)]
            if offer.aid in options.aids and cost < best:
                best, taken = cost, TypistStep(offer.aid, offer.text, view.words)
        fresh[at], going[at] = best, min(best, typed)
        steps.append(taken)
    steps.reverse()
    at, typing = 0, False
    while at < len(seen):
        typed = options.key + going[at + 1]
        step = TypistStep("type", reference[: at + 1], 0) if typing and typed <= fresh[at] else steps[at]
        yield step
        at, typing = len(step.text), step.action == "type"
    yield TypistStep("confirm", reference, 0)


def translate(
    complete: Complete,
    source: str,
    reference: str,
    options: TypistOptions,
    draft: FirstSuggestion | None = None,
) -> Effort:
    """Produce the reference with the machine's help and tell what it cost."""
    return effort_of(work(complete, reference, options, draft), source, reference)


def effort_of(steps: Iterable[TypistStep], source: str, reference: str) -> Effort:
    """Return what some steps cost."""
    accepted: Counter[str] = Counter()
    by_hand, turns, typing, read, typed = [], 0, False, 0, ""
    for step in steps:
        read += step.read
        if step.action == "type":
            by_hand.append(len(typed))
            turns += not typing
        elif step.action != "confirm":
            accepted[step.action] += 1
        typed, typing = step.text, step.action == "type"
    return Effort(
        segments=1,
        characters=len(reference),
        words=len(words_of(reference)),
        source_words=count(source).total,
        keys=len(by_hand) + sum(KEYS[aid] * accepted[aid] for aid in AIDS) + CONFIRM,
        clicks=accepted["click"],
        decisions=turns + accepted.total() + 1,
        words_read=read,
        word_strokes=words_touched(reference, by_hand),
        turns=turns,
        accepted=dict(sorted(accepted.items())),
    )


def words_touched(reference: str, positions: list[int]) -> int:
    """Return how many words have a character, not the space before them, at one of the positions."""
    touched = {at for at in positions if not reference[at].isspace()}
    starts = [*word_starts(reference), len(reference)]
    return sum(any(at in touched for at in range(start, end)) for start, end in pairwise(starts))
