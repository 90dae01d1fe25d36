"""What can be set for a project, checked as a whole when it is made."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from synslator.decoding.options import SearchOptions
from synslator.engines.example_selection import LEARNING
from synslator.errors import SynslatorError, UsageProblem
from synslator.formats.documents.core.options import Placeholders, ReadOptions
from synslator.memory.model import LookupOptions
from synslator.text.segmentation import MODES, Mode
from synslator.text.srx import check_form

Propagation = Literal["off", "document", "project"]
AUTOMATIC = "auto"
"""The engine that follows from what the project's memories permit."""
NEVER = 102
"""A match rate that no match reaches."""


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The settings of a project."""

    segmentation: Mode = "sentence"
    """How new documents are cut."""
    srx: str = ""
    """SRX rules to cut by instead, as the text of the file."""
    placeholders: Placeholders = "auto"
    engine: str = AUTOMATIC
    engine_parameters: Mapping[str, float] = field(default_factory=dict)
    minimum_match_rate: int = 70
    """Matches below it are not shown."""
    learning_rate: int = LEARNING.minimum_rate
    """Matches from this rate on are given to the engine to learn from."""
    highlight_threshold: float = 0.6
    alternatives: int = 3
    alternative_words: int = 3
    language_model_words: int = 4
    """0 switches the language model's line off."""
    language_model_after: int = 10
    draft: bool = True
    """Whether documents are drafted as soon as they are uploaded."""
    memory_draft_rate: int = 100
    """From this match rate on the memory's translation is the draft; 102: never."""
    propagation: Propagation = "project"
    checks_off: tuple[str, ...] = ()
    longest_ratio: float = 4.0
    """The check of the length: how many times as long as usual a translation may be."""
    effort_log: bool = False

    def __post_init__(self) -> None:
        ranges = [
            ("minimum_match_rate", 0, 101),
            ("learning_rate", 0, 101),
            ("memory_draft_rate", 50, NEVER),
            ("longest_ratio", 1.1, 100),
        ]
        problems = [
            f"{name} must be from {low} to {high}, not {getattr(self, name)}"
            for name, low, high in ranges
            if not low <= getattr(self, name) <= high
        ]
        if self.segmentation not in MODES:
            problems.append(f"segmentation must be one of {', '.join(MODES)}, not {self.segmentation}")
        if self.propagation not in ("off", "document", "project"):
            problems.append(f"propagation must be off, document or project, not {self.propagation}")
        for make in (self.search_options, self.reading_options, self._rules):
            try:
                make()
            except (ValueError, SynslatorError) as error:
                problems.append(str(error))
        if problems:
            raise UsageProblem("; ".join(problems) + ".")

    def search_options(self) -> SearchOptions:
        """How the segments are completed."""
        return SearchOptions(
            highlight_threshold=self.highlight_threshold,
            alternatives=self.alternatives,
            alternative_words=self.alternative_words,
            language_model_words=self.language_model_words,
            language_model_after=self.language_model_after,
        )

    def lookup_options(self) -> LookupOptions:
        """How memories are looked up: far enough down for the engine."""
        rate = min(self.minimum_match_rate, self.learning_rate)
        return LookupOptions(matches=LEARNING.matches, minimum_rate=rate)

    def reading_options(self) -> ReadOptions:
        """How new documents are read."""
        return ReadOptions(placeholders=self.placeholders)

    def _rules(self) -> None:
        if self.srx:
            # Expressions that came from outside are compiled in a limited process only.
            check_form(self.srx.encode(), "The SRX rules")

    def changed(self, values: Mapping[str, Any]) -> "ProjectSettings":
        """The same settings with some other values."""
        return ProjectSettings.of(asdict(self) | dict(values))

    def json(self) -> str:
        """The settings as the database keeps them."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "ProjectSettings":
        """Make settings from plain values, such as JSON has."""
        known = {one.name for one in fields(cls)}
        if unknown := sorted(values.keys() - known):
            raise UsageProblem(f"There is no setting {', '.join(unknown)}; there are {', '.join(known)}.")
        given = dict(values)
        if "checks_off" in given:
            given["checks_off"] = tuple(given["checks_off"])
        return cls(**given)

    @classmethod
    def read(cls, text: str) -> "ProjectSettings":
        """Read settings as the database keeps them."""
        return cls.of(json.loads(text))
