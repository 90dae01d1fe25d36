"""What the effort log says: how much was typed, how much was taken over, how fast; and the log itself."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from synslator.storage.database import Database
from synslator.storage.documents.effort_log import LoggedEvent, confirmed_by_day, effort_of
from synslator.storage.documents.projects import get_project
from synslator.storage.people.organisations import Person

TAKEN = ("word", "sure", "rest", "suggestion", "language model", "match", "term", "fix")
"""What can be taken over with one key instead of being typed."""


@dataclass(slots=True)
class DayFigures:
    """What was done on one day."""

    day: str
    confirmed: int = 0
    """Segments."""
    words: int = 0
    """Words and characters of their sources."""
    characters: int = 0
    """Characters of the translations that were confirmed while the effort log was on."""
    keystrokes: int = 0
    """Keys pressed, each thing that was taken over being one."""
    milliseconds: int = 0
    """Time at work."""
    taken: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TAKEN, 0))
    """How often each kind of help was taken."""
    taken_characters: int = 0
    logged_words: int = 0
    """Words of the segments that were confirmed while the effort log was on."""

    @property
    def keystroke_ratio(self) -> float | None:
        """Keystrokes for each character of the translation."""
        return round(self.keystrokes / self.characters, 3) if self.characters else None

    @property
    def taken_ratio(self) -> float | None:
        """The share of the translation's characters that was taken over."""
        return round(min(1.0, self.taken_characters / self.characters), 3) if self.characters else None

    @property
    def words_an_hour(self) -> float | None:
        """Words of the source for each hour at work."""
        return round(self.logged_words * 3_600_000 / self.milliseconds, 1) if self.milliseconds else None


class Figures:
    """Reads effort logs. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_day(self, who: Person, project: int) -> Sequence[DayFigures]:
        """Return what was done on each day that something was done."""
        days: defaultdict[str, DayFigures] = defaultdict(lambda: DayFigures(""))
        with self._database.reading() as connection:
            get_project(connection, who, project)
            for at, words in confirmed_by_day(connection, project):
                day = days[_day(at * 1000)]
                day.confirmed += 1
                day.words += words
            for logged in effort_of(connection, project):
                _add(days[_day(logged.event.at_ms)], logged)
        for name, day in days.items():
            day.day = name
        return [days[name] for name in sorted(days)]

    def log(self, who: Person, project: int) -> str:
        """Return the effort log as CSV."""
        written = io.StringIO()
        rows = csv.writer(written, lineterminator="\n")
        rows.writerow(["time", "person", "document", "segment", "kind", "amount", "characters"])
        with self._database.reading() as connection:
            get_project(connection, who, project)
            rows.writerows(_rows(effort_of(connection, project)))
        return written.getvalue()


def _add(day: DayFigures, logged: LoggedEvent) -> None:
    event = logged.event
    match event.kind:
        case "keys":
            day.keystrokes += event.amount
        case "time":
            day.milliseconds += event.amount
        case "confirm":
            day.characters += event.characters
            day.logged_words += logged.words
        case kind if kind in TAKEN:
            day.taken[kind] += event.amount
            day.keystrokes += event.amount
            day.taken_characters += event.characters


def _rows(events: Iterable[LoggedEvent]) -> Iterable[list[object]]:
    for logged in events:
        event = logged.event
        time = datetime.fromtimestamp(event.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
        yield [
            time,
            event.person,
            logged.document,
            logged.number,
            event.kind,
            event.amount,
            event.characters,
        ]


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()
