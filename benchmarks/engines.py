"""What learning from the memory costs: simplified kNN-MT beside the plain model, in one run.

    python benchmarks/engines.py [--model PACKAGE] [--data DATA] [--segments N] [--references N]

Bulk: segments of `it/dev` with the matches of `it/tm`, by both engines in turns: with the keys of the
memory's entries in memory, with all of them on disk and none in memory (a first draft, as the workbench
prepares it in the background), and with all of them still to be computed. What preparing takes is told for
30,000 entries. Keystrokes: references typed character by character in open segments, each by both engines.
Ratios of bulk are of processor time, which other programs change less than what the clock shows. The last
line is one JSON object.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.builtin import make_knn
from synslator.engines.keys.file import KeyFile, Noted
from synslator.engines.keys.folder import KeyFolder
from synslator.engines.keys.store import KeyStore
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import KEY_BYTES, Setup, make_engine
from synslator.evaluation.memory import examples_of, live_memory
from synslator.evaluation.testset import ReferencePair, read_test_set
from synslator.progress import bar
from synslator.runtime.package import Package
from synslator.settings import shipped_model
from synslator.workbench.resources.memory_keys import ENTRIES

CORES = os.cpu_count() or 1
CHUNK = 100
Examples = list[list[Example]]


def prepare(
    package: Package, pairs: list[ReferencePair], examples: Examples, disk: KeyFile
) -> dict[str, Any]:
    """Put the keys of the examples that are learned from on disk, as the server does in the background."""
    engine = make_knn(Setup(package))
    usable = (engine.usable(source, known) for (source, _), known in zip(pairs, examples, strict=True))
    entries = list(dict.fromkeys((one.source, one.target) for each in usable for one in each))
    store, began, used = KeyStore(package, KEY_BYTES, disk), time.perf_counter(), time.process_time()
    with bar("Preparing", len(entries)) as progress:
        for start in range(0, len(entries), ENTRIES):
            some = entries[start : start + ENTRIES]
            noted = [Noted(start + n, pair) for n, pair in enumerate(some)]
            disk.write("memory", noted, store.compute(some))
            progress.advance(len(some))
    took, cpu = time.perf_counter() - began, time.process_time() - used
    return {
        "entries": len(entries),
        "preparing_30000_s": round(30_000 * took / len(entries)),
        "preparing_30000_cpu_s": round(30_000 * cpu / len(entries)),
        "disk_bytes_per_entry": round(disk.nbytes / len(entries)),
    }


def bulk(package: Package, pairs: list[ReferencePair], examples: Examples, disk: KeyFile) -> dict[str, Any]:
    """Have all engines translate the segments in turns, a few at a time; return their times."""
    setup = Setup(package, SearchOptions(beam=4), workers=CORES)
    plain, warm = make_engine("vanilla", setup), make_engine("knn", setup)
    spent = {"plain": 0.0, "warm": 0.0, "disk": 0.0, "cold": 0.0}
    with bar("Bulk", len(pairs)) as progress:
        for start in range(0, len(pairs), CHUNK):
            sources = [source for source, _ in pairs[start : start + CHUNK]]
            known = examples[start : start + CHUNK]
            warm.translate(sources, known)  # now it has the keys
            reading = make_engine("knn", replace(setup, keys=KeyStore(package, KEY_BYTES, disk)))
            computing = make_engine("knn", setup)
            for name, engine in (("plain", plain), ("warm", warm), ("disk", reading), ("cold", computing)):
                began = time.process_time()
                engine.translate(sources, known)
                spent[name] += time.process_time() - began
            progress.advance(len(sources))
    return {
        "bulk_ratio": round(spent["plain"] / spent["warm"], 2),
        "first_draft_ratio": round(spent["plain"] / spent["disk"], 2),
        "bulk_ratio_without_keys": round(spent["plain"] / spent["cold"], 2),
    }


def keystrokes(
    package: Package, pairs: list[ReferencePair], examples: Examples, count: int
) -> dict[str, Any]:
    """Type references in open segments, with each engine."""
    engines: dict[str, Engine] = {name: make_engine(name, Setup(package)) for name in ("vanilla", "knn")}
    times: dict[str, list[float]] = {name: [] for name in engines}
    chosen = random.Random(7).sample(range(len(pairs)), count)
    with bar("Keystrokes", sum(len(pairs[n].reference) + 1 for n in chosen)) as progress:
        for number in chosen:
            source, reference = pairs[number]
            segments = {
                name: Completer(engine.bind(source, examples[number]), package.vocabulary)
                for name, engine in engines.items()
            }
            for end in range(len(reference) + 1):
                for name, segment in segments.items():
                    began = time.perf_counter()
                    run(segment.complete(reference[:end]))
                    times[name].append(time.perf_counter() - began)
                progress.advance()
    figures = {name: [float(np.percentile(times[name], p)) for p in (50, 95)] for name in times}
    mean = {name: float(np.mean(times[name])) for name in times}
    return {
        "keystrokes": len(times["knn"]),
        "keystroke_p50_ratio": round(figures["knn"][0] / figures["vanilla"][0], 2),
        "keystroke_p95_ratio": round(figures["knn"][1] / figures["vanilla"][1], 2),
        "keystroke_mean_ratio": round(mean["knn"] / mean["vanilla"], 2),
        "keystroke_p95_ms": round(figures["knn"][1] * 1e3, 2),
    }


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--segments", type=int, default=600)
    parser.add_argument("--references", type=int, default=60)
    given = parser.parse_args()
    one, many = Package.open(given.model, threads=1), Package.open(given.model, threads=CORES)
    pairs = list(read_test_set(given.data / "it/dev.tsv.xz").spread(given.segments).pairs)
    with live_memory(one.manifest, given.data / "it/tm.tsv.xz") as memory:
        examples = examples_of(memory, [source for source, _ in pairs])
    result: dict[str, Any] = {"model": one.manifest.name, "version": one.manifest.version, "cores": CORES}
    with tempfile.TemporaryDirectory() as folder:
        disk = KeyFolder(Path(folder), 1 << 40).file(one.manifest)
        result |= prepare(one, pairs, examples, disk)
        result |= bulk(one, pairs, examples, disk)
        disk.close()
    result |= keystrokes(many, pairs, examples, given.references)
    print(json.dumps(result))


if __name__ == "__main__":
    sys.exit(main())
