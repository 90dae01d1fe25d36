"""How fast we translate and complete, beside CTranslate2 with the same int8 weights on the same cores.

    python benchmarks/decoding.py [--model PACKAGE] [--data DATA] [--references N] [--soak N] [--quick]
                                  [--only-bulk] [--only-soak]

Bulk: `it/test` translated by both in turns, a thousand lines at a time. Keystrokes: references of `it/test`
typed character by character, accepting nothing; each keystroke is timed from the typed text to the completion
with word probabilities and alternatives. CTranslate2 gets the same prefixes, as far as its pieces allow, for
every few keystrokes, in between ours; it gives the completion alone. Both search greedily there, and
CTranslate2 is also timed with the beam that it would need for its best text. Some keystrokes are computed
again without caches and drafts: the text must be the same. The last line is one JSON object.
"""

import argparse
import json
import lzma
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import ctranslate2
import numpy as np
import sacrebleu
from ctranslate2_export import export_ctranslate2

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.greedy import common
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Source, run, together
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import BulkTranslator
from synslator.progress import bar
from synslator.runtime.package import Package
from synslator.settings import shipped_model
from synslator.training.export.reading import read_architecture, read_weights
from synslator.workbench.live.cache import ByteCache

CORES = os.cpu_count() or 1
BEAM = 4
PEER_EVERY = 25
"""Of our keystrokes, the peer is asked for every so many: it takes fifty times as long."""
SCRATCH_EVERY = 40
"""How many are computed again, without caches and drafts, to compare the texts."""
LONG = 80
"""Characters of a long sentence."""
CHUNK = 1000
"""Texts that each translates in its turn. With few of them one of the peer's threads waits for the other."""
PEER_BATCH = 32
"""Texts in one of the peer's batches; it was slower with 16 or 64, and with 2,048 pieces."""
SEGMENTS, SHORT, TOGETHER = 100, 20, 32
"""Segments that random edits are made in, characters of each, edits that are answered in common passes."""


def pairs(data: Path, name: str) -> list[tuple[str, str]]:
    """Return the pairs of a data set."""
    with lzma.open(data / f"{name}.tsv.xz", "rt", encoding="utf-8") as lines:
        return [(a, b) for a, _, b in (line.rstrip("\n").partition("\t") for line in lines)]


class Peer:
    """CTranslate2 with the weights of a package."""

    def __init__(self, package: Package, folder: Path) -> None:
        shape, weights = read_architecture(package.manifest), read_weights(package.folder)
        self.source, self.target = package.source.pieces, package.vocabulary
        self.target_names = [f"t{n}" for n in range(shape.target_vocabulary)]
        graphs = package.manifest.translation
        special = {graphs.start: "<s>", graphs.end: "</s>", 3: "<unk>"}
        names = [special.get(n, name) for n, name in enumerate(self.target_names)]
        sources = [special.get(n, f"s{n}") for n in range(shape.source_vocabulary)]
        export_ctranslate2(shape, weights, sources, names, folder)
        self.sources, self.names, self.end = sources, names, graphs.end
        self.ids = {name: n for n, name in enumerate(names)}
        self.bulk = ctranslate2.Translator(
            str(folder), compute_type="int8", inter_threads=CORES, intra_threads=1
        )
        self.single = ctranslate2.Translator(
            str(folder), compute_type="int8", inter_threads=1, intra_threads=CORES
        )

    def pieces(self, text: str) -> list[str]:
        """Return a source as the peer wants it."""
        return [self.sources[n] for n in [*self.source.encode(text), self.end]]

    def text(self, names: list[str]) -> str:
        """Return a target as text."""
        return self.target.table.write([self.ids[name] for name in names]).decode("utf-8", "ignore").strip()

    def translate(self, texts: list[str]) -> list[str]:
        """Translate in bulk."""
        sources = [self.pieces(text) for text in texts]
        results = self.bulk.translate_batch(
            sources, beam_size=BEAM, max_batch_size=PEER_BATCH, max_decoding_length=256
        )
        return [self.text(result.hypotheses[0]) for result in results]

    def complete(self, source: list[str], prefix: list[int], beam: int) -> None:
        """Complete a prefix."""
        names = [self.names[n] for n in prefix]
        self.single.translate_batch([source], target_prefix=[names], beam_size=beam, max_decoding_length=256)


