"""Two simulated translators on the same segments: one works with the machine, one corrects its static draft.

With learning, every finished segment is confirmed into the memory before the next one is begun, so that both
see what a translator in the middle of a job would see. Both open with the same draft and save the same thing.
This is a simulation: its translators want exactly the reference and never err.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from synslator.evaluation.metrics.bootstrap import BootstrapOptions, estimate
from synslator.evaluation.predictions.observation import in_order
from synslator.evaluation.provenance import made
from synslator.evaluation.simulation import post_editor, typist
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.evaluation.simulation.page import FirstSuggestion
from synslator.evaluation.simulation.post_editor import Prices
from synslator.evaluation.simulation.typist import TypistOptions
from synslator.evaluation.system import System
from synslator.evaluation.testset import ReferencePair, TestSet
from synslator.progress import SILENT, Progress
from synslator.text.matching import EXACT

PARTS = 3
"""Into which a stream is cut, as the paper's weeks."""


@dataclass(frozen=True)
class SimulationOptions:
    """How the translators work."""

    learning: bool = False
    typist: TypistOptions = field(default_factory=TypistOptions)
    times: KeystrokeLevel = field(default_factory=KeystrokeLevel)


OTHERWISE = tuple(product((0.0, 0.6, 1.35, 2.0), (0.0, 0.1, 0.25, 0.4)))
"""Seconds a decision and a word that the sensitivity is shown for."""


@dataclass(frozen=True)
class Both:
    """What a segment costs each of the two."""

    static: Effort
    interactive: Effort
    attentive: Effort = field(default_factory=Effort)
    """The interactive translator who reads after every change."""
    otherwise: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * len(OTHERWISE)
    """Seconds of the first two, if deciding and reading took other times and both did what is best then."""

    def __add__(self, other: "Both") -> "Both":
        pairs = zip(self.otherwise, other.otherwise, strict=True)
        return Both(
            self.static + other.static,
            self.interactive + other.interactive,
            self.attentive + other.attentive,
            tuple((one[0] + two[0], one[1] + two[1]) for one, two in pairs),
        )


NOTHING = Both(Effort(), Effort())


def simulate(
    system: System, pairs: Sequence[ReferencePair], options: SimulationOptions, progress: Progress = SILENT
) -> list[Both]:
    """Let both translators work through a stream of segments."""
    found = _learning(system, pairs, options) if options.learning else _not_learning(system, pairs, options)
    results = []
    for one in found:
        results.append(one)
        progress.advance()
    return results


def _learning(system: System, pairs: Sequence[ReferencePair], options: SimulationOptions) -> Iterator[Both]:
    for pair in pairs:
        yield _segment(system, pair, system.translate([pair.source])[0], options)
        system.confirm(pair.source, pair.reference)


def _not_learning(
    system: System, pairs: Sequence[ReferencePair], options: SimulationOptions
) -> Iterator[Both]:
    drafts = system.translate([pair.source for pair in pairs])
    numbered = list(zip(pairs, drafts, strict=True))
    return in_order(lambda one: _segment(system, *one, options), numbered, system.workers)


def _segment(system: System, pair: ReferencePair, written: str, options: SimulationOptions) -> Both:
    source, reference = pair
    draft = _drafted(system, source, written)
    complete = cache(system.completions(source))
    seen = typist.views(complete, reference, draft)

    def both(how: TypistOptions) -> tuple[Effort, Effort]:
        prices = Prices.of(how.saving, how.times)
        steps = typist.planned(seen, reference, how, draft)
        return (
            post_editor.post_edit(draft.text, source, reference, prices),
            typist.effort_of(steps, source, reference),
        )

    otherwise = []
    for decide, read in OTHERWISE:
        times = replace(options.times, decide=decide, read=read)
        efforts = both(replace(options.typist, times=times))
        otherwise.append((efforts[0].seconds(times), efforts[1].seconds(times)))
    static, interactive = both(options.typist)
    always = replace(options.typist, looking="always")
    attentive = typist.translate(complete, source, reference, always, draft)
    return Both(static, interactive, attentive, tuple(otherwise))


