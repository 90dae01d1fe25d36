"""`synslator bench`: what this machine can do, beside what the docs were measured with."""

import json
import os
import tempfile
import time
from collections.abc import Sequence
from importlib.resources import files
from itertools import cycle, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from synslator.cli.options import takes_settings
from synslator.errors import UsageProblem
from synslator.progress import bar
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.engines.protocol import Engine, Example
    from synslator.runtime.package import Package

REFERENCE = "bench_figures.json"
"""What this command measured on the machine of the docs; it lies beside this module."""
ENTRIES, LOOKUPS = 20_000, 200
"""Entries of the memory that is looked up in, and lookups."""
EXAMPLES, RATE = 8, 60
"""What the engine learns from in every segment, and how alike that is taken to be."""
DRAFTED = 96
"""Segments of a part of the document that is drafted."""
ROWS = (
    ("keystroke_p50_ms", "a keystroke that departs from what is shown, median", "ms"),
    ("keystroke_p95_ms", "the same, 19 of 20 are faster", "ms"),
    ("open_p50_ms", "opening a segment, median", "ms"),
    ("draft_words_per_second", "drafting a document on all cores", "words a second"),
    ("lookup_p50_ms", f"a lookup among {ENTRIES:,} entries, median", "ms"),
    ("lookup_p95_ms", "the same, 19 of 20 are faster", "ms"),
)
Pairs = Sequence[tuple[str, str]]


@click.command
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=15.0,
    show_default=True,
    help="How long keystrokes, and drafts, are measured.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@takes_settings("model", "threads")
def command(loaded: Loaded, seconds: float, as_json: bool) -> None:
    """Measure this machine beside that of the docs, in less than a minute.

    Types sentences, drafts a document and looks up in a memory, with the configured model package and texts
    that come with the program, and prints the times beside those of the machine that the docs were measured
    on. Close what else runs: other programs slow everything down.
    """
    figures = measured(loaded, seconds)
    reference = json.loads(files("synslator.cli").joinpath(REFERENCE).read_text(encoding="utf-8"))
    if as_json:
        click.echo(json.dumps(figures | {"reference": reference}, ensure_ascii=False))
        return
    click.echo(f"{figures['model']} {figures['version']}, {figures['cores']} cores, {figures['arithmetic']}")
    click.echo(f"{'':56}{'here':>9}{'docs':>9}")
    for name, title, unit in ROWS:
        click.echo(f"{f'{title}, {unit}':56}{figures[name]:>9}{reference[name]:>9}")
    click.echo(f"Docs: {reference['machine']}, {reference['model']} {reference['version']}.")


def measured(loaded: Loaded, seconds: float) -> dict[str, Any]:
    """Return the figures of this machine."""
    from synslator.cli.translation.engines import cores
    from synslator.engines.registry import Setup, make_engine
    from synslator.runtime.package import Package

    package = Package.open(Path(loaded.settings.model))
    pairs = texts_for(package)
    workers = cores(loaded.settings)
    engine = make_engine("knn", Setup(package, workers=workers))
    with bar("Measuring"):
        found = keystrokes(engine, pairs, seconds) | drafts(engine, pairs, seconds) | lookups(package, pairs)
    manifest = package.manifest
    made = {"model": manifest.name, "version": manifest.version, "cores": workers}
    return made | {"arithmetic": package.arithmetic, "processors": os.cpu_count()} | found


def texts_for(package: "Package") -> Pairs:
    """Return sentences and their translations in the languages of a package."""
    from synslator.text.language_tags import same_language
    from synslator.workbench.projects.demo_texts import MEMORY

    manifest = package.manifest
    languages = manifest.source_language, manifest.target_language
    for there, pairs in (
        (("zh", "en"), [(source, target) for source, target in MEMORY]),
        (("en", "zh"), [(target, source) for source, target in MEMORY]),
    ):
        if all(same_language(one, other) for one, other in zip(languages, there, strict=True)):
            return pairs
    raise UsageProblem(
        f"bench has texts in Chinese and English, and the package {manifest.name} translates {languages[0]}"
        f" to {languages[1]}; choose another package with --model"
    )


