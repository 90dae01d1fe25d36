"""Cases of a benchmark: lines of JSON, each with the fields that the benchmark names."""

import json
import lzma
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from synslator.errors import UsageProblem
from synslator.evaluation.metrics.bootstrap import BootstrapOptions, Score, estimate
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.testset import RUN, file_sha256
from synslator.text.words import is_spaceless

BEFORE_MARK = re.compile(r" (?=[,.;:?!%)\]}]|(?:'s|'re|'ve|'ll|'d|'m|n't)\b)")
AFTER_MARK = re.compile(r"(?<=[(\[{$]) ")


@dataclass(frozen=True)
class Cases:
    """The cases of one file."""

    name: str
    sha256: str
    rows: tuple[dict[str, Any], ...]
    units: tuple[int, ...] = ()
    """The run of neighbours that each case belongs to: intervals draw whole runs."""
    unit: str = f"runs of {RUN}"

    def __post_init__(self) -> None:
        if not self.units:
            object.__setattr__(self, "units", tuple(n // RUN for n in range(len(self.rows))))

    @property
    def lines(self) -> int:
        """How many cases there are."""
        return len(self.rows)

    def spread(self, limit: int | None) -> "Cases":
        """Return at most `limit` cases, taken evenly from the whole file."""
        if limit is None or limit >= len(self.rows):
            return self
        step = len(self.rows) / limit
        chosen = [int(n * step) for n in range(limit)]
        rows, units = tuple(self.rows[n] for n in chosen), tuple(self.units[n] for n in chosen)
        return replace(self, rows=rows, units=units)

    def interval(self, statistics: Numbers, score: Score) -> tuple[float, float]:
        """Return the interval of a score of statistics by case, (cases, numbers)."""
        found = estimate(statistics, score, BootstrapOptions(), self.units)
        return round(found.low, 4), round(found.high, 4)


def read_cases(path: Path, fields: Sequence[str]) -> Cases:
    """Read a file of JSON lines, plain or `.xz`; every line must have the fields."""
    opening = lzma.open if path.suffix == ".xz" else open
    rows: list[dict[str, Any]] = []
    try:
        with opening(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                rows.append(parsed(line, f"{path}, line {number}", fields))
    except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
        raise UsageProblem(f"{path} cannot be read: {error}.") from error
    if not rows:
        raise UsageProblem(f"{path} has no cases. It must be a file of JSON lines with {', '.join(fields)}.")
    return Cases(path.name.removesuffix(".xz").removesuffix(".jsonl"), file_sha256(path), tuple(rows))


def parsed(line: str, place: str, fields: Sequence[str]) -> dict[str, Any]:
    """Return one case."""
    try:
        row = json.loads(line)
    except ValueError as error:
        raise UsageProblem(f"{place} is not JSON: {error}.") from error
    if not isinstance(row, dict):
        raise UsageProblem(f"{place} must be a JSON object with {', '.join(fields)}.")
    if missing := [name for name in fields if name not in row]:
        raise UsageProblem(f"{place} has no {' and no '.join(missing)}.")
    return row


def natural(text: str) -> str:
    """Return tokenised text as people write it: no space before a mark, none between Chinese characters."""
    text = AFTER_MARK.sub("", BEFORE_MARK.sub("", text.strip()))
    kept = []
    for at, char in enumerate(text):
        beside = text[at - 1 : at] + text[at + 1 : at + 2]
        if char == " " and any(
            is_spaceless(other) or other in "，。、；：？！（）“”《》" for other in beside
        ):
            continue
        kept.append(char)
    return "".join(kept)
