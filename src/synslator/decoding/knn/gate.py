"""How far a prediction trusts its neighbours in a datastore.

The share of the neighbours is decided at every step. A learned gate looks at how near the neighbours
are, whether they agree with each other and with the model, how sure the model is, how like the neighbours'
sources are to the text and how short the text is; it knows when to keep out. A package that was not tuned
uses a simple rule instead: the share falls with the distance of the nearest neighbour.

Where somebody types, more is known: whether the neighbours or the model knew what was typed so far. This
record raises or lowers the trust in what the neighbours say next.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from synslator.decoding.model import Flags, Floats, Ids

FEATURES = (
    "bias",
    "nearest",
    "nearest_root",
    "second",
    "middle",
    "farthest",
    "likeness",
    "best_likeness",
    "agreement",
    "variety",
    "best",
    "said",
    "said_log",
    "same",
    "brevity",
)
"""What the gate looks at, in this order."""
FAR = 2.0
"""No distance, as a share of the width, counts as more."""
NOWHERE = 1e6
"""The distance of a neighbour that is not there."""
MOST = 0.99
"""The neighbours' share at most, so that nothing becomes impossible."""
UNLIKELY = -14.0
"""No log-probability counts as less."""
LONG = 16
"""Source pieces, with the end, from which on a text is not short."""
RECORD = 8
"""Pieces that a record goes back."""
FADING: Floats = (0.3 * 0.7 ** np.arange(RECORD)).astype(np.float32)
"""How much the last piece counts in a record, the one before it, and so on."""
NO: Floats = np.zeros(1, np.float32)
"""The record of neighbours that have none."""


@dataclass(frozen=True)
class KnnOptions:
    """Settings of the mixture. Distances are squared and given as a share of the hidden states' width."""

    neighbours: int = 8
    """NearestKeys that are asked."""
    temperature: float = 0.07
    """A neighbour that is farther by this much counts for e times less."""
    likeness: float = 0.0
    """How much more a neighbour counts whose source is more like the text."""
    record: float = 4.0
    """How much more the neighbours are trusted where they knew the pieces before better than the model;
    only a gate asks for it."""
    reach: float = 0.33
    """NearestKeys farther than this do not count."""
    least_rate: int = 30
    """The memory entries that are most alike are used from this match rate on."""
    cover_rate: int = 12
    """Entries that hold what no better one does, from this one on."""
    short: int = 12
    short_best: int = 50
    """For a source of so few pieces, only if the best of them reaches this rate: otherwise they agree on what
    is not asked for."""
    gate: tuple[float, ...] = ()
    """A weight for each of `FEATURES`; without them, the share falls with the distance, to 0 at `reach`."""

    def __post_init__(self) -> None:
        rules = [
            (1 <= self.neighbours <= 64, f"neighbours must be 1 to 64, not {self.neighbours}"),
            (self.temperature > 0, f"temperature must be positive, not {self.temperature}"),
            (self.reach >= 0, f"reach must not be negative, not {self.reach}"),
            (0 <= self.least_rate <= 101, f"least_rate must be 0 to 101, not {self.least_rate}"),
            (0 <= self.cover_rate <= 101, f"cover_rate must be 0 to 101, not {self.cover_rate}"),
            (self.short >= 0, f"short must not be negative, not {self.short}"),
            (0 <= self.short_best <= 101, f"short_best must be 0 to 101, not {self.short_best}"),
            (
                len(self.gate) in (0, len(FEATURES)),
                f"gate must have {len(FEATURES)} weights or none, not {len(self.gate)}",
            ),
        ]
        if problems := [text for holds, text in rules if not holds]:
            raise ValueError("; ".join(problems))

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, float]) -> "KnnOptions":
        """The settings that a package was tuned to, of which missing ones have their defaults."""
        known: dict[str, Any] = {
            name: kind(parameters[f"knn_{name}"])
            for name, kind in KINDS.items()
            if f"knn_{name}" in parameters
        }
        gate = tuple(parameters.get(f"knn_gate_{name}", 0.0) for name in FEATURES)
        return cls(**known, gate=gate if any(gate) else ())

    def to_parameters(self) -> dict[str, float]:
        """The settings as parameters of a package."""
        gate = {f"knn_gate_{name}": weight for name, weight in zip(FEATURES, self.gate, strict=False)}
        return {f"knn_{name}": getattr(self, name) for name in KINDS} | gate


