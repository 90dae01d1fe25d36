"""Keystrokes: references typed character by character, beside a peer that completes the same prefixes.

A keystroke that agrees with what is shown needs no model, by us or by any client that keeps what it shows.
So those that agree and those that depart are timed apart, and the peer is asked at departing ones alone.
Some are computed again without caches and drafts: the text must be the same.
"""

import random
import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from peer import Peer

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.greedy import common
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Source, run
from synslator.decoding.options import SearchOptions
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


def completer(package: Package, source: str, options: SearchOptions) -> Completer:
    """Return a new segment."""
    return Completer(Source(package.model, package.encode([source])), package.vocabulary, None, options)


def keystrokes(package: Package, peer: Peer, test: list[tuple[str, str]], count: int) -> dict[str, Any]:
    """Type references character by character."""
    chosen = random.Random(7).sample(test, count)
    times, number = Times(), 0
    with bar("Keystrokes", sum(len(reference) + 1 for _, reference in chosen)) as progress:
        for source, reference in chosen:
            type_one(package, peer, source, reference, times, number)
            number += len(reference) + 1
            progress.advance(len(reference) + 1)
    return summary(times)


def type_one(package: Package, peer: Peer, source: str, reference: str, times: Times, number: int) -> None:
    """Type one reference."""
    peer_source, shown = peer.pieces(source), ""
    began = time.perf_counter()
    segment = completer(package, source, SearchOptions())
    opening = time.perf_counter() - began
    bare = completer(package, source, replace(SearchOptions(), alternatives=0))
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
            again = completer(package, source, replace(SearchOptions(), draft=0))
            times.compared += 1
            if run(again.complete(text)).text != completion.text:
                times.gaps.append(gap(again.hypothesis, segment.hypothesis))


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
    }