def _drafted(system: System, source: str, written: str) -> FirstSuggestion:
    """Return what the segment opens with, for both: the memory's translation of this very source, if any."""
    exact = [one for one in system.examples(source) if one.rate >= EXACT]
    return FirstSuggestion(exact[0].target, exact=True) if exact else FirstSuggestion(written)


def sensitivity(results: Sequence[Both]) -> list[dict[str, float]]:
    """Return the time saved if deciding and reading took other times, and both did what is best then."""
    total = sum(results, NOTHING)
    return [
        {"decide": decide, "read": read, "fewer_seconds_percent": saved(*seconds)}
        for (decide, read), seconds in zip(OTHERWISE, total.otherwise, strict=True)
    ]


def saved(static: float, interactive: float) -> float:
    """Return how much less the interactive translator needs, in percent of the static one."""
    return round(100 * (1 - interactive / static), 2) if static else 0.0


def intervals(
    results: Sequence[Both], times: KeystrokeLevel, units: Sequence[int]
) -> dict[str, tuple[float, float]]:
    """Return the intervals of what is saved."""
    found = {}
    measures: dict[str, Callable[[Effort], float]] = {
        "fewer_actions_percent": lambda effort: effort.actions,
        "fewer_seconds_percent": lambda effort: effort.seconds(times),
    }
    for (name, measure), who in product(measures.items(), ("interactive", "attentive")):
        rows = np.array([[measure(one.static), measure(getattr(one, who))] for one in results], np.float64)
        options = BootstrapOptions()
        drawn = estimate(rows, lambda sums: 100 * (1 - float(sums[1]) / float(sums[0])), options, units)
        prefix = "" if who == "interactive" else f"{who}_"
        found[prefix + name] = (round(drawn.low, 2), round(drawn.high, 2))
    return found


def by_parts(results: Sequence[Both], times: KeystrokeLevel) -> list[dict[str, Any]]:
    """Return the paper's table of weeks: source words, hours, words per hour of both, by part and in all."""
    size = max(1, -(-len(results) // PARTS))
    parts = [results[at : at + size] for at in range(0, len(results), size)]
    rows = [("all" if part is results else str(n), part) for n, part in enumerate([*parts, results], 1)]
    table = []
    for name, part in rows:
        total = sum(part, NOTHING)
        static, interactive = total.static.seconds(times), total.interactive.seconds(times)
        table.append(
            {
                "part": name,
                "source_words": total.static.source_words,
                "static_hours": round(static / 3600, 3),
                "static_words_an_hour": round(3600 * total.static.source_words / static, 1),
                "interactive_hours": round(interactive / 3600, 3),
                "interactive_words_an_hour": round(3600 * total.static.source_words / interactive, 1),
                "faster_percent": round(100 * (static / interactive - 1), 1),
                "fewer_actions_percent": saved(total.static.actions, total.interactive.actions),
            }
        )
    return table


def measure_simulation(
    system: System, data: TestSet, options: SimulationOptions, progress: Progress = SILENT
) -> dict[str, Any]:
    """Simulate both translators on a test set; counts, ratios, times, parts, and how it was made."""
    started = time.perf_counter()
    results = simulate(system, data.pairs, options, progress)
    seconds = time.perf_counter() - started
    total = sum(results, NOTHING)
    settings = {
        "learning": options.learning,
        "saving": options.typist.saving,
        "aids": sorted(options.typist.aids),
        "seconds_for": vars(options.times),
    }
    return {
        "kind": "simulation",
        "lines": len(results),
        "learning": options.learning,
        "static": total.static.to_json(options.times),
        "interactive": total.interactive.to_json(options.times),
        "fewer_actions_percent": saved(total.static.actions, total.interactive.actions),
        "fewer_seconds_percent": saved(
            total.static.seconds(options.times), total.interactive.seconds(options.times)
        ),
        "attentive": total.attentive.to_json(options.times),
        "attentive_fewer_actions_percent": saved(total.static.actions, total.attentive.actions),
        "attentive_fewer_seconds_percent": saved(
            total.static.seconds(options.times), total.attentive.seconds(options.times)
        ),
        "intervals": intervals(results, options.times, data.units),
        "sensitivity": sensitivity(results),
        "parts": by_parts(results, options.times),
        "seconds": round(seconds, 1),
        "made": made(system, data, seconds, **settings).to_json(),
    }
