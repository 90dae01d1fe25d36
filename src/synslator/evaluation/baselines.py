"""Engines that are measured beside ours, and that nobody would translate with: they belong to no project.

- `copy`: the translation of the best match, from 70 % on; below that, what the plain model says. What an
  engine that reads the memory is worth shows beside this, not beside the plain model.
- `knn-paper`: simplified kNN-MT as the paper describes it: the 16 entries that are most alike, of which the
  nearest k keys within τ have the share λ of every prediction. Ours has a learned gate instead of the
  constant λ, no τ, and chooses entries by what they cover.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from synslator.decoding.driver import Source
from synslator.decoding.knn.gate import FEATURES, KnnOptions
from synslator.decoding.options import SearchOptions
from synslator.engines.keys.store import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import KEY_BYTES, Setup, make_engine
from synslator.engines.vanilla import VanillaEngine
from synslator.errors import UsageProblem
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package

COPY_RATE = 70
"""The match rate from which on a match is copied: what is shown to translators by default."""
ENTRIES = 16
"""Entries that the paper's datastore is made of at most."""
PAPER: Mapping[str, float] = {"neighbours": 4, "share": 0.4, "temperature": 0.1, "reach": 0.33}
"""k, λ, temperature and τ, chosen on development sets. The paper has 4, 0.4, 5 and 5, its distances on
another scale: ours are squared and divided by the width."""


@dataclass(frozen=True)
class CopyEngine:
    """Copies the best match."""

    package: Package
    options: SearchOptions = field(default_factory=SearchOptions)
    workers: int = 1
    name: str = "copy"

    @property
    def plain(self) -> VanillaEngine:
        """What translates where nothing is copied."""
        return VanillaEngine(self.package, self.options, self.workers)

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Predict as the plain model does: a copied text predicts nothing."""
        return self.plain.bind(text)

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Return the best match's translation of each text, or the plain model's."""
        found = [copied(known) for known in examples] if any(examples) else [None] * len(texts)
        missing = [n for n, target in enumerate(found) if target is None]
        progress.advance(len(texts) - len(missing))
        drafts = self.plain.translate([texts[n] for n in missing], (), progress)
        by_number = dict(zip(missing, drafts, strict=True))
        return [by_number[n] if target is None else target for n, target in enumerate(found)]


def copied(examples: Sequence[Example]) -> str | None:
    """Return the translation of the best match, if it is good enough."""
    best = max(examples, key=lambda one: one.rate, default=None)
    return best.target if best and best.rate >= COPY_RATE else None


@dataclass(frozen=True)
class PaperKnnEngine(KnnEngine):
    """Simplified kNN-MT as the paper has it."""

    name: str = "knn-paper"

    def usable(self, text: str, examples: Sequence[Example]) -> list[Example]:
        """Return the entries that are most alike, whatever they say."""
        return sorted(examples, key=lambda one: -one.rate)[:ENTRIES]


def paper_options(parameters: Mapping[str, float]) -> KnnOptions:
    """Return the paper's mixture: a gate that looks at nothing gives the neighbours a constant share."""
    chosen = {**PAPER, **parameters}
    if unknown := sorted(chosen.keys() - PAPER.keys()):
        raise UsageProblem(f"knn-paper has {', '.join(PAPER)}; there is no {', '.join(unknown)}.")
    share = chosen["share"]
    if not 0 < share < 1:
        raise UsageProblem(f"share must be between 0 and 1, not {share}.")
    try:
        return KnnOptions(
            neighbours=int(chosen["neighbours"]),
            temperature=chosen["temperature"],
            reach=chosen["reach"],
            likeness=0.0,
            record=0.0,
            least_rate=0,
            cover_rate=0,
            short=0,
            gate=(math.log(share / (1 - share)), *[0.0] * (len(FEATURES) - 1)),
        )
    except ValueError as problem:
        raise UsageProblem(f"knn-paper: {problem}.") from problem


def make_copy(setup: Setup) -> CopyEngine:
    """Make what copies."""
    return CopyEngine(setup.package, setup.options, setup.workers)


def make_paper_knn(setup: Setup) -> PaperKnnEngine:
    """Make the paper's kNN-MT."""
    keys = setup.keys or KeyStore(setup.package, KEY_BYTES)
    knn = paper_options(setup.parameters)
    return PaperKnnEngine(setup.package, keys, knn, setup.options, setup.workers)


BASELINES: Mapping[str, Callable[[Setup], Engine]] = {"copy": make_copy, "knn-paper": make_paper_knn}


def measured_engine(name: str, setup: Setup) -> Engine:
    """Make an engine to be measured: a baseline, or one that a project can choose."""
    return BASELINES[name](setup) if name in BASELINES else make_engine(name, setup)
