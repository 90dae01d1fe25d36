"""Clauses left out: how many are found in references that one was cut out of, and how often wrongly.

Of a reference with several clauses, one of four words or more is cut out. Found is a clause if the check
names something in what is left; false is what it names in the reference as it was. Half of the texts lack
something, so precision is found / (found + false). `by_attention` is the quick measure that works while
somebody types, with the machine's own draft as what was shown before. `named` says how many of those found
are named by words that the cut part translates, by the attention of the whole reference. `alarms` is how many
of the untouched lines, with one clause or many, are found fault with.

    python benchmarks/coverage.py --test it/dev.tsv.xz law/dev.tsv.xz [--lines 400] [--learn]

`--learn` learns the weights from these lines instead, and prints them as the manifest has them. The last line
is one JSON object.
"""

import argparse
import json
import lzma
import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from coverage_weights import Rows, Texts, learn

from synslator.engines.alignment import target_spans
from synslator.engines.coverage.clauses import Clause
from synslator.engines.coverage.gaps import Coverage
from synslator.engines.coverage.options import CoverageOptions
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.settings import shipped_model

EDGE = re.compile(r"[,;:.!?—–](?=\s|$)|\s(?=[(\[])|(?<=[)\]])\s")
"""Where clauses of an English text end."""
LEAST, LEFT = 4, 3
"""Words of the clause that is cut out, and of what is left, at least."""
SEED = 2


@dataclass(frozen=True)
class Case:
    """A pair, and its target with a clause cut out."""

    source: str
    target: str
    rest: str
    cut: tuple[int, int]


def words(text: str) -> int:
    """How many words a text has."""
    return len(re.findall(r"\w+", text))


