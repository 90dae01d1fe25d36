"""Long measurements that can be interrupted: what is done is written down, chunk by chunk.

A journal is a file of JSON lines under a name that depends on everything the numbers depend on: commit and
checksum of the code, package, engine, data, memory, settings and constants of the search, processor,
arithmetic, command. So an interrupted run resumes where it was, and a changed one starts over. It holds
counts, no text.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from synslator.evaluation.metrics.scores import Numbers

CHUNK = 40
"""Segments that are measured at a time, and lost at most when a run is interrupted."""

Item = TypeVar("Item")
Measured = dict[str, Numbers]
"""Statistics by name, each with the segments on the first axis."""


@dataclass(frozen=True)
class Journal:
    """The finished chunks of one measurement."""

    path: Path

    @classmethod
    def of(cls, folder: Path, depends_on: dict[str, Any]) -> "Journal":
        """Return the journal of a measurement, by what it depends on."""
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(depends_on, sort_keys=True, ensure_ascii=False)
        return cls(folder / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.jsonl")

    def chunks(self) -> list[Measured]:
        """Return what is there; a last line that was cut off is not."""
        found = []
        for line in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            try:
                found.append({name: np.array(rows, np.float64) for name, rows in json.loads(line).items()})
            except ValueError:
                break
        return found

    def run(self, items: Sequence[Item], measure: Callable[[Sequence[Item]], Measured]) -> Iterator[int]:
        """Measure what is missing; yields the number of segments of each chunk, the finished ones at once."""
        done = self.chunks()
        lines = [json.dumps({name: rows.tolist() for name, rows in chunk.items()}) for chunk in done]
        self.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for number, start in enumerate(range(0, len(items), CHUNK)):
            part = items[start : start + CHUNK]
            if number >= len(done):
                found = measure(part)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({name: rows.tolist() for name, rows in found.items()}) + "\n")
            yield len(part)

    def whole(self) -> Measured:
        """Return all chunks together."""
        chunks = self.chunks()
        return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}
