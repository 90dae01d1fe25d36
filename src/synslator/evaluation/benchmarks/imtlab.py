"""IMTLab: a simulated translator and the system take turns (Huang et al., EMNLP 2023).

The definitions are IMTLab's. Words are what spaces part. Cost is counted in characters: a typed word costs
its letters and its space, an operation on what is there (accept up to here, delete, leave open) costs one;
it is divided by the length of the reference. A dialogue may take as many turns as the first translation has
wrong words, and one more; one that is not done by then has failed, and the rest is edited by hand.
Consistency is by how many words the translation changes from turn to turn; less is better.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from synslator.evaluation.benchmarks.cases import Cases
from synslator.evaluation.benchmarks.dialogues import Dialogue, LeftToRight, Policy, Static, converse
from synslator.evaluation.benchmarks.islands import Infilling
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.predictions.observation import in_order
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.progress import SILENT, Progress

FIELDS = ("source", "reference")
POLICIES = ("left_to_right", "infilling", "static")


def policies(system: System, source: str) -> dict[str, Policy]:
    """Return the policies, each with a session of its own."""
    package = system.engine.package
    bound = system.engine.bind(source, system.examples(source))
    left_to_right, static = LeftToRight(system.completer(source)), Static(system.completer(source))
    infilling = Infilling(bound, package.vocabulary, system.completer(source))
    return dict(zip(POLICIES, (left_to_right, infilling, static), strict=True))


def measure_imtlab(system: System, cases: Cases, progress: Progress = SILENT) -> dict[str, Any]:
    """Return cost, success, turns, consistency and seconds of a turn by policy, and how it was made."""

    def one(case: dict[str, Any]) -> dict[str, Dialogue]:
        reference = " ".join(case["reference"].split())
        found = {
            name: converse(policy, reference) for name, policy in policies(system, case["source"]).items()
        }
        progress.advance()
        return found

    started = time.perf_counter()
    dialogues = list(in_order(one, cases.rows, system.workers))
    seconds = time.perf_counter() - started
    return {
        "kind": "imtlab",
        **{name: averages([each[name] for each in dialogues]) for name in dialogues[0]},
        "intervals": {
            name: {"cost": cases.interval(costs([each[name] for each in dialogues]), mean)}
            for name in dialogues[0]
        },
        "lines": len(dialogues),
        "elapsed": round(seconds, 1),
        "made": made(system, cases, seconds).to_json(),
    }


def costs(dialogues: Sequence[Dialogue]) -> Numbers:
    """Return the cost of each dialogue, and that it is one: (dialogues, 2)."""
    return np.array([[each.cost, 1] for each in dialogues], np.float64)


def mean(sums: Numbers) -> float:
    """Return the mean of what was summed."""
    return float(sums[0] / sums[1])


def averages(dialogues: Sequence[Dialogue]) -> dict[str, float]:
    """Return the mean figures of one policy; the seconds are those of one turn."""
    count, turns = len(dialogues), sum(each.turns for each in dialogues)
    return {
        "cost": round(sum(each.cost for each in dialogues) / count, 4),
        "success": round(100 * sum(each.success for each in dialogues) / count, 2),
        "turns": round(turns / count, 3),
        "consistency": round(sum(each.changed for each in dialogues) / count, 3),
        "seconds": round(sum(each.seconds for each in dialogues) / turns, 4),
    }
