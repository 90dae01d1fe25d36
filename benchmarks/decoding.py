"""How fast we translate and complete, beside CTranslate2 with the same int8 weights on the same cores.

    python benchmarks/decoding.py [--model PACKAGE] [--data DATA] [--references N] [--soak N] [--quick]
                                  [--only-bulk] [--only-keystrokes] [--only-soak]

Bulk: `it/test` translated in turns, a thousand lines at a time, what comes again once: by ours as shipped
and without pruning, by CTranslate2 with a vocabulary map made of our shortlist and without. Keystrokes:
references of `it/test` typed character by character, accepting nothing; each keystroke is timed from the
typed text to the completion with word probabilities and alternatives. Where a keystroke departs from what
is shown, CTranslate2 gets the same prefix, as far as its pieces allow; both search greedily. The last line
is one JSON object.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import sacrebleu
from keystrokes import Segment, completer, keystrokes
from peer import CORES, Peer, ctranslate2

from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import together
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import BulkTranslator
from synslator.evaluation.memory import examples_of, live_memory
from synslator.progress import bar
from synslator.runtime.package import Package
from synslator.settings import shipped_model
from synslator.workbench.live.cache import ByteCache

BEAM = 4
CHUNK = 1000
"""Texts that each translates in its turn. With few of them one of the peer's threads waits for the other."""
SEGMENTS, SHORT, TOGETHER = 100, 20, 32
"""Segments that random edits are made in, characters of each, edits that are answered in common passes."""


def pairs(data: Path, name: str) -> list[tuple[str, str]]:
    """Return the pairs of a data set."""
    with lzma.open(data / f"{name}.tsv.xz", "rt", encoding="utf-8") as lines:
        return [(a, b) for a, _, b in (line.rstrip("\n").partition("\t") for line in lines)]


def bulk(package: Package, peer: Peer, test: list[tuple[str, str]]) -> dict[str, Any]:
    """All translate the set in turns: each at its best, and with the same search.

    Ours prunes hypotheses as it is shipped; `ours_same` does not, as the peer never does.
    """
    options = SearchOptions(beam=BEAM)
    ours, same = BulkTranslator(package, options, CORES), BulkTranslator(package, options, CORES)
    same.quick_options = same.patient_options = options
    peer.tune([source for source, _ in test[: CHUNK // 10]], BEAM)
    turns: list[tuple[str, Callable[[list[str]], list[str]]]] = [
        ("ours", ours.translate),
        ("ours_same", same.translate),
        ("peer", partial(peer.translate, beam=BEAM, mapped=False)),
        ("peer_map", partial(peer.translate, beam=BEAM, mapped=peer.maps)),
    ]
    seconds, texts = {name: 0.0 for name, _ in turns}, {name: list[str]() for name, _ in turns}
    with bar("Bulk", len(test)) as progress:
        for start in range(0, len(test), CHUNK):
            sources = [source for source, _ in test[start : start + CHUNK]]
            for name, translate in turns:
                began = time.perf_counter()
                texts[name] += translate(sources)
                seconds[name] += time.perf_counter() - began
            turns.reverse()
            progress.advance(len(sources))
    speed = {name: sum(len(text.split()) for text in texts[name]) / seconds[name] for name in seconds}
    references = [[reference for _, reference in test]]
    return {
        "lines": len(test),
        "peer_batch": peer.batch,
        "peer_isa": os.environ.get("CT2_FORCE_CPU_ISA", "its own choice"),
        "bulk_ratio_best": round(speed["ours"] / max(speed["peer"], speed["peer_map"]), 2),
        "bulk_ratio_same": round(speed["ours_same"] / speed["peer_map"], 2),
        "bulk_ratio_without_map": round(speed["ours"] / speed["peer"], 2),
        "words_per_second": {name: round(value, 1) for name, value in speed.items()},
        "bleu": {n: round(sacrebleu.corpus_bleu(texts[n], references).score, 2) for n in texts},
    }


def typed(package: Package, data: Path, test: list[tuple[str, str]], count: int) -> list[Segment]:
    """Return some segments to type, with the matches that the memory has for them."""
    chosen = random.Random(7).sample(test, count)
    with live_memory(package.manifest, data / "it/tm.tsv.xz") as memory:
        examples = examples_of(memory, [source for source, _ in chosen])
    return [Segment(*pair, found) for pair, found in zip(chosen, examples, strict=True)]


def once(test: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs of a set, those whose source comes again once: nobody is to gain from them."""
    return list({source: (source, reference) for source, reference in test}.values())


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
    parser.add_argument("--only-keystrokes", action="store_true", help="references that are typed alone")
    parser.add_argument("--only-soak", action="store_true", help="random edits alone")
    given = parser.parse_args()
    test = once(pairs(given.data, "it/test"))
    share = 10 if given.quick else 1
    one, many = Package.open(given.model, threads=1), Package.open(given.model, threads=CORES)
    result: dict[str, Any] = {"model": one.manifest.name, "version": one.manifest.version, "cores": CORES}
    if not given.only_soak:
        with tempfile.TemporaryDirectory() as folder:
            peer = Peer(one, Path(folder))
            result |= {"peer": f"CTranslate2 {ctranslate2.__version__}"}
            if not given.only_keystrokes:
                result |= bulk(one, peer, test[: len(test) // share])
            if not given.only_bulk:
                result |= keystrokes(many, peer, typed(one, given.data, test, given.references // share))
    if given.soak:
        result |= soak(one, test, given.soak)
    print(json.dumps(result))


if __name__ == "__main__":
    sys.exit(main())
