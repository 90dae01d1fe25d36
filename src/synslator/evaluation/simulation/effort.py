"""What a translation costs its translator: keys, mouse actions, decisions, and the time they take.

Time is that of the keystroke-level model (Card, Moran and Newell, 1980: The keystroke-level model for user
performance time with interactive systems): the task is a sequence of operators, and each takes its constant
time. What the machine shows is read at a constant speed. Reading the source and thinking about the
translation are not part of it; they are the same whichever tool is used.
"""

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class KeystrokeLevel:
    """Seconds for each operator, as the model's authors measured them."""

    key: float = 0.20
    """K: press a key, average skilled typist (55 words a minute)."""
    point: float = 1.10
    """P: point with the mouse at something on the screen."""
    press: float = 0.10
    """B: press or release the mouse button."""
    home: float = 0.40
    """H: move the hand from the keyboard to the mouse or back."""
    decide: float = 1.35
    """M: prepare mentally: see that something is right or wrong, and choose what to do."""
    read: float = 0.25
    """Read a word that was not there before: 238 words a minute, silently (Brysbaert, 2019)."""

    @property
    def click(self) -> float:
        """Point and click, from the keyboard and back to it."""
        return 2 * self.home + self.point + 2 * self.press

    @property
    def drag(self) -> float:
        """Mark some text with the mouse, from the keyboard and back to it."""
        return 2 * self.home + 2 * self.point + 2 * self.press


@dataclass(frozen=True)
class Effort:
    """The cost of some segments. Efforts add up."""

    segments: int = 0
    characters: int = 0
    """Of the finished translations: what typing them from nothing would take."""
    words: int = 0
    """Of the finished translations."""
    source_words: int = 0
    """As translators are paid: characters for Chinese, words elsewhere."""
    keys: int = 0
    """Keys pressed. Alt+1, Ctrl+→ and Ctrl+Enter are two each; a capital is one."""
    clicks: int = 0
    drags: int = 0
    decisions: int = 0
    words_read: int = 0
    """Words of drafts and suggestions that were read."""
    word_strokes: int = 0
    """Words of which at least one character was typed."""
    turns: int = 0
    """Corrections: runs of typed characters without anything else between them."""
    accepted: dict[str, int] = field(default_factory=dict)
    """How often each aid was taken."""

    def __add__(self, other: "Effort") -> "Effort":
        numbers = {
            f.name: getattr(self, f.name) + getattr(other, f.name)
            for f in fields(self)
            if f.name != "accepted"
        }
        names = sorted(self.accepted.keys() | other.accepted.keys())
        accepted = {name: self.accepted.get(name, 0) + other.accepted.get(name, 0) for name in names}
        return Effort(**numbers, accepted=accepted)

    @property
    def mouse_actions(self) -> int:
        """Clicks and drags."""
        return self.clicks + self.drags

    @property
    def actions(self) -> int:
        """Keys and mouse actions."""
        return self.keys + self.mouse_actions

    def seconds(self, times: KeystrokeLevel) -> float:
        """By the keystroke-level model."""
        return (
            self.keys * times.key
            + self.clicks * times.click
            + self.drags * times.drag
            + self.decisions * times.decide
            + self.words_read * times.read
        )

    def to_json(self, times: KeystrokeLevel) -> dict[str, Any]:
        """Return the counts, the usual ratios and the time."""
        counts = {f.name: getattr(self, f.name) for f in fields(self)}
        seconds = self.seconds(times)
        return counts | {
            "mouse_actions": self.mouse_actions,
            "actions": self.actions,
            "keystroke_ratio": ratio(self.keys, self.characters),
            "word_stroke_ratio": ratio(self.word_strokes, self.words),
            "mouse_action_ratio": ratio(self.mouse_actions, self.characters),
            "ksmr": ratio(self.actions, self.characters),
            "seconds": round(seconds, 1),
            "source_words_an_hour": round(3600 * self.source_words / seconds, 1) if seconds else 0.0,
        }


def ratio(part: int, whole: int) -> float:
    """In percent."""
    return round(100 * part / whole, 2) if whole else 0.0
