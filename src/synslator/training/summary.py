"""What a run's log tells: the curves, and how the run ended."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from synslator.errors import UsageProblem
from synslator.training.optimization.trainer import read_log

Curve = list[tuple[int, float]]
"""Updates and values."""


@dataclass
class Summary:
    """A run so far."""

    name: str
    updates: int = 0
    seconds: float = 0.0
    loss: Curve = field(default_factory=list)
    rate: Curve = field(default_factory=list)
    throughput: Curve = field(default_factory=list)
    """Padded pieces a second."""
    development: dict[str, Curve] = field(default_factory=dict)
    kept: str | None = None
    """Which weights the run ended with, the last or the averaged ones; None while it is not over."""
    final: dict[str, float] = field(default_factory=dict)
    """Loss a piece of the kept weights on each development set."""
    perplexity: dict[str, dict[str, float]] = field(default_factory=dict)
    """Development set -> perplexity for each `piece` and each `word`."""

    def to_json(self) -> dict[str, Any]:
        """Return the end of the run, without the curves."""
        speeds = [speed for _, speed in self.throughput]
        return {
            "run": self.name,
            "updates": self.updates,
            "seconds": self.seconds,
            "loss": self.loss[-1][1] if self.loss else None,
            "tokens_per_second": round(sum(speeds) / len(speeds)) if speeds else None,
            "kept": self.kept,
            "development": self.final or {name: curve[-1][1] for name, curve in self.development.items()},
            "perplexity": self.perplexity,
        }


def summarize(folder: Path) -> Summary:
    """Read a run's log."""
    try:
        records = list(read_log(folder))
    except (OSError, ValueError) as error:
        raise UsageProblem(
            f"{folder} has no log.jsonl of a training run that can be read: {error}"
        ) from error
    summary = Summary(folder.resolve().name)
    for record in without_repeats(records):
        take(record, summary)
    return summary


def without_repeats(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one record for each update: the later one where a resumed run repeated it."""
    kept: list[dict[str, Any]] = []
    for record in records:
        while kept and kept[-1]["update"] > record["update"]:
            kept.pop()
        kept.append(record)
    return kept


def take(record: dict[str, Any], summary: Summary) -> None:
    """Add a record to a summary."""
    update = summary.updates = record["update"]
    summary.seconds = record["seconds"]
    if "loss" in record:
        summary.loss.append((update, record["loss"]))
        summary.rate.append((update, record["rate"]))
        summary.throughput.append((update, record["tokens_per_second"]))
    for name, loss in record.get("development", {}).items():
        summary.development.setdefault(name, []).append((update, loss))
    if "final" in record:
        summary.kept, summary.final = record["kept"], record["final"][record["kept"]]
    summary.perplexity = record.get("perplexity", summary.perplexity)