def keystrokes(engine: "Engine", pairs: Pairs, seconds: float) -> dict[str, float]:
    """Type translations letter by letter, accepting nothing."""
    from synslator.decoding.completion.completer import Completer
    from synslator.decoding.driver import run

    departing, opening = list[float](), list[float]()
    end = time.perf_counter() + seconds
    for number, (source, target) in enumerate(cycle(pairs)):
        # Others to learn from each time, so that nothing is typed twice under the same circumstances.
        known = examples([pair for pair in pairs if pair[0] != source], number * (1 + number // len(pairs)))
        began = time.perf_counter()
        completer = Completer(engine.bind(source, known), engine.package.vocabulary)
        shown = run(completer.complete("")).text
        opening.append(time.perf_counter() - began)
        for length in range(1, len(target) + 1):
            typed, departs = target[:length], not shown.startswith(target[:length])
            began = time.perf_counter()
            shown = run(completer.complete(typed)).text
            if departs:
                departing.append(time.perf_counter() - began)
        if departing and time.perf_counter() > end:
            break
    return {
        "keystrokes": len(departing),
        "keystroke_p50_ms": milliseconds(departing, 50),
        "keystroke_p95_ms": milliseconds(departing, 95),
        "open_p50_ms": milliseconds(opening, 50),
    }


def examples(pairs: Pairs, number: int) -> list["Example"]:
    """Return what an engine learns from: other sentences, taken to be alike."""
    from synslator.engines.protocol import Example

    some = [pairs[(number + n) % len(pairs)] for n in range(min(EXAMPLES, len(pairs)))]
    return [Example(n, 1, source, target, RATE) for n, (source, target) in enumerate(some)]


def drafts(engine: "Engine", pairs: Pairs, seconds: float) -> dict[str, float]:
    """Draft a document part by part, with tags' alignments, as for a file."""
    from synslator.engines.drafter import Drafter

    drafter = Drafter(engine)
    sentences = [one + other for (one, _), (other, _) in product(pairs, pairs) if one != other]
    words, spent, at = 0, 0.0, 0
    drafter.draft(sentences[:2], [[], []])
    while spent < seconds:
        part = [sentences[(at + n) % len(sentences)] for n in range(DRAFTED)]
        began = time.perf_counter()
        made = drafter.draft(part, [[] for _ in part])
        spent += time.perf_counter() - began
        words += sum(len(one.text.split()) for one in made)
        at += DRAFTED
    return {"draft_words_per_second": round(words / spent)}


def lookups(package: "Package", pairs: Pairs) -> dict[str, float]:
    """Look sentences up in a memory of many that are alike."""
    from synslator.engines.example_selection import ENGINE_LOOKUP
    from synslator.memory.memory_set import MemoryUse
    from synslator.workbench.resources.exchange import ImportOptions, import_memory
    from synslator.workbench.resources.memories import open_memories

    languages = package.manifest.source_language, package.manifest.target_language
    times = []
    with tempfile.TemporaryDirectory() as folder, open_memories(Path(folder) / "data") as memories:
        file = Path(folder) / "bench.tsv"
        entries = (
            f"{a[0]}{b[0]}{c[0]}\t{a[1]} {b[1]} {c[1]}"
            for a, b, c in islice(product(pairs, repeat=3), ENTRIES)
        )
        file.write_text("\n".join(entries) + "\n", encoding="utf-8")
        info = memories.create("bench", *languages, "bench")
        import_memory(memories, info, file, ImportOptions("bench"))
        memories.rebuild(info.id)
        shelf = memories.shelf([MemoryUse(info.id)])
        for number in range(LOOKUPS):
            source = pairs[number % len(pairs)][0] + pairs[number * 7 % len(pairs)][0]
            began = time.perf_counter()
            shelf.lookup(source, options=ENGINE_LOOKUP)
            times.append(time.perf_counter() - began)
    return {"lookup_p50_ms": milliseconds(times, 50), "lookup_p95_ms": milliseconds(times, 95)}


def milliseconds(seconds: Sequence[float], share: int) -> float:
    """Return the time that so many percent do not exceed."""
    ordered = sorted(seconds)
    return round(1000 * ordered[max(0, -(-len(ordered) * share // 100) - 1)], 1)
