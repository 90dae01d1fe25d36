"""The settings of the paper's kNN-MT, chosen on development sets, as the paper chose its own.

    python benchmarks/paper_knn.py [--data DATA] [--limit N] [--model PACKAGE] [--save FILE]

Lines spread over the development sets of IT, law and subtitles are drafted with the memory of their domain
for every λ, temperature and τ; k is the paper's. The setting with the highest mean BLEU is chosen. The last
line is one JSON object.
"""

import argparse
import json
import os
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

from synslator.decoding.options import SearchOptions
from synslator.engines.keys.store import KeyStore
from synslator.engines.registry import KEY_BYTES, Setup
from synslator.evaluation.baselines import measured_engine
from synslator.evaluation.memory import live_memory
from synslator.evaluation.metrics.scores import Bleu
from synslator.evaluation.provenance import made
from synslator.evaluation.reports.tables import domain_file
from synslator.evaluation.system import System
from synslator.evaluation.testset import read_test_set
from synslator.progress import bar
from synslator.runtime.package import Package
from synslator.settings import shipped_model

DOMAINS = ("it", "law", "subtitle")
SHARES, TEMPERATURES, REACHES = (0.4, 0.6), (0.1, 0.3), (0.33, 0.6, 100.0)
SETTINGS = list(product(SHARES, TEMPERATURES, REACHES))
BEAM = 4


def tried(package: Package, data: Path, domain: str, limit: int) -> tuple[dict[str, Any], list[float]]:
    """Return how one domain was measured, and the BLEU of each setting."""
    test = read_test_set(domain_file(data, domain, "dev")).spread(limit)
    options = SearchOptions.from_parameters(package.manifest.parameters, BEAM)
    keys, metric, found = KeyStore(package, KEY_BYTES), Bleu(), []
    sources, references = ([pair[side] for pair in test.pairs] for side in (0, 1))
    started = time.perf_counter()
    with live_memory(package.manifest, domain_file(data, domain, "tm")) as memory:
        with bar(domain, len(SETTINGS)) as progress:
            for share, temperature, reach in SETTINGS:
                parameters = {"share": share, "temperature": temperature, "reach": reach}
                engine = measured_engine("knn-paper", Setup(package, options, parameters, keys=keys))
                system = System(engine, memory, options)
                drafts = system.translate(sources)
                found.append(metric.score(metric.statistics(drafts, references).sum(axis=0)))
                progress.advance()
        return made(system, test, time.perf_counter() - started).to_json(), found


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    package = Package.open(given.model)
    how, scores = zip(*(tried(package, given.data, one, given.limit) for one in DOMAINS), strict=True)
    rows = [
        {"share": share, "temperature": temperature, "reach": reach}
        | {domain: round(bleu[n], 2) for domain, bleu in zip(DOMAINS, scores, strict=True)}
        | {"mean": round(sum(bleu[n] for bleu in scores) / len(scores), 2)}
        for n, (share, temperature, reach) in enumerate(SETTINGS)
    ]
    best = max(rows, key=lambda row: row["mean"])
    result = {"kind": "paper-knn", "lines": given.limit, "chosen": best, "rows": rows, "made": list(how)}
    if given.save:
        given.save.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
