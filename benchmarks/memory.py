"""How fast and how thorough the translation memory is, at a million segments.

    python benchmarks/memory.py [DATA] [--segments N] [--queries N] [--no-cluster]

DATA holds `zh<TAB>en` files as `*/NAME.tsv.xz` (by default what SYNSLATOR_DATA names, else ../shared/data).
The slow twin is a scan of all sources by edit distance. The last line is one JSON object; its `cluster` is
the same measured on OpenSearch, or says why it was not.
"""

import argparse
import json
import lzma
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from memory_cluster import search_server
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from synslator.formats.exchange.model import Languages, TranslationUnit
from synslator.formats.exchange.tmx import write_tmx
from synslator.memory.lookup import TranslationMemory
from synslator.memory.model import LookupOptions
from synslator.progress import bar
from synslator.storage.database import Database
from synslator.storage.memories.entry_changes import Confirmation
from synslator.workbench.resources.exchange import ImportOptions, import_memory
from synslator.workbench.resources.memories import Backend, Memories, open_memories
from synslator.workbench.resources.termbases import Termbases, TermsImport

LANGUAGES = Languages("zh", "en")
MEMORIES = ("it/tm", "law/tm", "subtitle/tm", "base/itdocs", "base/law", "base/general", "base/subtitle")
SHARES = (1.0, 1.0, 1.0, 0.3, 0.1, 0.1, 1.0)
"""How much of a million segments each of them may bring; the last fills up."""
ASKED = ("it/test", "it/dev", "law/test", "law/dev", "subtitle/test", "subtitle/dev")
SEED = 20
REACHES = 0.7
CONFIRMS = 300


