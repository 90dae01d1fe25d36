"""What can be set for a project, checked as a whole when it is made."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from synslator.decoding.options import SearchOptions
from synslator.engines.draft_providers import MACHINE
from synslator.engines.example_selection import ENGINE_LOOKUP
from synslator.errors import SynslatorError, UsageProblem
from synslator.formats.documents.core.options import Placeholders, ReadOptions
from synslator.memory.model import LookupOptions
from synslator.text.segmentation import MODES, Mode
from synslator.text.srx.rules import check_form
from synslator.workbench.projects.rates import Rates

Propagation = Literal["off", "document", "project"]
AUTOMATIC = "auto"
"""The engine that follows from what the project's memories permit."""
NEVER = 102
"""A match rate that no match reaches."""
RENAMED = {"learning_rate": "minimum_learning_match"}
"""Settings of older databases and project packages, and what they are called now."""


def setting(default: Any, help: str = "", low: float | None = None, high: float | None = None) -> Any:
    """Declare a setting: its default, what the API says of it, and its range."""
    metadata = {"help": help, "low": low, "high": high}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The settings of a project. The shapes of the API follow from the fields."""

    segmentation: Mode = setting("sentence", "How new documents are cut.")
    srx: str = setting("", "SRX rules to cut by instead: the text of the file.", high=1_000_000)
    placeholders: Placeholders = setting("auto")
    model: str = setting("", "Name of the model package; empty: the preferred one for the pair.", high=200)
    engine: str = setting(AUTOMATIC, "`auto`: the preferred one that the memories permit.", high=50)
    engine_parameters: Mapping[str, float] = setting(dict)
    draft_provider: str = setting(MACHINE, "What drafts; `machine`: the project's engine.", high=50)
    minimum_match_rate: int = setting(70, "Matches below it are not shown.", 0, 101)
    minimum_learning_match: int = setting(
        ENGINE_LOOKUP.minimum_rate, "Matches from it on are given to the engine.", 0, 101
    )
    highlight_threshold: float = setting(
        SearchOptions.highlight_threshold, "Words that are at least this sure: taken by TAB.", 0, 1
    )
    alternatives: int = setting(3, "", 0, 10)
    alternative_words: int = setting(3, "", 1, 10)
    language_model_words: int = setting(4, "0 switches its line off.", 0, 20)
    language_model_after: int = setting(10, "", 0, 1000)
    draft: bool = setting(True, "Whether documents are drafted when they are uploaded.")
    memory_draft_rate: int = setting(
        100, "From this rate on the memory's translation is the draft; 102: never.", 50, NEVER
    )
    terms_obeyed: bool = setting(True, "Whether drafts and completions use the terms of the termbases.")
    propagation: Propagation = setting("project", "Which repetitions get the translation.")
    checks_off: tuple[str, ...] = setting((), "", high=100)
    longest_ratio: float = setting(4.0, "How many times as long as usual a translation may be.", 1.1, 100)
    effort_log: bool = setting(False)
    analysis_rates: Mapping[str, float] = setting(
        dict, "What a word of a match band is worth, in per cent, where it is not what is usual."
    )

    def __post_init__(self) -> None:
        problems = [
            f"{one.name} must be from {one.metadata['low']} to {one.metadata['high']}, not {value}"
            for one in fields(self)
            if isinstance(value := getattr(self, one.name), int | float)
            and one.metadata["low"] is not None
            and not one.metadata["low"] <= value <= one.metadata["high"]
        ]
        if self.segmentation not in MODES:
            problems.append(f"segmentation must be one of {', '.join(MODES)}, not {self.segmentation}")
        if self.propagation not in get_args(Propagation):
            problems.append(f"propagation must be off, document or project, not {self.propagation}")
        for make in (self.search_options, self.reading_options, self.rates, self._rules):
            try:
                make()
            except (ValueError, SynslatorError) as error:
                problems.append(str(error))
        if problems:
            raise UsageProblem("; ".join(problems) + ".")

    def search_options(self) -> SearchOptions:
        """Return how the segments are completed."""
        return SearchOptions(
            highlight_threshold=self.highlight_threshold,
            alternatives=self.alternatives,
            alternative_words=self.alternative_words,
            language_model_words=self.language_model_words,
            language_model_after=self.language_model_after,
        )

    def lookup_options(self) -> LookupOptions:
        """Return how memories are looked up: far enough down for the engine."""
        rate = min(self.minimum_match_rate, self.minimum_learning_match)
        return LookupOptions(matches=ENGINE_LOOKUP.matches, minimum_rate=rate)

    def reading_options(self) -> ReadOptions:
        """Return how new documents are read."""
        return ReadOptions(placeholders=self.placeholders)

    def rates(self) -> Rates:
        """Return how the analysis is weighted."""
        return Rates(self.analysis_rates)

    def _rules(self) -> None:
        if self.srx:
            # Expressions that came from outside are compiled in a limited process only.
            check_form(self.srx.encode(), "The SRX rules")

    def changed(self, values: Mapping[str, Any]) -> "ProjectSettings":
        """Return the same settings with some other values."""
        return ProjectSettings.of(asdict(self) | dict(values))

    def json(self) -> str:
        """Return the settings as the database keeps them."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "ProjectSettings":
        """Make settings from plain values, such as JSON has."""
        given = {RENAMED.get(name, name): value for name, value in values.items()}
        known = [one.name for one in fields(cls)]
        if unknown := sorted(given.keys() - set(known)):
            raise UsageProblem(f"There is no setting {', '.join(unknown)}; there are {', '.join(known)}.")
        if "checks_off" in given:
            given["checks_off"] = tuple(given["checks_off"])
        return cls(**given)

    @classmethod
    def read(cls, text: str) -> "ProjectSettings":
        """Read settings as the database keeps them."""
        return cls.of(json.loads(text))
