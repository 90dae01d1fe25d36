"""Keystrokes: references typed character by character, beside a peer that completes the same prefixes.

A keystroke that agrees with what is shown needs no model, by us or by any client that keeps what it shows.
So those that agree and those that depart are timed apart, and the peer is asked at departing ones alone.
Ours learn from the matches of a memory (`knn`) and fill the suggestion box. Some are computed again without
caches and drafts: the text must be the same. These are compared with what ONNX Runtime's graphs say, too.
"""

import time
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from peer import Peer

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.suffix import common
from synslator.decoding.driver import Source, run
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import Vocabulary
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import Setup, make_engine
from synslator.progress import bar
from synslator.runtime.package import Package

SCRATCH_EVERY = 40
"""So many are computed again, without caches and drafts, to compare the texts."""
LONG = 80
"""Characters of a long sentence."""
PLAIN, MAPPED = "plain", "mapped"


@dataclass
class Times:
    """Seconds of keystrokes."""

    agreeing: list[float] = field(default_factory=list)
    departing: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    """Departing ones without alternatives."""
    peer: dict[str, list[float]] = field(default_factory=lambda: {PLAIN: [], MAPPED: []})
    quarters: list[list[float]] = field(default_factory=lambda: [[], [], [], []])
    compared: int = 0
    gaps: list[float] = field(default_factory=list)
    """Of texts that differ: how much more probable one's first other piece is than the other's, in nats."""
    graph_gaps: list[float] = field(default_factory=list)
    """The same of texts that ONNX Runtime's graphs complete in another way."""


def completer(package: Package, source: str, options: SearchOptions) -> Completer:
    """Return a new segment of the plain model."""
    return Completer(Source(package.model, package.encode([source])), package.vocabulary, None, options)


def graphs_of(package: Package) -> Package:
    """The package with ONNX Runtime alone."""
    graphs = copy(package.graphs)
    graphs.native = None
    return replace(package, graphs=graphs)


@dataclass(frozen=True)
class Segment:
    """A segment to be typed, with what the memory knows of it."""

    source: str
    reference: str
    examples: list[Example]

    def opened(self, engine: Engine, vocabulary: Vocabulary, **options: int) -> Completer:
        """Open it in an engine."""
        return Completer(engine.bind(self.source, self.examples), vocabulary, None, SearchOptions(**options))


def keystrokes(package: Package, peer: Peer, segments: list[Segment]) -> dict[str, Any]:
    """Type references character by character."""
    ours, theirs = (make_engine("knn", Setup(one)) for one in (package, graphs_of(package)))
    times, number = Times(), 0
    with bar("Keystrokes", sum(len(one.reference) + 1 for one in segments)) as progress:
        for segment in segments:
            type_one(package, (ours, theirs), peer, segment, times, number)
            number += len(segment.reference) + 1
            progress.advance(len(segment.reference) + 1)
    return summary(times)


def type_one(
    package: Package, engines: tuple[Engine, Engine], peer: Peer, one: Segment, times: Times, number: int
) -> None:
    """Type one reference."""
    peer_source, shown, reference = peer.pieces(one.source), "", one.reference
    ours = engines[0]
    ours.bind(one.source, one.examples)  # the workbench has the keys before a segment is opened
    began = time.perf_counter()
    segment = one.opened(ours, package.vocabulary)
    opening = time.perf_counter() - began
    bare = one.opened(ours, package.vocabulary, alternatives=0)
    for end in range(len(reference) + 1):
        text = reference[:end]
        agrees = end > 0 and shown.startswith(text)
        completion, taken = timed(segment, text)
        shown = completion.text
        taken += opening if end == 0 else 0
        _, alone = timed(bare, text)
        (times.agreeing if agrees else times.departing).append(taken)
        if not agrees:
            times.bare.append(alone + (opening if end == 0 else 0))
            for name, mapped in ((PLAIN, False), (MAPPED, peer.maps)):
                began = time.perf_counter()
                peer.complete(peer_source, package.vocabulary.encode(text), 1, mapped)
                times.peer[name].append(time.perf_counter() - began)
        if len(reference) >= LONG and end:
            times.quarters[min(3, 4 * (end - 1) // len(reference))].append(taken)
        if (number + end + 1) % SCRATCH_EVERY == 0:
            again, theirs = (one.opened(engine, package.vocabulary, draft=0) for engine in engines)
            alone, said = run(again.complete(text)).text, run(theirs.complete(text)).text
            times.compared += 1
            if alone != completion.text:
                times.gaps.append(gap(again.hypothesis, segment.hypothesis))
            if alone != said:
                times.graph_gaps.append(gap(theirs.hypothesis, again.hypothesis))


def timed(segment: Completer, text: str) -> tuple[Any, float]:
    """Complete a text, and tell how long it took."""
    began = time.perf_counter()
    completion = run(segment.complete(text))
    return completion, time.perf_counter() - began


def gap(one: Hypothesis, other: Hypothesis) -> float:
    """Return how much more probable one text's first piece is that the other does not have."""
    at = common(one.ids, other.ids)
    scores = one.scores[at]
    return float(abs(scores[one.ids[at]] - scores[other.ids[at]]))


def summary(times: Times) -> dict[str, Any]:
    """Return the figures of the keystrokes; ratios are those to the peer with its vocabulary map."""

    def at(values: list[float], percent: int) -> float:
        return float(np.percentile(values, percent)) if values else 0.0

    every = times.agreeing + times.departing
    found: dict[str, Any] = {"keystrokes": len(every), "departing": len(times.departing)}
    for percent in (50, 95):
        ours, peer = at(times.departing, percent), at(times.peer[MAPPED], percent)
        alone, plain = at(times.bare, percent), at(times.peer[PLAIN], percent)
        found |= {
            f"keystroke_p{percent}_ms": round(at(every, percent) * 1e3, 2),
            f"agreeing_p{percent}_ms": round(at(times.agreeing, percent) * 1e3, 2),
            f"departing_p{percent}_ms": round(ours * 1e3, 2),
            f"departing_p{percent}_ms_without_alternatives": round(alone * 1e3, 2),
            f"departing_p{percent}_ratio": round(peer / ours, 2),
            f"departing_p{percent}_ratio_without_alternatives": round(peer / alone, 2),
            f"departing_p{percent}_ratio_without_map": round(plain / ours, 2),
        }
    work = sum(every) / len(every)
    skipping = sum(times.peer[MAPPED]) / len(every)
    return found | {
        "mean_ms": round(work * 1e3, 2),
        "mean_ms_of_a_peer_that_skips_agreeing_keys": round(skipping * 1e3, 2),
        "last_to_first_quarter": round(at(times.quarters[3], 50) / max(at(times.quarters[0], 50), 1e-9), 2),
        "compared_with_scratch": times.compared,
        "other_text": len(times.gaps),
        "other_text_gaps": [round(value, 4) for value in times.gaps],
        "other_text_by_graphs": len(times.graph_gaps),
        "other_text_by_graphs_gaps": [round(value, 4) for value in times.graph_gaps],
    }