def pairs(data: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a file."""
    with lzma.open(data / f"{name}.tsv.xz", "rt", encoding="utf-8") as file:
        for line in file:
            source, _, target = line.rstrip("\n").partition("\t")
            if source.strip() and target.strip():
                yield source, target


def segments(data: Path, count: int) -> dict[str, str]:
    """Gather a memory of distinct sources."""
    gathered: dict[str, str] = {}
    for name, share in zip(MEMORIES, SHARES, strict=True):
        most = min(count, len(gathered) + int(share * count))
        for source, target in pairs(data, name):
            if len(gathered) >= most:
                break
            gathered.setdefault(source, target)
    if len(gathered) < count:
        raise SystemExit(f"{data} has only {len(gathered):,} distinct segments, not {count:,}")
    return gathered


def questions(data: Path, count: int) -> list[str]:
    """Choose sources to look up: half of them of 6 to 10 characters, the others longer."""
    pool = [source for name in ASKED for source, _ in pairs(data, name)]
    random.Random(SEED).shuffle(pool)
    short = [source for source in pool if 6 <= len(source) <= 10][: count // 2]
    return short + [source for source in pool if len(source) > 10][: count - len(short)]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Run something and return the milliseconds it took, and its result."""
    started = time.perf_counter()
    result = work()
    return (time.perf_counter() - started) * 1000, result


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that this part of all values does not exceed."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * part))], 2)


def measure_lookups(memory: TranslationMemory, asked: Sequence[str]) -> dict[str, Any]:
    """Time lookups with their diffs, after a few to warm up."""
    options = LookupOptions(minimum_rate=50)
    for source in asked[:20]:
        memory.lookup(source, None, options)
    times = [timed(partial(memory.lookup, source, None, options))[0] for source in asked]
    return {"lookup_p50_ms": percentile(times, 0.5), "lookup_p95_ms": percentile(times, 0.95)}


def measure_recall(memory: TranslationMemory, sources: Sequence[str], asked: Sequence[str]) -> dict[str, Any]:
    """Compare the best match with that of a scan of all sources, wherever that reaches 70 %.

    Lookups and scans take turns, so that whatever else the machine does slows both.
    """
    found = reached = 0
    scans, lookups = [], []
    everything = LookupOptions(minimum_rate=0, matches=64)
    scan = partial(process.extractOne, scorer=Levenshtein.normalized_similarity, score_cutoff=REACHES)
    with bar("scanning", len(asked)) as progress:
        for source in asked:
            scanned, best = timed(partial(scan, source, sources))
            looked, _ = timed(partial(memory.lookup, source))
            scans.append(scanned)
            lookups.append(looked)
            progress.advance()
            if best is not None:
                ours = [
                    Levenshtein.normalized_similarity(source, match.entry.source)
                    for match in memory.lookup(source, None, everything).matches
                ]
                reached += 1
                found += max(ours, default=0.0) >= best[1] - 1e-9
    return {
        "recall70": round(found / reached, 4) if reached else None,
        "recall70_of": reached,
        "scan_p50_ms": percentile(scans, 0.5),
        "scan_ratio": round(statistics.median(scans) / statistics.median(lookups), 1),
    }


def measure_visibility(memories: Memories, memory: int) -> dict[str, Any]:
    """Time confirms, each found by the very next lookup."""
    search = memories.search(memory)
    times, both = [], []
    for number in range(CONFIRMS):
        source = f"基准测试中新确认的第{number}个句子，用来检验可见性。"
        confirmation = Confirmation(source, f"Sentence {number}", "bench")
        took, _ = timed(partial(memories.confirm, memory, confirmation))
        looked, result = timed(partial(search.lookup, source))
        if result.best is None or result.best.rate != 100:
            raise SystemExit(f"confirmed segment {number} was not found by the next lookup")
        times.append(took)
        both.append(took + looked)
    return {
        "visible_p50_ms": percentile(times, 0.5),
        "visible_p95_ms": percentile(times, 0.95),
        "confirm_and_lookup_p95_ms": percentile(both, 0.95),
    }


def measure_backend(
    folder: Path, backend: Backend, url: str, tmx: Path, asked: Sequence[str], sources: Sequence[str]
) -> dict[str, Any]:
    """Import, look up and confirm with one kind of index."""
    with open_memories(folder, backend, url) as memories:
        info = memories.create("benchmark", "zh", "en", "bench")
        with bar(f"importing into {backend}", len(sources)) as progress:
            took, report = timed(
                lambda: import_memory(memories, info, tmx, ImportOptions("bench"), progress=progress)
            )
        search = memories.search(info.id)
        result: dict[str, Any] = {
            "segments": report.added,
            "import_per_s": round(report.added / took * 1000),
            "index_bytes_per_segment": round(memories.stats(info.id).index_bytes / report.added, 1),
        }
        result |= measure_lookups(search, asked)
        result |= measure_visibility(memories, info.id)
        if backend == "embedded":
            return result | measure_recall(search, sources, asked)
        return result | {"refresh_p95_ms": measure_refresh(memories, info.id)}


def measure_refresh(memories: Memories, memory: int) -> float:
    """Time how long the cluster itself takes to make one more entry searchable."""
    times = []
    for number in range(30):
        memories.confirm(memory, Confirmation(f"集群刷新测试第{number}句", f"Refresh {number}", "bench"))
        times.append(timed(lambda: memories.search(memory).update(force=True))[0])
    return percentile(times, 0.95)


def measure_terms(data: Path, folder: Path, asked: Sequence[str]) -> dict[str, Any]:
    """Load a dictionary as a termbase and match segments against it."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8", dir=folder, delete=False) as table:
        rows = list(pairs(data, "terms/cedict"))
        table.writelines(f"{source}\t{target}\n" for source, target in rows)
    database = Database.in_file(folder / "terms.db")
    termbases = Termbases(database)
    termbase = termbases.create("cedict", "bench").id
    loaded, report = timed(
        lambda: termbases.import_file(termbase, Path(table.name), TermsImport(LANGUAGES, keep_good=True))
    )
    built, matcher = timed(lambda: termbases.matcher([termbase], LANGUAGES))
    times = [timed(partial(matcher.find, source))[0] for source in asked]
    database.close()
    return {
        "terms": report.added,
        "terms_import_s": round(loaded / 1000, 1),
        "terms_matcher_s": round(built / 1000, 1),
        "terms_match_mean_ms": round(statistics.mean(times), 4),
        "terms_match_p95_ms": round(sorted(times)[int(len(times) * 0.95)], 4),
    }


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    beside = Path(__file__).resolve().parents[1] / "../shared/data"
    parser.add_argument(
        "data", nargs="?", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA") or beside)
    )
    parser.add_argument("--segments", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=800)
    parser.add_argument("--no-cluster", action="store_true")
    options = parser.parse_args()
    if not options.data.is_dir():
        raise SystemExit(f"there is no folder with data at {options.data}")
    gathered, asked = segments(options.data, options.segments), questions(options.data, options.queries)
    with tempfile.TemporaryDirectory(prefix="synslator-bench-") as name:
        folder, tmx = Path(name), Path(name) / "memory.tmx"
        with tmx.open("w", encoding="utf-8") as file:
            write_tmx(
                (TranslationUnit(*pair, "bench", 1_700_000_000) for pair in gathered.items()), file, LANGUAGES
            )
        sources = list(gathered)
        del gathered
        result = measure_terms(options.data, folder, asked)
        result |= measure_backend(folder / "embedded", "embedded", "", tmx, asked, sources)
        print(json.dumps(result), file=sys.stderr)
        with search_server(folder / "search", wanted=not options.no_cluster) as (url, reason):
            result["cluster"] = (
                measure_backend(folder / "cluster", "elasticsearch", url, tmx, asked, sources)
                if url
                else {"skipped": reason}
            )
    print(json.dumps(result))


if __name__ == "__main__":
    main()
