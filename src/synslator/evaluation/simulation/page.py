"""What the page shows behind a typed text, and what its keys and clicks take: the twin of `editor/assist.ts`.

A segment opens with its draft. It stays until what is typed departs from it; from there on the machine's last
answer counts. `tests/evaluation/simulation/page_script.json` drives both twins through the same segments.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from synslator.decoding.completion.completer import Completion
from synslator.text.words import joins

SHOWN = re.compile(r"⟦[^⟧]*⟧|[^\s⟦]+")
"""What the page takes for a word where one clicks: `nearestEdge`. Words inside of Chinese have edges there
too; here they have none, so that the simulated translator has less to click at."""
FIRST = re.compile(r"\s*(?:⟦[^⟧]*⟧)*\S+")
"""The first word of a text, with the space before it: `firstWord`."""


@dataclass(frozen=True)
class FirstSuggestion:
    """What a segment opens with."""

    text: str
    exact: bool = False
    """Whether it is the memory's translation of this very source."""


@dataclass(frozen=True)
class Ghost:
    """The text behind what is typed; places count from its beginning."""

    text: str
    sure: int
    ends: tuple[int, ...]
    """Where its predicted words end."""

    @property
    def word(self) -> str:
        """What Ctrl+→ takes."""
        for end in self.ends:
            if self.text[:end].strip():
                return self.text[:end]
        first = FIRST.match(self.text)
        return first.group() if first else self.text

    @property
    def edges(self) -> set[int]:
        """The places that a click can mean."""
        edges = {edge for word in SHOWN.finditer(self.text) for edge in word.span()}
        return edges | {0, len(self.text)}


def ghost_of(draft: FirstSuggestion | None, answer: Completion, typed: str) -> Ghost | None:
    """Return what is shown behind a typed text, for which the machine has answered."""
    text, sure, ends = answer.text, answer.sure, tuple(word.end for word in answer.words)
    if draft and draft.text.startswith(typed) and len(draft.text) > len(typed):
        text, sure, ends = drafted(draft, answer)
    at = len(typed)
    if not text.startswith(typed) or len(text) <= at:
        return None
    return Ghost(text[at:], max(0, sure - at), tuple(end - at for end in ends if end > at))


def drafted(draft: FirstSuggestion, answer: Completion) -> tuple[str, int, tuple[int, ...]]:
    """Return the draft, how far it is sure, and the words that the machine would write too."""
    text = draft.text
    common = agreement(text, answer.text)

    def whole(end: int) -> bool:
        following = text[end : end + 1]
        return end < common or (end == common and not (following and joins(following)))

    ends = tuple(word.end for word in answer.words if whole(word.end))
    sure = len(text) if draft.exact else min(answer.sure, ends[-1] if ends else 0)
    return text, sure, ends


def lines_of(answer: Completion) -> Iterator[str]:
    """Yield what each line of the suggestion box would put in at the caret."""
    yield from (line.text for line in answer.suggestions if line.text)


def agreement(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