def bulk(package: Package, peer: Peer, test: list[tuple[str, str]]) -> dict[str, Any]:
    """Both translate the set in turns."""
    ours = BulkTranslator(package, SearchOptions(beam=BEAM), CORES)
    seconds, texts = {"ours": 0.0, "peer": 0.0}, {"ours": [], "peer": []}
    turns = [("ours", ours.translate), ("peer", peer.translate)]
    with bar("Bulk", len(test)) as progress:
        for start in range(0, len(test), CHUNK):
            sources = [source for source, _ in test[start : start + CHUNK]]
            for name, translate in turns:
                began = time.perf_counter()
                texts[name] += translate(sources)
                seconds[name] += time.perf_counter() - began
            turns.reverse()
            progress.advance(len(sources))
    words = {name: sum(len(text.split()) for text in found) for name, found in texts.items()}
    speed = {name: words[name] / seconds[name] for name in seconds}
    references = [[reference for _, reference in test]]
    scores = {name: sacrebleu.corpus_bleu(found, references).score for name, found in texts.items()}
    return {
        "bulk_ratio": round(speed["ours"] / speed["peer"], 2),
        "words_per_second": round(speed["ours"], 1),
        "bleu_ours": round(scores["ours"], 2),
        "bleu_peer": round(scores["peer"], 2),
    }


@dataclass
class Times:
    """Seconds of keystrokes."""

    ours: list[float] = field(default_factory=list)
    peer: dict[int, list[float]] = field(default_factory=lambda: {1: [], BEAM: []})
    quarters: list[list[float]] = field(default_factory=lambda: [[], [], [], []])
    compared: int = 0
    gaps: list[float] = field(default_factory=list)
    """Of texts that differ: how much more probable one's first other piece is than the other's, in nats."""


def completer(package: Package, source: str, options: SearchOptions) -> Completer:
    """Return a new segment."""
    return Completer(Source(package.decoder, package.encode([source])), package.vocabulary, None, options)