KINDS: Mapping[str, type[Any]] = {
    one.name: type(one.default) for one in fields(KnnOptions) if one.name != "gate"
}
"""The values that a package holds besides the gate's weights, and whether they are whole numbers."""


@dataclass(frozen=True)
class NearestKeys:
    """The nearest keys of some steps, nearest first: each array is (steps, neighbours) or (steps,)."""

    distances: Floats
    values: Ids
    likeness: Floats
    best_likeness: Floats
    """Of the memory entry that is most like the text, near or not."""
    brevity: Floats
    """See `brevity`."""
    keys: Ids = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    """Which keys they are."""


def brevity(pieces: int) -> float:
    """How much shorter than `LONG` a source of so many pieces is, as a logarithm; 0 if it is not."""
    return max(0.0, math.log(LONG / (pieces + 1)))


def features(found: NearestKeys, said: Floats, best: Floats) -> Floats:
    """What the gate looks at, (steps, features).

    `said` is what the model says of the neighbours' values, `best` of its own best piece, as
    log-probabilities.
    """
    near = np.minimum(found.distances, FAR)
    count = near.shape[1]
    alike: Flags = found.values == found.values[:, :1]
    first = np.maximum(said[:, 0], UNLIKELY)
    columns = [
        np.ones(len(near), np.float32),
        near[:, 0],
        np.sqrt(np.maximum(near[:, 0], 0)),
        near[:, min(1, count - 1)],
        near[:, count // 2],
        near[:, -1],
        found.likeness[:, 0],
        found.best_likeness,
        alike.mean(axis=1, dtype=np.float32),
        variety(found.values),
        np.exp(best),
        np.exp(first),
        first,
        said[:, 0] >= best - 1e-6,
        found.brevity,
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def variety(values: Ids) -> Floats:
    """How many different values each step's neighbours have, as a share of their number."""
    ordered = np.sort(values, axis=1)
    different = 1 + (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1)
    share: Floats = (different / values.shape[1]).astype(np.float32)
    return share


def shares(found: NearestKeys, said: Floats, best: Floats, options: KnnOptions) -> Floats:
    """How much of the prediction each neighbour is given, (steps, neighbours); the model has the rest."""
    return weigh(found, options) * trust(found, said, best, options)[:, None]


def trust(found: NearestKeys, said: Floats, best: Floats, options: KnnOptions, record: Floats = NO) -> Floats:
    """How much of the prediction the neighbours together are given, (steps,), also by their `record`."""
    if options.gate:
        asked = features(found, said, best) @ np.array(options.gate, np.float32) + options.record * record
        given = 1 / (1 + np.exp(-np.clip(asked, -30, 30)))
    else:
        given = np.maximum(1 - found.distances[:, 0] / max(options.reach, 1e-9), 0)
    most: Floats = np.minimum(given, np.float32(MOST))
    return most


def records(leads: Sequence[float], steps: int) -> Floats:
    """The neighbours' record at each of some steps, given by how much they led at the pieces before the last.

    A lead is how much more of a piece's probability came from the neighbours, -1 to 1. What is not known
    counts as 0.
    """
    known = np.array([0.0] * RECORD + list(leads), np.float32)[-(RECORD + steps - 1) :]
    return np.array([known[at : at + RECORD] @ FADING[::-1] for at in range(steps)], np.float32)


def weigh(found: NearestKeys, options: KnnOptions) -> Floats:
    """Return each neighbour's share: the nearer and the more similar to the source, the larger."""
    score = options.likeness * found.likeness - found.distances / np.float32(options.temperature)
    score = np.where(found.distances <= options.reach, score, -np.inf)
    top = score.max(axis=1, keepdims=True)
    raised = np.exp(score - np.where(np.isfinite(top), top, 0))
    whole: Floats = (raised / np.maximum(raised.sum(axis=1, keepdims=True), 1e-9)).astype(np.float32)
    return whole
