"""Which engines there are, what each needs, and the one place where they are made."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from synslator.decoding.gate import KnnOptions
from synslator.decoding.options import SearchOptions
from synslator.engines.adaptive import NO_LAYERS, AdaptiveEngine
from synslator.engines.keys import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.protocol import Engine
from synslator.engines.vanilla import VanillaEngine
from synslator.errors import UsageProblem
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package

MAY_TRAIN = "may train"
"""The permission of a memory that an engine needs if it was trained on memories."""
KEY_BYTES = 256 * 2**20
"""Room for the keys of memory entries."""


@dataclass(frozen=True)
class Setup:
    """What engines are made from."""

    package: Package
    options: SearchOptions = field(default_factory=SearchOptions)
    parameters: Mapping[str, float] = field(default_factory=dict)
    """Values that a project prefers to those that the package was tuned to."""
    workers: int = 1
    keys: KeyStore | None = None
    """Keys that engines of the same package share."""


@dataclass(frozen=True)
class EngineKind:
    """An engine that a project can choose."""

    name: str
    title: str
    summary: str
    """What it does and needs, in a sentence or two for translators."""
    make: Callable[[Setup], Engine]
    needs_training: bool = False
    """Whether it works only with a memory whose owner allows training."""
    needs_layers: bool = False
    """Whether it works only with a package that has adaptive layers."""

    def refusal(self, permissions: Collection[str]) -> str | None:
        """Say why a project whose memories have these permissions cannot use it, or None if it can."""
        if self.needs_training and MAY_TRAIN not in permissions:
            return f"{self.title} needs a memory whose owner allows training; none of the project's does."
        return None

    def lack(self, manifest: Manifest) -> str | None:
        """Say what a package would need to be used with it, or None if it can be."""
        return NO_LAYERS if self.needs_layers and manifest.adaptive is None else None


def make_knn(setup: Setup) -> KnnEngine:
    """The engine that mixes in what memory entries say."""
    package = setup.package
    tuned = KnnOptions.from_parameters({**package.manifest.parameters, **setup.parameters})
    keys = setup.keys or KeyStore(package, KEY_BYTES)
    return KnnEngine(package, keys, tuned, setup.options, setup.workers)


def make_adaptive(setup: Setup) -> AdaptiveEngine:
    """The engine whose model reads the best match."""
    return AdaptiveEngine(setup.package, setup.options, setup.workers)


def make_vanilla(setup: Setup) -> VanillaEngine:
    """The engine that is the model alone."""
    return VanillaEngine(setup.package, setup.options, setup.workers)


ENGINES: Mapping[str, EngineKind] = {
    kind.name: kind
    for kind in (
        EngineKind(
            "knn",
            "learning from the memory",
            "Looks at the memory's matches while it predicts each word, and so learns from every confirmed "
            "segment at once. Nothing is trained, so every memory may be used.",
            make_knn,
        ),
        EngineKind(
            "adaptive",
            "reading the best match",
            "Reads the best match of the memory while it translates, with layers that were trained for it. "
            "It needs a memory whose owner allows training, and a model package that has these layers.",
            make_adaptive,
            needs_training=True,
            needs_layers=True,
        ),
        EngineKind(
            "vanilla",
            "plain model",
            "Translates with the model alone. It ignores memories and does not learn.",
            make_vanilla,
        ),
    )
}
"""By name, the preferred one first."""


def engine_kind(name: str) -> EngineKind:
    """Return the engine of a name."""
    if name not in ENGINES:
        raise UsageProblem(f"The name of an engine was expected, but {name} is none; there are {known()}.")
    return ENGINES[name]


def make_engine(name: str, setup: Setup) -> Engine:
    """Make the engine of a name."""
    return engine_kind(name).make(setup)


def default_engine(permissions: Collection[str]) -> EngineKind:
    """Return the preferred engine among those that the permissions of a project's memories allow."""
    return next(kind for kind in ENGINES.values() if kind.refusal(permissions) is None)


def known() -> str:
    """Name the engines."""
    return ", ".join(ENGINES)