def clauses(text: str) -> list[tuple[int, int]]:
    """Where the clauses of an English text stand."""
    edges = [0, *(match.end() for match in EDGE.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(edges) if text[a:b].strip()]


def cut(source: str, target: str, chance: random.Random) -> Case | None:
    """Cut a clause out of a target, so that what is left has its capital and its mark at the end."""
    all_of_it = clauses(target)
    long = [one for one in all_of_it if words(target[slice(*one)]) >= LEAST]
    fit = [one for one in long if words(target) - words(target[slice(*one)]) >= LEFT]
    if len(all_of_it) < 2 or not fit:
        return None
    start, end = chance.choice(fit)
    before, after = target[:start].rstrip(), target[end:].lstrip()
    mark = target[start:end].rstrip()[-1:]
    if before and mark in ".!?" and before[-1] not in ".!?":
        before = before.rstrip(" ,;:—–") + mark
    elif not after:
        before = before.rstrip(" ,;:—–")
    rest = f"{before} {after}".strip()
    return Case(source, target, rest if start else rest[:1].upper() + rest[1:], (start, end))


def read(path: Path, lines: int) -> tuple[list[Case], list[tuple[str, str]]]:
    """Return the cases of as many lines, and as many lines as they are."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        pairs = [(" ".join(a.split()), b) for a, _, b in (line.rstrip("\n").partition("\t") for line in file)]
    chance = random.Random(SEED)
    chance.shuffle(pairs)
    made = (cut(source, target, chance) for source, target in pairs)
    return [case for case in made if case][:lines], pairs[:lines]


class ByAttention:
    """The quick measure: whether a text leaves out what the machine's own draft has."""

    def __init__(self, coverage: Coverage, sources: Sequence[str]) -> None:
        self.coverage = coverage
        drafts = VanillaEngine(coverage.package).translate(sources)
        self.drafts = dict(zip(sources, drafts, strict=True))

    def __call__(self, source: str, target: str) -> bool:
        """Whether something is left out; of a source of one clause nothing can be."""
        parts = self.coverage.clauses(source)
        if len(parts) < 2:
            return False
        scores, before = (self.scores(source, text, parts) for text in (target, self.drafts[source]))
        return bool(self.coverage.left_out(scores, before).any())

    def scores(self, source: str, target: str, parts: Sequence[Clause]) -> Rows:
        """The log-odds of the parts of a source."""
        package = self.coverage.package
        attention = self.coverage.attention(package.pieces(source), package.vocabulary.encode(target))
        return self.coverage.looked(self.coverage.of_text(attention), parts)


def translated(coverage: Coverage, case: Case) -> list[tuple[tuple[int, int], float]]:
    """Each clause of the source, and how much of it the part translates that was cut out."""
    package, parts = coverage.package, coverage.clauses(case.source)
    ids = package.vocabulary.encode(case.target)
    attention = coverage.attention(package.pieces(case.source), ids)
    spans = target_spans(package, ids, case.target)
    inside = [case.cut[0] - 1 <= start and end <= case.cut[1] for start, end in spans]
    shares = []
    for part in parts:
        looked = attention[: len(spans), list(part.words)].sum(axis=1)
        shares.append((part.span, float(looked[inside].sum() / max(looked.sum(), 1e-6))))
    return shares


def named(shares: Sequence[tuple[tuple[int, int], float]], found: Sequence[tuple[int, int]]) -> bool:
    """Whether what was found stands where something was cut out."""
    return any(a < end and start < b and share > 0.5 for start, end in found for (a, b), share in shares)


def measure(coverage: Coverage, cases: Sequence[Case], lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Look at cases and at lines."""
    times = []

    def missing(source: str, target: str) -> tuple[tuple[int, int], ...]:
        started = time.perf_counter()
        found = coverage.missing(source, target)
        times.append(1000 * (time.perf_counter() - started))
        return found

    quick = ByAttention(coverage, [*(case.source for case in cases), *(source for source, _ in lines)])

    def rates(look: Callable[[str, str], object]) -> dict[str, float]:
        found = sum(bool(look(case.source, case.rest)) for case in cases)
        false = sum(bool(look(case.source, case.target)) for case in cases)
        return {
            "recall": round(100 * found / len(cases), 1),
            "precision": round(100 * found / max(found + false, 1), 1),
            "alarms": round(100 * sum(bool(look(*line)) for line in lines) / len(lines), 1),
        }

    result: dict[str, Any] = {"cases": len(cases), "lines": len(lines), "check": rates(missing)}
    result["by_attention"] = rates(quick)
    hits = [(case, found) for case in cases if (found := missing(case.source, case.rest))]
    right = sum(named(translated(coverage, case), found) for case, found in hits)
    result["named"] = round(100 * right / max(len(hits), 1), 1)
    times = times[: 2 * len(cases) + len(lines)]
    result["ms"] = {
        "median": round(statistics.median(times), 1),
        "p95": round(statistics.quantiles(times, n=20)[-1], 1),
    }
    return result


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--test", type=Path, nargs="+", required=True, help="pairs, source and target by a tab, xz"
    )
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--lines", type=int, default=400, help="cases, and lines, of each file at most")
    parser.add_argument("--learn", action="store_true", help="learn the weights from these lines")
    options = parser.parse_args()
    package = Package.open(options.model)
    known = CoverageOptions.from_parameters(package.manifest.parameters)
    if known is None and not options.learn:
        parser.error(f"nothing was learned about {options.model}; learn it with --learn")
    coverage = Coverage(package, known or CoverageOptions())
    result: dict[str, Any] = {}
    texts: list[Texts] = []
    for path in options.test:
        cases, lines = read(path, options.lines)
        if options.learn:
            texts += [Texts(one.source, one.target, one.rest, translated(coverage, one)) for one in cases]
            continue
        result[f"{path.parent.name}/{path.name.partition('.tsv')[0]}"] = measure(coverage, cases, lines)
        print(path, json.dumps(result), flush=True)
    print(json.dumps(learn(coverage, texts) if texts else result))


if __name__ == "__main__":
    main()