def keystrokes(package: Package, peer: Peer, test: list[tuple[str, str]], count: int) -> dict[str, Any]:
    """Type references character by character."""
    chosen = random.Random(7).sample(test, count)
    times, number = Times(), 0
    with bar("Keystrokes", sum(len(reference) + 1 for _, reference in chosen)) as progress:
        for source, reference in chosen:
            peer_source = peer.pieces(source)
            began = time.perf_counter()
            segment = completer(package, source, SearchOptions())
            opening = time.perf_counter() - began
            for end in range(len(reference) + 1):
                text = reference[:end]
                began = time.perf_counter()
                completion = run(segment.complete(text))
                taken = time.perf_counter() - began + (opening if end == 0 else 0)
                times.ours.append(taken)
                if len(reference) >= LONG and end:
                    times.quarters[min(3, 4 * (end - 1) // len(reference))].append(taken)
                number += 1
                if number % PEER_EVERY == 0:
                    for beam, spent in times.peer.items():
                        began = time.perf_counter()
                        peer.complete(peer_source, package.vocabulary.encode(text), beam)
                        spent.append(time.perf_counter() - began)
                if number % SCRATCH_EVERY == 0:
                    plain = completer(package, source, replace(SearchOptions(), draft=0))
                    times.compared += 1
                    if run(plain.complete(text)).text != completion.text:
                        times.gaps.append(gap(plain.hypothesis, segment.hypothesis))
                progress.advance()
    return summary(times)


def gap(one: Hypothesis, other: Hypothesis) -> float:
    """Return how much more probable one text's first piece is that the other does not have."""
    at = common(one.ids, other.ids)
    scores = one.scores[at]
    return float(abs(scores[one.ids[at]] - scores[other.ids[at]]))


def summary(times: Times) -> dict[str, Any]:
    """Return the figures of the keystrokes."""

    def at(values: list[float], percent: int) -> float:
        return float(np.percentile(values, percent))

    ours = {p: at(times.ours, p) for p in (50, 95)}
    return {
        "keystrokes": len(times.ours),
        "keystroke_p50_ms": round(ours[50] * 1e3, 2),
        "keystroke_p95_ms": round(ours[95] * 1e3, 2),
        "keystroke_p50_ratio": round(at(times.peer[1], 50) / ours[50], 1),
        "keystroke_p95_ratio": round(at(times.peer[1], 95) / ours[95], 1),
        f"keystroke_p50_ratio_beam{BEAM}": round(at(times.peer[BEAM], 50) / ours[50], 1),
        f"keystroke_p95_ratio_beam{BEAM}": round(at(times.peer[BEAM], 95) / ours[95], 1),
        "last_to_first_quarter": round(at(times.quarters[3], 50) / at(times.quarters[0], 50), 2),
        "compared_with_scratch": times.compared,
        "other_text": len(times.gaps),
        "other_text_gaps": [round(value, 4) for value in times.gaps],
    }


def edits(rng: random.Random, reference: str) -> Iterator[str]:
    """Random edits of one segment: type, delete, paste, undo, jump."""
    text, past = "", [""]
    while True:
        match rng.choice(["type"] * 6 + ["delete", "paste", "undo", "jump"]):
            case "type":
                text += (
                    reference[len(text) : len(text) + 1] if rng.random() < 0.7 else rng.choice("aeth ,数😀")
                )
            case "delete":
                text = text[: -rng.randrange(1, 6)]
            case "paste":
                start = rng.randrange(len(reference) + 1)
                text += reference[start : start + rng.randrange(20)]
            case "undo":
                text = rng.choice(past)
            case "jump":
                place = rng.randrange(len(text) + 1)
                text = text[:place] + rng.choice("xyz ") + text[place:]
        text = text[:200]
        past = [*past[-20:], text]
        yield text


@dataclass
class Range:
    """The least and the most that something was: memory rises and falls with what was just let go of."""

    least: int = sys.maxsize
    most: int = 0

    def add(self, value: int) -> None:
        """Take a value in."""
        self.least, self.most = min(self.least, value), max(self.most, value)


def resident_mb() -> int:
    """Memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 2**20


def soak(package: Package, test: list[tuple[str, str]], count: int) -> dict[str, Any]:
    """Random edits on random segments, several at a time: no crash, no lost character, memory flat."""
    rng, cache = random.Random(11), ByteCache[Completer](64 * 2**20)
    options = SearchOptions(longest_extra=10)
    test = [pair for pair in test if len(pair[0]) <= SHORT][:SEGMENTS]
    going = {n: edits(rng, reference) for n, (_, reference) in enumerate(test)}
    lost, done, memory = 0, 0, [Range()]
    with bar("Edits", count) as progress:
        while done < count:
            if done * 10 // count >= len(memory):
                memory.append(Range())
            chosen = rng.sample(sorted(going), TOGETHER)
            texts = [next(going[n]) for n in chosen]
            kept = [cache.get(n) or completer(package, test[n][0], options) for n in chosen]
            answers = together([one.complete(text) for one, text in zip(kept, texts, strict=True)])
            for n, one in zip(chosen, kept, strict=True):
                cache.put(n, one)
            lost += sum(not a.text.startswith(text) for a, text in zip(answers, texts, strict=True))
            done += TOGETHER
            memory[-1].add(resident_mb())
            progress.advance(TOGETHER)
    return {"soak_edits": done, "soak_lost": lost, "soak_memory_mb": [[r.least, r.most] for r in memory]}


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SYNSLATOR_DATA", "../shared/data")))
    parser.add_argument("--references", type=int, default=200)
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--only-bulk", action="store_true", help="the translation of many texts alone")
    parser.add_argument("--only-soak", action="store_true", help="random edits alone")
    given = parser.parse_args()
    test = pairs(given.data, "it/test")
    share = 10 if given.quick else 1
    one, many = Package.open(given.model, threads=1), Package.open(given.model, threads=CORES)
    result: dict[str, Any] = {"model": one.manifest.name, "version": one.manifest.version, "cores": CORES}
    if not given.only_soak:
        with tempfile.TemporaryDirectory() as folder:
            peer = Peer(one, Path(folder))
            result |= {"peer": f"CTranslate2 {ctranslate2.__version__}"}
            result |= bulk(one, peer, test[: len(test) // share])
            if not given.only_bulk:
                result |= keystrokes(many, peer, test, given.references // share)
    if given.soak:
        result |= soak(one, test, given.soak)
    print(json.dumps(result))


if __name__ == "__main__":
    sys.exit(main())
